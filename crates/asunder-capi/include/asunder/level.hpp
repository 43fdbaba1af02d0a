/* asunder for C++17: levels, the many parts that stand still, and skins. Include asunder.hpp. */
#ifndef ASUNDER_LEVEL_HPP
#define ASUNDER_LEVEL_HPP

#include "rig.hpp"
#include "shape.hpp"

namespace asunder {

/* The ground, walls and terrain of a game: many convex parts that answer together, by their numbers. */
template <int D>
class Level {
    using Api = detail::Api<D>;
    using Vector = Floats<D>;
    using Handle = typename Api::Level;

public:
    using Vertex = std::array<float, D>;
    using Corners = std::array<std::uint32_t, 3>;

    /* Triangles by the numbers of their vertices: any soup. A tag for each, or none. */
    static Result<Level> triangles(
        const float* vertices, std::size_t vertex_count, const std::uint32_t* corners, std::size_t triangle_count,
        const std::uint32_t* tags = nullptr) {
        return kept([&](Handle* to) {
            return Api::level_from_triangles(vertices, vertex_count, corners, triangle_count, tags, to);
        });
    }
    static Result<Level> triangles(const std::vector<Vertex>& vertices, const std::vector<Corners>& corners) {
        static_assert(sizeof(Vertex) == D * sizeof(float) && sizeof(Corners) == 3 * sizeof(std::uint32_t));
        const auto* floats = vertices.empty() ? nullptr : vertices.front().data();
        const auto* numbers = corners.empty() ? nullptr : corners.front().data();
        return triangles(floats, vertices.size(), numbers, corners.size());
    }
    /* Bounded shapes, each placed by its pose; without poses as they are. */
    static Result<Level>
    shapes(const std::vector<Shape<D>>& shapes, const std::vector<typename Api::Pose>& poses = {}) {
        if (!poses.empty() && poses.size() != shapes.size()) {
            return Error{ASU_INVALID_ARGUMENT, "expected a pose for each shape, or none"};
        }
        const auto all = Shape<D>::all_of(shapes);
        return kept([&](Handle* to) {
            return Api::level_from_shapes(
                all.data(), poses.empty() ? nullptr : poses.data(), all.size(), nullptr, to);
        });
    }
    /* Cells of a grid that are empty or full. */
    static Result<Level> tiles(const typename Api::Tiles& tiles) {
        return kept([&](Handle* to) { return Api::level_from_tiles(&tiles, to); });
    }
    Done set_tile(const std::array<std::uint32_t, D>& cell, std::uint8_t kind) {
        return detail::done(Api::level_set_tile(raw(), cell.data(), kind));
    }
    /* Of asunder.h: a height field, a chain, what lies within rings. It is this one's to destroy. */
    static Level adopted(Handle level) { return Level(level); }

    Result<Level> placed(const typename Api::Pose& pose) const {
        return kept([&](Handle* to) { return Api::level_placed(raw(), &pose, to); });
    }
    /* Of a level of triangles: the same between other vertices, as many, of what moves. */
    Result<Level> with_vertices(const std::vector<Vertex>& vertices) const {
        const auto* floats = vertices.empty() ? nullptr : vertices.front().data();
        return kept([&](Handle* to) { return Api::level_with_vertices(raw(), floats, vertices.size(), to); });
    }
    std::size_t part_count() const {
        return detail::answered<std::size_t>([&](auto* to) { return Api::level_part_count(raw(), to); });
    }
    /* A part as a shape. */
    Result<Shape<D>> part(std::uint32_t number) const {
        typename Api::Shape shape{};
        const AsuStatus status = Api::level_part(raw(), number, &shape);
        if (status != ASU_OK) return last_error(status);
        return Shape<D>::adopted(shape);
    }
    Result<std::uint32_t> tag(std::uint32_t part) const {
        return detail::asked<std::uint32_t>([&](auto* to) { return Api::level_tag(raw(), part, to); });
    }
    std::uint64_t hash() const {
        return detail::answered<std::uint64_t>([&](auto* to) { return Api::level_hash(raw(), to); });
    }

