/* asunder for C++17: shapes, and questions about two. Include asunder.hpp. */
#ifndef ASUNDER_SHAPE_HPP
#define ASUNDER_SHAPE_HPP

#include "api.hpp"

#include <memory>

namespace asunder {

/* A shape, checked and prepared: a value, which is copied as one. */
template <int D>
class Shape {
    using Api = detail::Api<D>;
    using Vector = Floats<D>;
    /* Cosine and sine in 2D, a quaternion x, y, z, w in 3D. */
    using Rotation = Floats<D == 2 ? 2 : 4>;

public:
    /* Any shape of asunder.h. */
    static Result<Shape> of(const typename Api::Shape& raw) {
        return kept([&](auto* to) { return Api::prepare(&raw, to); });
    }
    static Result<Shape> point(Vector at) {
        return made(ASU_POINT, [&](auto& data) { copy(at, data.point); });
    }
    static Result<Shape> segment(Vector a, Vector b) {
        return made(ASU_SEGMENT, [&](auto& data) { copy(a, data.segment.a), copy(b, data.segment.b); });
    }
    static Result<Shape> ray(Vector origin, Vector direction) {
        return made(ASU_RAY, [&](auto& data) {
            copy(origin, data.ray.origin), copy(direction, data.ray.direction);
        });
    }
    /* normal . x = offset */
    static Result<Shape> plane(Vector normal, float offset) {
        return made(ASU_PLANE, [&](auto& data) { copy(normal, data.plane.normal), data.plane.offset = offset; });
    }
    /* normal . x <= offset */
    static Result<Shape> half_space(Vector normal, float offset) {
        return made(ASU_HALF_SPACE, [&](auto& data) {
            copy(normal, data.half_space.normal), data.half_space.offset = offset;
        });
    }
    static Result<Shape> sphere(Vector center, float radius) {
        return made(ASU_SPHERE, [&](auto& data) { copy(center, data.sphere.center), data.sphere.radius = radius; });
    }
    static Result<Shape> capsule(Vector a, Vector b, float radius) {
        return made(ASU_CAPSULE, [&](auto& data) {
            copy(a, data.capsule.a), copy(b, data.capsule.b), data.capsule.radius = radius;
        });
    }
    static Result<Shape> aabb(Vector least, Vector greatest) {
        return made(ASU_AABB, [&](auto& data) { copy(least, data.aabb.min), copy(greatest, data.aabb.max); });
    }
    static Result<Shape> obb(Vector center, Vector half_extents, Rotation rotation) {
        return made(ASU_OBB, [&](auto& data) {
            copy(center, data.obb.center), copy(half_extents, data.obb.half_extents);
            copy(rotation, data.obb.rotation);
        });
    }
    /* The oriented box with axes as vectors, one after the other, at right angles. */
    static Result<Shape> obb_from_axes(Vector center, const float* axes, Vector half_extents) {
        return kept([&](auto* to) {
            return Api::obb_from_axes(center.data(), axes, half_extents.data(), to);
        });
    }
    static Result<Shape> triangle(Vector a, Vector b, Vector c) {
        return made(ASU_TRIANGLE, [&](auto& data) {
            copy(a, data.triangle.a), copy(b, data.triangle.b), copy(c, data.triangle.c);
        });
    }
    /* `count` points, one after the other. */
    static Result<Shape> convex_hull(const float* points, std::size_t count) {
        return made(ASU_CONVEX_HULL, [&](auto& data) { data.convex_hull = {points, count}; });
    }
    /* What lies in all of one to six half-spaces. */
    static Result<Shape> frustum(const std::vector<typename Api::HalfSpace>& half_spaces) {
        return made(ASU_FRUSTUM, [&](auto& data) { data.frustum = {half_spaces.data(), half_spaces.size()}; });
    }
    /* What a camera sees, in 3D: it looks along its own -z. Left, right, bottom, top: how far each side lies from
       the axis at depth one. */
    static Result<Shape> perspective(
        Vector origin, Rotation rotation, std::array<float, 4> slopes, float near_depth, float far_depth) {
        static_assert(D == 3, "cameras are in space");
        return made(ASU_PERSPECTIVE, [&](auto& data) {
            copy(origin, data.perspective.origin), copy(rotation, data.perspective.rotation);
            copy(Floats<4>(slopes), data.perspective.slopes);
            data.perspective.near_depth = near_depth, data.perspective.far_depth = far_depth;
        });
    }
    /* The same by a view-projection matrix, and the depths it maps to. */
    static Result<Shape> projection(Matrix view_projection, AsuDepth depth) {
        static_assert(D == 3, "cameras are in space");
        if (view_projection.floats == nullptr) return Error{ASU_NULL, "matrix is null"};
        return made(ASU_PROJECTION, [&](auto& data) {
            for (int i = 0; i < 16; i++) data.projection.matrix[i] = view_projection.floats[i];
            data.projection.layout = view_projection.layout, data.projection.depth = depth;
        });
    }
    /* The least box or sphere around points, or a small oriented box: ASU_AABB, ASU_SPHERE or ASU_OBB. */
    static Result<Shape> around_points(AsuShapeKind kind, const float* points, std::size_t count) {
        return kept([&](auto* to) { return Api::around_points(kind, points, count, to); });
    }
    /* The box of a sprite, in 2D: its size, its pivot in fractions of the texture, its world matrix. */
    static Result<Shape> sprite(Floats<2> size, Floats<2> pivot, Matrix world) {
        static_assert(D == 2, "sprites are in the plane");
        return kept([&](auto* to) {
            return asu_obb2_from_sprite(size.data(), pivot.data(), world.floats, world.layout, to);
        });
    }

