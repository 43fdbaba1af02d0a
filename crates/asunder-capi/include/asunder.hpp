/* asunder for C++17: a thin, header-only wrapper of asunder.h.
 *
 *     asunder::Shape3 box = *asunder::Shape3::obb({0, 0, 0}, {1, 1, 1}, {0, 0, 0, 1});
 *     asunder::Shape3 ball = *asunder::Shape3::sphere({0, 2, 0}, 1);
 *     bool touch = box.intersects(ball);
 *
 * What may fail returns a Result: a value, or an Error with a status and a message. Nothing throws, but
 * for memory that runs out. Shapes are valid once made, so questions about them just answer; should the
 * library fail in one, which is a fault of its own, the program ends with its message.
 *
 * Vectors go in as anything that is floats in a row: {x, y, z}, const float*, float[3],
 * std::array<float, 3>, XMFLOAT3, D3DXVECTOR3, Ogre::Vector3. Results are the structs of asunder.h. */
#ifndef ASUNDER_HPP
#define ASUNDER_HPP

#include "asunder.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace asunder {

/* Why a call failed. */
struct Error {
    AsuStatus status;
    std::string message;
};

/* The error of the last call on this thread that failed. */
inline Error last_error(AsuStatus status) {
    std::string message(asu_last_error_message(nullptr, 0), '\0');
    asu_last_error_message(message.data(), message.size() + 1);
    return {status, std::move(message)};
}

namespace detail {
[[noreturn]] inline void end(const Error& error) {
    std::fprintf(stderr, "asunder: %s\n", error.message.c_str());
    std::abort();
}
/* Ends the program where a call failed that cannot, or a value was taken that is not there. */
inline void must(AsuStatus status) {
    if (status != ASU_OK) end(last_error(status));
}
} // namespace detail

/* A value, or why there is none. `*result` of an error ends the program with its message. */
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : holds_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : holds_(std::in_place_index<1>, std::move(error)) {}
    explicit operator bool() const { return holds_.index() == 0; }
    T& operator*() & { return present(), *std::get_if<0>(&holds_); }
    const T& operator*() const& { return present(), *std::get_if<0>(&holds_); }
    T&& operator*() && { return present(), std::move(*std::get_if<0>(&holds_)); }
    T* operator->() { return present(), std::get_if<0>(&holds_); }
    const T* operator->() const { return present(), std::get_if<0>(&holds_); }
    /* Why there is no value. Of a result with a value, an error with the status ASU_OK. */
    Error error() const { return holds_.index() == 0 ? Error{ASU_OK, ""} : *std::get_if<1>(&holds_); }

private:
    void present() const {
        if (holds_.index() != 0) detail::end(error());
    }
    std::variant<T, Error> holds_;
};

/* What only succeeds or fails. */
using Done = Result<std::monostate>;

namespace detail {
inline Done done(AsuStatus status) {
    if (status != ASU_OK) return last_error(status);
    return std::monostate{};
}
/* The result of a call that writes one. */
template <class T, class Call>
Result<T> asked(Call call) {
    T answer{};
    const AsuStatus status = call(&answer);
    if (status != ASU_OK) return last_error(status);
    return answer;
}
/* The same of a call that cannot fail. */
template <class T, class Call>
T answered(Call call) {
    T answer{};
    must(call(&answer));
    return answer;
}
/* All of a list, however long. */
template <class T, class Call>
std::vector<T> listed(Call call) {
    std::vector<T> all(16);
    for (;;) {
        std::size_t count = 0;
        must(call(all.data(), all.size(), &count));
        const bool fits = count <= all.size();
        all.resize(count);
        if (fits) return all;
    }
}
template <class V>
std::optional<V> found(const V& answer) {
    return answer.found ? std::optional<V>(answer) : std::nullopt;
}
} // namespace detail