    bool intersects(const Shape<D>& shape) const {
        return detail::answered<bool>([&](auto* to) { return Api::level_intersects(raw(), &shape.raw(), to); });
    }
    bool penetrates(const Shape<D>& shape) const {
        return detail::answered<bool>([&](auto* to) { return Api::level_penetrates(raw(), &shape.raw(), to); });
    }
    std::vector<std::uint32_t> parts_intersecting(const Shape<D>& shape) const {
        return detail::listed<std::uint32_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::level_parts_intersecting(raw(), &shape.raw(), to, capacity, count);
        });
    }
    /* An error, if the level has no parts. */
    Result<float> distance(const Shape<D>& shape) const {
        return detail::asked<float>([&](auto* to) { return Api::level_distance(raw(), &shape.raw(), to); });
    }
    /* None, if they share a point, or the level has no parts. */
    std::optional<typename Api::PartPoints> closest_points(const Shape<D>& shape) const {
        const auto answer = detail::answered<typename Api::PartPoints>(
            [&](auto* to) { return Api::level_closest_points(raw(), &shape.raw(), to); });
        return answer.points.found ? std::optional<typename Api::PartPoints>(answer) : std::nullopt;
    }
    std::vector<typename Api::PartContact> contacts(const Shape<D>& shape) const {
        return detail::listed<typename Api::PartContact>(
            [&](auto* to, std::size_t capacity, std::size_t* count) {
                return Api::level_contacts(raw(), &shape.raw(), to, capacity, count);
            });
    }
    /* An error, if the direction is zero or a number is not finite. */
    Result<std::optional<typename Api::PartRayHit>> ray(Vector origin, Vector direction) const {
        typename Api::Ray ray;
        copy(origin, ray.origin), copy(direction, ray.direction);
        return hit<typename Api::PartRayHit>([&](auto* to) { return Api::level_ray_cast(raw(), &ray, to); });
    }
    Result<std::optional<typename Api::PartRayHit>> segment(Vector a, Vector b) const {
        typename Api::Segment segment;
        copy(a, segment.a), copy(b, segment.b);
        return hit<typename Api::PartRayHit>(
            [&](auto* to) { return Api::level_segment_cast(raw(), &segment, to); });
    }
    /* A shape that is moved. */
    Result<std::optional<typename Api::PartCastHit>> cast(const Shape<D>& shape, Vector motion) const {
        return hit<typename Api::PartCastHit>(
            [&](auto* to) { return Api::level_cast(raw(), &shape.raw(), motion.data(), to); });
    }
    Result<bool> sweep_intersects(const Shape<D>& shape, Vector motion) const {
        return detail::asked<bool>(
            [&](auto* to) { return Api::level_sweep_intersects(raw(), &shape.raw(), motion.data(), to); });
    }
    Result<bool> sweep_penetrates(const Shape<D>& shape, Vector motion) const {
        return detail::asked<bool>(
            [&](auto* to) { return Api::level_sweep_penetrates(raw(), &shape.raw(), motion.data(), to); });
    }
    /* Why a shape and the level meet, or do not, in a sentence, and the number of the part that it is about:
       for debugging. */
    std::pair<std::uint32_t, std::string> explain(const Shape<D>& shape) const {
        std::uint32_t part = ASU_NO_PART;
        std::string text = *detail::told([&](char* buffer, std::size_t capacity, std::size_t* length) {
            return Api::level_explain(raw(), &shape.raw(), &part, buffer, capacity, length);
        });
        return {part, std::move(text)};
    }
    /* In space, of closed triangles: whether a point lies inside or on the surface. An error says where the
       triangles are open. */
    Result<bool> contains(Vector point) const {
        static_assert(D == 3, "only in space has a level of triangles an inside");
        return detail::asked<bool>([&](auto* to) { return asu_level3_contains(raw(), point.data(), to); });
    }
    /* Whether a shape lies wholly inside, without touching the surface. */
    Result<bool> encloses(const Shape<D>& shape) const {
        static_assert(D == 3, "only in space has a level of triangles an inside");
        return detail::asked<bool>([&](auto* to) { return asu_level3_encloses(raw(), &shape.raw(), to); });
    }
    /* Whether a shape shares a point with the surface or the inside. */
    Result<bool> solid_intersects(const Shape<D>& shape) const {
        static_assert(D == 3, "only in space has a level of triangles an inside");
        return detail::asked<bool>([&](auto* to) { return asu_level3_solid_intersects(raw(), &shape.raw(), to); });
    }
    Handle raw() const { return owned_.get(); }

private:
    explicit Level(Handle level) : owned_(level) {}
    template <class Call>
    static Result<Level> kept(Call call) {
        Handle level{};
        const AsuStatus status = call(&level);
        if (status != ASU_OK) return last_error(status);
        return Level(level);
    }
    template <class Hit, class Call>
    static Result<std::optional<Hit>> hit(Call call) {
        Hit answer{};
        const AsuStatus status = call(&answer);
        if (status != ASU_OK) return last_error(status);
        return answer.hit.found ? std::optional<Hit>(answer) : std::optional<Hit>();
    }
    static void copy(const Vector& from, float* to) {
        for (int i = 0; i < D; i++) to[i] = from.data()[i];
    }
    detail::Owned<Handle, Api::level_destroy> owned_;
};

/* The triangles of a mesh that joints move: the body itself behind its hitboxes. */
class Skin {
public:
    static Result<Skin> create(const AsuSkinData& data) {
        AsuSkin skin{};
        const AsuStatus status = asu_skin_create(&data, &skin);
        if (status != ASU_OK) return last_error(status);
        return Skin(skin);
    }
    std::size_t joint_count() const {
        return detail::answered<std::size_t>([&](auto* to) { return asu_skin_joint_count(raw(), to); });
    }
    /* The first triangle that a segment meets, in a pose of skinning bones; `model` maps to the world. */
    Result<std::optional<AsuPartRayHit3>>
    segment(const AsuBones& bones, Matrix model, Floats<3> a, Floats<3> b) const {
        AsuSegment3 segment;
        for (int i = 0; i < 3; i++) segment.a[i] = a.data()[i], segment.b[i] = b.data()[i];
        AsuPartRayHit3 hit{};
        const AsuStatus status =
            asu_skin_segment_cast(raw(), &bones, model.floats, std::uint32_t(model.layout), &segment, &hit);
        if (status != ASU_OK) return last_error(status);
        return hit.hit.found ? std::optional<AsuPartRayHit3>(hit) : std::optional<AsuPartRayHit3>();
    }
    AsuSkin raw() const { return owned_.get(); }

private:
    explicit Skin(AsuSkin skin) : owned_(skin) {}
    detail::Owned<AsuSkin, asu_skin_destroy> owned_;
};

using Level2 = Level<2>;
using Level3 = Level<3>;

} // namespace asunder

#endif