    /* The image of a box or sphere of a model's own space under its world matrix. */
    Result<Shape> under(Matrix world) const {
        return kept([&](auto* to) { return Api::under_matrix(&raw_, world.floats, world.layout, to); });
    }
    /* A box or sphere around the image, under a matrix that may skew. */
    Result<Shape> enclosing(Matrix world) const {
        return kept([&](auto* to) { return Api::enclosing(&raw_, world.floats, world.layout, to); });
    }
    /* A box or sphere around this and another of its kind. */
    Result<Shape> merged(const Shape& other) const {
        return kept([&](auto* to) { return Api::merged(&raw_, &other.raw_, to); });
    }
    Result<Shape> transformed(const typename Api::Pose& pose) const {
        return kept([&](auto* to) { return Api::transformed(&raw_, &pose, to); });
    }

    /* Whether they share a point: touching counts. */
    bool intersects(const Shape& other) const { return pair<bool>(Api::intersects, other); }
    /* Whether they share inner points: touching does not count. */
    bool penetrates(const Shape& other) const { return pair<bool>(Api::penetrates, other); }
    bool contains(const Shape& other) const { return containment(other) == ASU_CONTAINS; }
    AsuContainment containment(const Shape& other) const {
        return pair<AsuContainment>(Api::containment, other);
    }
    /* Whether each of others shares a point with this, asked in one call. */
    std::vector<bool> intersects_each(const std::vector<Shape>& others) const {
        return each(Api::intersects_each, others);
    }
    std::vector<bool> penetrates_each(const std::vector<Shape>& others) const {
        return each(Api::penetrates_each, others);
    }
    Result<bool> contains(Vector point) const {
        return detail::asked<bool>([&](bool* to) { return Api::contains_point(&raw_, point.data(), to); });
    }
    Result<float> distance(Vector point) const {
        return detail::asked<float>([&](float* to) { return Api::distance_to_point(&raw_, point.data(), to); });
    }
    /* The nearest point of the shape: the point itself, if the shape contains it. */
    Result<std::array<float, D>> closest_point(Vector point) const {
        return detail::asked<std::array<float, D>>(
            [&](auto* to) { return Api::closest_point(&raw_, point.data(), to->data()); });
    }
    Result<AsuSide> side(const typename Api::Plane& plane) const {
        return detail::asked<AsuSide>([&](auto* to) { return Api::side(&raw_, &plane, to); });
    }
    /* Zero if and only if they share a point. */
    float distance(const Shape& other) const { return pair<float>(Api::distance, other); }
    std::optional<typename Api::ClosestPoints> closest_points(const Shape& other) const {
        return detail::found(pair<typename Api::ClosestPoints>(Api::closest_points, other));
    }
    /* The shortest way out of the other. */
    std::optional<typename Api::Penetration> penetration(const Shape& other) const {
        return detail::found(pair<typename Api::Penetration>(Api::penetration, other));
    }
    std::optional<typename Api::Contact> contact(const Shape& other) const {
        return detail::found(pair<typename Api::Contact>(Api::contact, other));
    }
    /* Moved out of the other. */
    std::optional<Shape> parted_from(const Shape& other) const {
        typename Api::Shape raw{};
        const bool is = detail::answered<bool>(
            [&](bool* to) { return Api::parted(&raw_, &other.raw_, &raw, to); });
        return is ? std::optional<Shape>(Shape(raw)) : std::nullopt;
    }
    Result<std::optional<typename Api::RayHit>> ray_cast(Vector origin, Vector direction) const {
        typename Api::Ray ray;
        copy(origin, ray.origin), copy(direction, ray.direction);
        return maybe<typename Api::RayHit>([&](auto* to) { return Api::ray_cast(&raw_, &ray, to); });
    }
    Result<std::optional<typename Api::RayHit>> segment_cast(Vector a, Vector b) const {
        typename Api::Segment segment;
        copy(a, segment.a), copy(b, segment.b);
        return maybe<typename Api::RayHit>([&](auto* to) { return Api::segment_cast(&raw_, &segment, to); });
    }
    /* The first contact with the other on the way along `motion`. */
    Result<std::optional<typename Api::CastHit>> cast(Vector motion, const Shape& other) const {
        return maybe<typename Api::CastHit>(
            [&](auto* to) { return Api::cast(&raw_, motion.data(), &other.raw_, to); });
    }
    /* The fraction of `motion` after which it shares no point with the other, where it meets and leaves it. */
    Result<std::optional<float>> cast_exit(Vector motion, const Shape& other) const {
        AsuCastExit exit{};
        const AsuStatus status = Api::cast_exit(&raw_, motion.data(), &other.raw_, &exit);
        if (status != ASU_OK) return last_error(status);
        return exit.found ? std::optional<float>(exit.fraction) : std::nullopt;
    }
    /* Whether it shares a point with the other anywhere along `motion`. */
    Result<bool> sweep_intersects(Vector motion, const Shape& other) const {
        return detail::asked<bool>(
            [&](bool* to) { return Api::sweep_intersects(&raw_, motion.data(), &other.raw_, to); });
    }
    /* Whether all that it covers along `motion` penetrates the other: what stops a mover. */
    Result<bool> sweep_penetrates(Vector motion, const Shape& other) const {
        return detail::asked<bool>(
            [&](bool* to) { return Api::sweep_penetrates(&raw_, motion.data(), &other.raw_, to); });
    }
    /* The first contact on the way from one pose to another, turning: what comes nearer than `tolerance`. */
    Result<std::optional<typename Api::RotatingHit>> cast_rotating(
        const typename Api::Pose& from, const typename Api::Pose& to, const Shape& other,
        float tolerance) const {
        return maybe<typename Api::RotatingHit>([&](auto* answer) {
            return Api::cast_rotating(&raw_, &from, &to, &other.raw_, tolerance, answer);
        });
    }
    /* How far it can move before it would penetrate an obstacle, and what stops it. */
    Result<std::pair<typename Api::Stop, std::vector<typename Api::ObstacleHit>>>
    move_until_contact(Vector motion, const std::vector<Shape>& obstacles) const {
        const auto raw = all_of(obstacles);
        std::vector<typename Api::ObstacleHit> hits(raw.size());
        typename Api::Stop stop{};
        const AsuStatus status = Api::move_until_contact(
            &raw_, motion.data(), raw.data(), raw.size(), &stop, hits.data(), hits.size());
        if (status != ASU_OK) return last_error(status);
        hits.resize(stop.hit_count);
        return std::pair(stop, std::move(hits));
    }
    static typename Api::SlideOptions slide_options() { return Api::slide_options(); }
    /* Moves it along `motion`, and along whatever is in its way. */
    Result<std::pair<typename Api::Slide, std::vector<typename Api::ObstacleHit>>>
    move_and_slide(Vector motion, const std::vector<Shape>& obstacles,
                   const typename Api::SlideOptions& options = slide_options()) const {
        const auto raw = all_of(obstacles);
        std::vector<typename Api::ObstacleHit> hits(raw.size());
        typename Api::Slide slide{};
        const AsuStatus status = Api::move_and_slide(
            &raw_, motion.data(), raw.data(), raw.size(), &options, &slide, hits.data(), hits.size());
        if (status != ASU_OK) return last_error(status);
        hits.resize(slide.hit_count);
        return std::pair(slide, std::move(hits));
    }
    /* The same shape at another position: where it stopped. Nothing, if it does not move or fit there. */
    Result<std::optional<Shape>> moved_to(Vector position) const {
        return elsewhere(Api::moved_to, position);
    }
    /* Displaced by what a slide has moved. */
    Result<std::optional<Shape>> moved_by(Vector displacement) const {
        return elsewhere(Api::moved_by, displacement);
    }
    /* A position near by where it penetrates none of the obstacles. */
    std::optional<std::array<float, D>> depenetrate(const std::vector<Shape>& obstacles) const {
        const auto raw = all_of(obstacles);
        std::array<float, D> position{};
        const bool is = detail::answered<bool>([&](bool* to) {
            return Api::depenetrate(&raw_, raw.data(), raw.size(), position.data(), to);
        });
        return is ? std::optional(position) : std::nullopt;
    }
    Result<typename Api::Aabb> aabb() const {
        return detail::asked<typename Api::Aabb>([&](auto* to) { return Api::aabb(&raw_, to); });
    }
    Result<typename Api::Sphere> bounding_sphere() const {
        return detail::asked<typename Api::Sphere>(
            [&](auto* to) { return Api::bounding_sphere(&raw_, to); });
    }
    /* Why they meet, or do not, in a sentence: for debugging. */
    std::string explain(const Shape& other) const {
        return *detail::told([&](char* text, std::size_t capacity, std::size_t* length) {
            return Api::explain(&raw_, &other.raw_, text, capacity, length);
        });
    }
    const typename Api::Shape& raw() const { return raw_; }
    /* A shape that the library wrote: one of kind ASU_STORED is released with the last copy of this. */
    static Shape adopted(const typename Api::Shape& raw) { return Shape(raw); }
    /* The structs of many shapes, which live as long as these. */
    static std::vector<typename Api::Shape> all_of(const std::vector<Shape>& shapes) {
        std::vector<typename Api::Shape> raw;
        for (const Shape& shape : shapes) raw.push_back(shape.raw_);
        return raw;
    }

private:
    explicit Shape(const typename Api::Shape& raw) : raw_(raw) {
        if (raw.kind == ASU_STORED) {
            stored_.reset(new typename Api::Shape(raw), [](auto* stored) {
                Api::release(stored);
                delete stored;
            });
        }
    }
    template <class Call>
    static Result<Shape> kept(Call call) {
        typename Api::Shape raw{};
        const AsuStatus status = call(&raw);
        if (status != ASU_OK) return last_error(status);
        return Shape(raw);
    }
    template <class Fill>
    static Result<Shape> made(AsuShapeKind kind, Fill fill) {
        typename Api::Shape raw{};
        raw.kind = kind;
        fill(raw.data);
        return of(raw);
    }
    template <int N>
    static void copy(Floats<N> from, float (&to)[N]) {
        for (int i = 0; i < N; i++) to[i] = from.data()[i];
    }
    template <class T, class Ask>
    T pair(Ask ask, const Shape& other) const {
        return detail::answered<T>([&](T* to) { return ask(&raw_, &other.raw_, to); });
    }
    template <class Ask>
    Result<std::optional<Shape>> elsewhere(Ask ask, Vector where) const {
        typename Api::Shape moved{};
        bool is = false;
        const AsuStatus status = ask(&raw_, where.data(), &moved, &is);
        if (status != ASU_OK) return last_error(status);
        return is ? std::optional<Shape>(Shape(moved)) : std::nullopt;
    }
    template <class Ask>
    std::vector<bool> each(Ask ask, const std::vector<Shape>& others) const {
        const auto raw = all_of(others);
        const std::unique_ptr<bool[]> answers(new bool[raw.size() + 1]);
        detail::must(ask(&raw_, raw.data(), raw.size(), answers.get()));
        return std::vector<bool>(answers.get(), answers.get() + raw.size());
    }
    template <class V, class Call>
    static Result<std::optional<V>> maybe(Call call) {
        V answer{};
        const AsuStatus status = call(&answer);
        if (status != ASU_OK) return last_error(status);
        return detail::found(answer);
    }

    typename Api::Shape raw_;
    /* What the library keeps of a hull or frustum, until the last copy is gone. */
    std::shared_ptr<const typename Api::Shape> stored_;
};

/* What a pixel shows: the ray from the near plane away from the eye. `inverse` is the inverse of the
   view-projection matrix; the pixel counts from the upper left. */
inline Result<AsuRay3> ray_through_pixel(Floats<2> pixel, Floats<2> viewport, Matrix inverse, AsuDepth depth) {
    return detail::asked<AsuRay3>([&](auto* to) {
        return asu_ray3_through_pixel(
            pixel.data(), viewport.data(), inverse.floats, inverse.layout, depth, to);
    });
}
/* The same as a segment, from the near plane to the far plane. */
inline Result<AsuSegment3> segment_through_pixel(Floats<2> pixel, Floats<2> viewport, Matrix inverse, AsuDepth depth) {
    return detail::asked<AsuSegment3>([&](auto* to) {
        return asu_segment3_through_pixel(
            pixel.data(), viewport.data(), inverse.floats, inverse.layout, depth, to);
    });
}

using Shape2 = Shape<2>;
using Shape3 = Shape<3>;

} // namespace asunder

#endif