/* N floats, copied from wherever they are. */
template <int N>
class Floats {
public:
    /* N floats in a row. A null pointer ends the program. */
    Floats(const float* floats) {
        if (floats == nullptr) detail::end({ASU_NULL, "a vector is null"});
        for (int i = 0; i < N; i++) floats_[i] = floats[i];
    }
    Floats(const std::array<float, N>& floats) : Floats(floats.data()) {}
    /* {x, y, z}, of the right length. */
    template <class... F, class = std::enable_if_t<sizeof...(F) == N && (std::is_arithmetic_v<F> && ...)>>
    Floats(F... floats) : floats_{static_cast<float>(floats)...} {}
    /* A struct of an engine with x, y, and so on: XMFLOAT3, D3DXVECTOR2, Ogre::Vector3. */
    template <class V, class = std::enable_if_t<std::is_same_v<std::decay_t<decltype(std::declval<V>().x)>, float>>>
    Floats(const V& vector) : Floats(&vector.x) {
        static_assert(sizeof(V) == N * sizeof(float), "expected a struct of as many floats as a vector has");
    }
    const float* data() const { return floats_; }

private:
    float floats_[N];
};

/* Sixteen floats and how they are stored. */
struct Matrix {
    const float* floats;
    AsuLayout layout;
};
/* XMFLOAT4X4, D3DXMATRIX: row vectors; `&matrix._11`, or `&matrix.m[0][0]`. */
inline Matrix directx(const float* matrix) { return {matrix, ASU_DIRECTX}; }
/* Ogre::Matrix4: column vectors, row after row; `matrix[0]`. */
inline Matrix ogre(const float* matrix) { return {matrix, ASU_OGRE}; }
/* OpenGL, glm: column vectors, column after column. */
inline Matrix opengl(const float* matrix) { return {matrix, ASU_OPENGL}; }
/* A glTF node's or joint's matrix. */
inline Matrix gltf(const float* matrix) { return {matrix, ASU_GLTF}; }

namespace detail {
template <int D>
struct Api;
#define ASUNDER_HPP_API(D)                                                                         \
    template <>                                                                                    \
    struct Api<D> {                                                                                \
        using Shape = AsuShape##D;                                                                 \
        using Data = AsuShapeData##D;                                                              \
        using Aabb = AsuAabb##D;                                                                   \
        using Pose = AsuPose##D;                                                                   \
        using Plane = AsuPlane##D;                                                                 \
        using Ray = AsuRay##D;                                                                     \
        using Segment = AsuSegment##D;                                                             \
        using HalfSpace = AsuHalfSpace##D;                                                         \
        using ClosestPoints = AsuClosestPoints##D;                                                 \
        using Penetration = AsuPenetration##D;                                                     \
        using Contact = AsuContact##D;                                                             \
        using RayHit = AsuRayHit##D;                                                               \
        using CastHit = AsuCastHit##D;                                                             \
        using RotatingHit = AsuRotatingHit##D;                                                     \
        using Sphere = AsuSphere##D;                                                               \
        using Stop = AsuStop##D;                                                                   \
        using ObstacleHit = AsuObstacleHit##D;                                                     \
        using Set = AsuSet##D;                                                                     \
        using World = AsuWorld##D;                                                                 \
        using Snapshot = AsuSnapshot##D;                                                           \
        using Collider = AsuCollider##D;                                                           \
        using Event = AsuEvent##D;                                                                 \
        using Pair = AsuColliderPair##D;                                                           \
        using BodyStop = AsuBodyStop##D;                                                           \
        using ColliderHit = AsuColliderHit##D;                                                     \
        using WalkOptions = AsuWalkOptions##D;                                                     \
        using Walk = AsuWalk##D;                                                                   \
        using Carried = AsuCarriedBody##D;                                                         \
        using Found = AsuFound##D;                                                                 \
        using Tree = AsuTree##D;                                                                   \
        using BoxPair = AsuBoxPair##D;                                                             \
        using History = AsuHistory##D;                                                             \
        using Moment = AsuMoment##D;                                                               \
        static constexpr auto prepare = asu_prepare##D;                                            \
        static constexpr auto release = asu_release##D;                                            \
        static constexpr auto transformed = asu_transformed##D;                                    \
        static constexpr auto under_matrix = asu_under_matrix##D;                                  \
        static constexpr auto enclosing = asu_enclosing##D;                                        \
        static constexpr auto obb_from_axes = asu_obb##D##_from_axes;                              \
        static constexpr auto aabb = asu_aabb##D;                                                  \
        static constexpr auto intersects = asu_intersects##D;                                      \
        static constexpr auto penetrates = asu_penetrates##D;                                      \
        static constexpr auto containment = asu_containment##D;                                    \
        static constexpr auto side = asu_side##D;                                                  \
        static constexpr auto distance = asu_distance##D;                                          \
        static constexpr auto closest_points = asu_closest_points##D;                              \
        static constexpr auto penetration = asu_penetration##D;                                    \
        static constexpr auto contact = asu_contact##D;                                            \
        static constexpr auto parted = asu_parted##D;                                              \
        static constexpr auto ray_cast = asu_ray_cast##D;                                          \
        static constexpr auto segment_cast = asu_segment_cast##D;                                  \
        static constexpr auto cast = asu_cast##D;                                                  \
        static constexpr auto cast_rotating = asu_cast_rotating##D;                                \
        static constexpr auto bounding_sphere = asu_bounding_sphere##D;                            \
        static constexpr auto move_until_contact = asu_move_until_contact##D;                      \
        static constexpr auto explain = asu_explain##D;                                            \
        static constexpr auto set_create = asu_set##D##_create;                                    \
        static constexpr auto set_destroy = asu_set##D##_destroy;                                  \
        static constexpr auto set_push = asu_set##D##_push;                                        \
        static constexpr auto set_replace = asu_set##D##_replace;                                  \
        static constexpr auto set_clear = asu_set##D##_clear;                                      \
        static constexpr auto set_length = asu_set##D##_length;                                    \
        static constexpr auto set_intersecting = asu_set##D##_intersecting;                        \
        static constexpr auto set_pairs = asu_set##D##_intersecting_pairs;                         \
        static constexpr auto world_create = asu_world##D##_create;                                \
        static constexpr auto world_create_with_layers = asu_world##D##_create_with_layers;        \
        static constexpr auto world_destroy = asu_world##D##_destroy;                              \
        static constexpr auto world_set_response = asu_world##D##_set_response;                    \
        static constexpr auto world_insert = asu_world##D##_insert;                                \
        static constexpr auto world_remove = asu_world##D##_remove;                                \
        static constexpr auto world_contains = asu_world##D##_contains;                            \
        static constexpr auto world_set_pose = asu_world##D##_set_pose;                            \
        static constexpr auto world_set_shapes = asu_world##D##_set_shapes;                        \
        static constexpr auto world_shape = asu_world##D##_shape;                                  \
        static constexpr auto world_step = asu_world##D##_step;                                    \
        static constexpr auto world_events = asu_world##D##_events;                                \
        static constexpr auto world_pairs = asu_world##D##_pairs;                                  \
        static constexpr auto world_move = asu_world##D##_move;                                    \
        static constexpr auto world_depenetrate = asu_world##D##_depenetrate;                      \
        static constexpr auto walk_options = asu_walk_options##D;                                  \
        static constexpr auto world_walk = asu_world##D##_walk;                                    \
        static constexpr auto world_carry = asu_world##D##_carry;                                  \
        static constexpr auto world_begin_attack = asu_world##D##_begin_attack;                    \
        static constexpr auto world_end_attack = asu_world##D##_end_attack;                        \
        static constexpr auto world_intersecting = asu_world##D##_intersecting;                    \
        static constexpr auto world_ray_cast = asu_world##D##_ray_cast;                            \
        static constexpr auto world_cast = asu_world##D##_cast;                                    \
        static constexpr auto world_snapshot = asu_world##D##_snapshot;                            \
        static constexpr auto world_restore = asu_world##D##_restore;                              \
        static constexpr auto snapshot_destroy = asu_snapshot##D##_destroy;                        \
        static constexpr auto world_hash = asu_world##D##_hash;                                    \
        static constexpr auto tree_create = asu_tree##D##_create;                                  \
        static constexpr auto tree_destroy = asu_tree##D##_destroy;                                \
        static constexpr auto tree_set = asu_tree##D##_set;                                        \
        static constexpr auto tree_remove = asu_tree##D##_remove;                                  \
        static constexpr auto tree_moved_pairs = asu_tree##D##_moved_pairs;                        \
        static constexpr auto tree_last_pairs = asu_tree##D##_last_pairs;                          \
        static constexpr auto tree_intersecting = asu_tree##D##_intersecting;                      \
        static constexpr auto history_create = asu_history##D##_create;                            \
        static constexpr auto history_destroy = asu_history##D##_destroy;                          \
        static constexpr auto history_record = asu_history##D##_record;                            \
        static constexpr auto history_ray_cast = asu_history##D##_ray_cast;                        \
        static constexpr auto recorder_record = asu_recorder_record##D;                            \
    };
ASUNDER_HPP_API(2)
ASUNDER_HPP_API(3)
#undef ASUNDER_HPP_API
} // namespace detail

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
        std::vector<typename Api::Shape> raw;
        for (const Shape& obstacle : obstacles) raw.push_back(obstacle.raw_);
        std::vector<typename Api::ObstacleHit> hits(raw.size());
        typename Api::Stop stop{};
        const AsuStatus status = Api::move_until_contact(
            &raw_, motion.data(), raw.data(), raw.size(), &stop, hits.data(), hits.size());
        if (status != ASU_OK) return last_error(status);
        hits.resize(stop.hit_count);
        return std::pair(stop, std::move(hits));
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
        std::size_t length = 0;
        detail::must(Api::explain(&raw_, &other.raw_, nullptr, 0, &length));
        std::string text(length, '\0');
        detail::must(Api::explain(&raw_, &other.raw_, text.data(), length + 1, &length));
        return text;
    }
    const typename Api::Shape& raw() const { return raw_; }

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
    template <class V, class Call>
    static Result<std::optional<V>> maybe(Call call) {
        V answer{};
        const AsuStatus status = call(&answer);
        if (status != ASU_OK) return last_error(status);
        return detail::found(answer);
    }

    template <int>
    friend class World;
    typename Api::Shape raw_;
    /* What the library keeps of a hull or frustum, until the last copy is gone. */
    std::shared_ptr<const typename Api::Shape> stored_;
};

/* Many shapes of one kind, which answer together. */
template <int D>
class Set {
    using Api = detail::Api<D>;

public:
    /* Of ASU_SPHERE, ASU_AABB, ASU_OBB or ASU_CAPSULE. */
    static Result<Set> create(AsuShapeKind kind) {
        typename Api::Set set{};
        const AsuStatus status = Api::set_create(kind, &set);
        if (status != ASU_OK) return last_error(status);
        return Set(set);
    }
    Set(Set&& other) noexcept : set_(std::exchange(other.set_, {0})) {}
    Set& operator=(Set&& other) noexcept {
        std::swap(set_, other.set_);
        return *this;
    }
    ~Set() {
        if (set_.handle != 0) Api::set_destroy(set_);
    }
    Done push(const Shape<D>& shape) { return detail::done(Api::set_push(set_, &shape.raw(), 1)); }
    Done replace(std::size_t index, const Shape<D>& shape) {
        return detail::done(Api::set_replace(set_, index, &shape.raw()));
    }
    void clear() { detail::must(Api::set_clear(set_)); }
    std::size_t size() const {
        return detail::answered<std::size_t>([&](auto* to) { return Api::set_length(set_, to); });
    }
    /* The numbers of those that share a point with a shape. */
    std::vector<std::uint32_t> intersecting(const Shape<D>& shape) const {
        return detail::listed<std::uint32_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::set_intersecting(set_, &shape.raw(), to, capacity, count);
        });
    }
    /* The places of the pairs (of this set, of the other) that share a point. */
    Result<std::vector<std::uint32_t>>
    intersecting_pairs(const Set& other, const std::vector<std::array<std::uint32_t, 2>>& pairs) const {
        std::vector<std::uint32_t> places(pairs.size());
        std::size_t count = 0;
        const auto* numbers = pairs.empty() ? nullptr : pairs[0].data();
        const AsuStatus status = Api::set_pairs(
            set_, other.set_, numbers, pairs.size(), places.data(), places.size(), &count);
        if (status != ASU_OK) return last_error(status);
        places.resize(count);
        return places;
    }

private:
    explicit Set(typename Api::Set set) : set_(set) {}
    typename Api::Set set_;
};

/* Bodies over time: what came into contact, walks, attacks. */
template <int D>
class World {
    using Api = detail::Api<D>;
    using Vector = Floats<D>;

public:
    using Body = std::uint64_t;

    static World create() {
        return World(detail::answered<typename Api::World>([](auto* to) { return Api::world_create(to); }));
    }
    /* With the layers `default`, which has number 0, and those named, and who responds how. */
    static Result<World>
    create(const std::vector<const char*>& names, const std::vector<AsuLayerPair>& pairs) {
        const AsuLayers layers{names.data(), names.size(), pairs.data(), pairs.size()};
        typename Api::World world{};
        const AsuStatus status = Api::world_create_with_layers(&layers, &world);
        if (status != ASU_OK) return last_error(status);
        return World(world);
    }
    World(World&& other) noexcept : world_(std::exchange(other.world_, {0})) {}
    World& operator=(World&& other) noexcept {
        std::swap(world_, other.world_);
        return *this;
    }
    ~World() {
        if (world_.handle != 0) Api::world_destroy(world_);
    }

    /* How two layers, by their numbers, respond to one another. */
    Done respond(std::uint32_t a, std::uint32_t b, AsuResponse response) {
        return detail::done(Api::world_set_response(world_, a, b, response));
    }
    /* A collider with the defaults: on layer 0, on no bone. */
    static typename Api::Collider collider(const Shape<D>& shape, std::uint32_t layer = 0) {
        typename Api::Collider collider{};
        collider.shape = shape.raw();
        collider.layer = layer;
        collider.bone = ASU_NO_BONE;
        return collider;
    }
    Result<Body> insert(const Shape<D>& shape, AsuBodyKind kind, std::uint32_t layer = 0) {
        return insert({collider(shape, layer)}, kind);
    }
    Result<Body> insert(
        const std::vector<typename Api::Collider>& colliders, AsuBodyKind kind,
        std::optional<std::uint64_t> owner = std::nullopt) {
        const AsuBodyOptions options{std::uint32_t(kind), owner ? 1u : 0u, owner.value_or(0)};
        return detail::asked<Body>([&](auto* to) {
            return Api::world_insert(world_, colliders.data(), colliders.size(), &options, to);
        });
    }
    Done remove(Body body) { return detail::done(Api::world_remove(world_, body)); }
    bool contains(Body body) const {
        return detail::answered<bool>([&](auto* to) { return Api::world_contains(world_, body, to); });
    }
    Done place(Body body, const typename Api::Pose& pose) {
        return detail::done(Api::world_set_pose(world_, body, &pose));
    }
    /* Shapes that are placed already, as many as the body has colliders. */
    Done place(Body body, const std::vector<Shape<D>>& shapes) {
        std::vector<typename Api::Shape> raw;
        for (const Shape<D>& shape : shapes) raw.push_back(shape.raw_);
        return detail::done(Api::world_set_shapes(world_, body, raw.data(), raw.size()));
    }
    /* The shape of a collider, placed. */
    Result<Shape<D>> shape(AsuColliderId id) const {
        return Shape<D>::kept([&](auto* to) { return Api::world_shape(world_, id, to); });
    }
    /* Finds what came into contact, and what no longer is. */
    void step() { detail::must(Api::world_step(world_)); }
    std::vector<typename Api::Event> events() const {
        return detail::listed<typename Api::Event>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::world_events(world_, to, capacity, count);
        });
    }
    std::vector<typename Api::Pair> pairs() const {
        return detail::listed<typename Api::Pair>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::world_pairs(world_, to, capacity, count);
        });
    }
    /* Moves a body until it would penetrate what blocks it. */
    Result<typename Api::BodyStop> move(Body body, Vector motion) {
        return detail::asked<typename Api::BodyStop>([&](auto* to) {
            return Api::world_move(world_, body, motion.data(), to, nullptr, 0);
        });
    }
    /* Moves a body out of what it penetrates and that blocks it, and says by how much; nothing, if there is
       no free place near by. */
    Result<std::optional<std::array<float, D>>> depenetrate(Body body) {
        std::array<float, D> moved{};
        bool is = false;
        const AsuStatus status = Api::world_depenetrate(world_, body, moved.data(), &is);
        if (status != ASU_OK) return last_error(status);
        return is ? std::optional(moved) : std::nullopt;
    }
    static typename Api::WalkOptions walk_options() { return Api::walk_options(); }
    /* Walks a body for a time: slides, climbs, stays on floors that move. */
    Result<typename Api::Walk> walk(
        Body body, Vector velocity, float dt, const typename Api::WalkOptions& options = walk_options()) {
        return detail::asked<typename Api::Walk>([&](auto* to) {
            return Api::world_walk(world_, body, velocity.data(), dt, &options, to, nullptr, 0);
        });
    }
    /* Moves a carrier to a pose, with all who stand on it: those who were moved, up to `most`. */
    Result<std::vector<typename Api::Carried>>
    carry(Body body, const typename Api::Pose& pose, std::size_t most = 64) {
        std::vector<typename Api::Carried> carried(most);
        std::size_t count = 0;
        const AsuStatus status =
            Api::world_carry(world_, body, &pose, carried.data(), carried.size(), &count);
        if (status != ASU_OK) return last_error(status);
        carried.resize(count < most ? count : most);
        return carried;
    }
    /* Sweeps colliders from step to step, until the attack ends. */
    Result<std::uint64_t> begin_attack(
        std::uint64_t owner, const std::vector<AsuColliderId>& colliders, std::uint64_t rehit_after = 0) {
        return detail::asked<std::uint64_t>([&](auto* to) {
            return Api::world_begin_attack(
                world_, owner, rehit_after, colliders.data(), colliders.size(), to);
        });
    }
    Done end_attack(std::uint64_t attack) { return detail::done(Api::world_end_attack(world_, attack)); }
    std::vector<typename Api::Found> intersecting(const Shape<D>& shape, const AsuFilter* filter = nullptr) const {
        return detail::listed<typename Api::Found>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::world_intersecting(world_, &shape.raw(), filter, to, capacity, count);
        });
    }
    /* The first collider that a ray meets, and where. */
    Result<std::optional<std::pair<typename Api::Found, typename Api::RayHit>>>
    ray_cast(Vector origin, Vector direction, const AsuFilter* filter = nullptr) const {
        typename Api::Ray ray;
        for (int i = 0; i < D; i++) {
            ray.origin[i] = origin.data()[i];
            ray.direction[i] = direction.data()[i];
        }
        return first<typename Api::RayHit>(
            [&](auto* to, auto* hit) { return Api::world_ray_cast(world_, &ray, filter, to, hit); });
    }
    /* The first collider that a moving shape meets, and where. */
    Result<std::optional<std::pair<typename Api::Found, typename Api::CastHit>>>
    cast(const Shape<D>& shape, Vector motion, const AsuFilter* filter = nullptr) const {
        return first<typename Api::CastHit>([&](auto* to, auto* hit) {
            return Api::world_cast(world_, &shape.raw(), motion.data(), filter, to, hit);
        });
    }

    /* The state of a world at one time. */
    class Snapshot {
    public:
        Snapshot(Snapshot&& other) noexcept : snapshot_(std::exchange(other.snapshot_, {0})) {}
        Snapshot& operator=(Snapshot&& other) noexcept {
            std::swap(snapshot_, other.snapshot_);
            return *this;
        }
        ~Snapshot() {
            if (snapshot_.handle != 0) Api::snapshot_destroy(snapshot_);
        }

    private:
        friend class World;
        explicit Snapshot(typename Api::Snapshot snapshot) : snapshot_(snapshot) {}
        typename Api::Snapshot snapshot_;
    };
    Snapshot snapshot() const {
        return Snapshot(detail::answered<typename Api::Snapshot>(
            [&](auto* to) { return Api::world_snapshot(world_, to); }));
    }
    void restore(const Snapshot& snapshot) { detail::must(Api::world_restore(world_, snapshot.snapshot_)); }
    std::uint64_t hash() const {
        return detail::answered<std::uint64_t>([&](auto* to) { return Api::world_hash(world_, to); });
    }

    /* The handle, for what asunder.h has beyond this wrapper. */
    typename Api::World raw() const { return world_; }

private:
    explicit World(typename Api::World world) : world_(world) {}
    template <class Hit, class Call>
    static Result<std::optional<std::pair<typename Api::Found, Hit>>> first(Call call) {
        typename Api::Found found{};
        Hit hit{};
        const AsuStatus status = call(&found, &hit);
        if (status != ASU_OK) return last_error(status);
        if (!hit.found) return std::optional<std::pair<typename Api::Found, Hit>>();
        return std::optional(std::pair(found, hit));
    }
    typename Api::World world_;
};

/* Which of many numbered boxes overlap, for those who keep shapes elsewhere. */
template <int D>
class Tree {
    using Api = detail::Api<D>;

public:
    static Tree create() {
        return Tree(detail::answered<typename Api::Tree>([](auto* to) { return Api::tree_create(to); }));
    }
    Tree(Tree&& other) noexcept : tree_(std::exchange(other.tree_, {0})) {}
    Tree& operator=(Tree&& other) noexcept {
        std::swap(tree_, other.tree_);
        return *this;
    }
    ~Tree() {
        if (tree_.handle != 0) Api::tree_destroy(tree_);
    }
    Done set(std::uint32_t number, const typename Api::Aabb& aabb, AsuBodyKind kind) {
        return detail::done(Api::tree_set(tree_, number, &aabb, kind));
    }
    void remove(std::uint32_t number) { detail::must(Api::tree_remove(tree_, number)); }
    /* The pairs that overlap, of which at least one was set since the last call. */
    std::vector<typename Api::BoxPair> moved_pairs() {
        const auto count =
            detail::answered<std::size_t>([&](auto* to) { return Api::tree_moved_pairs(tree_, to); });
        std::vector<typename Api::BoxPair> pairs(count);
        detail::answered<std::size_t>(
            [&](auto* to) { return Api::tree_last_pairs(tree_, pairs.data(), count, to); });
        return pairs;
    }
    /* The numbers of the boxes that share a point with a shape. */
    std::vector<std::uint32_t> intersecting(const Shape<D>& shape) const {
        return detail::listed<std::uint32_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::tree_intersecting(tree_, &shape.raw(), to, capacity, count);
        });
    }

private:
    explicit Tree(typename Api::Tree tree) : tree_(tree) {}
    typename Api::Tree tree_;
};

/* Where the moving bodies of a world were at earlier ticks. */
template <int D>
class History {
    using Api = detail::Api<D>;

public:
    /* Of the last `max_rewind` ticks and the newest. */
    static History create(std::uint64_t max_rewind) {
        return History(detail::answered<typename Api::History>(
            [&](auto* to) { return Api::history_create(max_rewind, to); }));
    }
    History(History&& other) noexcept : history_(std::exchange(other.history_, {0})) {}
    History& operator=(History&& other) noexcept {
        std::swap(history_, other.history_);
        return *this;
    }
    ~History() {
        if (history_.handle != 0) Api::history_destroy(history_);
    }
    void record(std::uint64_t tick, const World<D>& world) {
        detail::must(Api::history_record(history_, tick, world.raw()));
    }
    /* The first collider that a ray met at a moment, and where. */
    Result<std::optional<std::pair<typename Api::Found, typename Api::RayHit>>>
    ray_cast(const World<D>& world, typename Api::Moment moment, Floats<D> origin, Floats<D> direction,
             const AsuFilter* filter = nullptr) const {
        typename Api::Ray ray;
        for (int i = 0; i < D; i++) {
            ray.origin[i] = origin.data()[i];
            ray.direction[i] = direction.data()[i];
        }
        typename Api::Found found{};
        typename Api::RayHit hit{};
        const AsuStatus status =
            Api::history_ray_cast(history_, world.raw(), moment, &ray, filter, &found, &hit);
        if (status != ASU_OK) return last_error(status);
        if (!hit.found) return std::optional<std::pair<typename Api::Found, typename Api::RayHit>>();
        return std::optional(std::pair(found, hit));
    }

private:
    explicit History(typename Api::History history) : history_(history) {}
    typename Api::History history_;
};

/* What happened tick by tick, in bytes that `asunder view` plays. */
class Recorder {
public:
    static Recorder create(const char* title, std::uint32_t ticks_per_second) {
        return Recorder(detail::answered<AsuRecorder>(
            [&](auto* to) { return asu_recorder_create(title, ticks_per_second, to); }));
    }
    Recorder(Recorder&& other) noexcept : recorder_(std::exchange(other.recorder_, {0})) {}
    Recorder& operator=(Recorder&& other) noexcept {
        std::swap(recorder_, other.recorder_);
        return *this;
    }
    ~Recorder() {
        if (recorder_.handle != 0) asu_recorder_destroy(recorder_);
    }
    template <int D>
    Done record(std::uint64_t tick, const World<D>& world) {
        return detail::done(detail::Api<D>::recorder_record(recorder_, tick, world.raw()));
    }
    /* Ends the recording: the bytes of its file. */
    std::vector<std::uint8_t> finish() {
        return detail::listed<std::uint8_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return asu_recorder_finish(recorder_, to, capacity, count);
        });
    }

private:
    explicit Recorder(AsuRecorder recorder) : recorder_(recorder) {}
    AsuRecorder recorder_;
};

using Shape2 = Shape<2>;
using Shape3 = Shape<3>;
using Set2 = Set<2>;
using Set3 = Set<3>;
using World2 = World<2>;
using World3 = World<3>;
using Tree2 = Tree<2>;
using Tree3 = Tree<3>;
using History2 = History<2>;
using History3 = History<3>;

} // namespace asunder

#endif
