/* asunder for C++17: questions about a world. Include asunder.hpp. */
#ifndef ASUNDER_VIEW_HPP
#define ASUNDER_VIEW_HPP

#include "shape.hpp"

#include <cmath>
#include <cstdint>

namespace asunder {

/* Which colliders a question is about: all, to be narrowed. */
class Filter {
public:
    /* Those of layers whose bits are set. */
    Filter& layers(std::uint64_t bits) { return raw_.layers = bits, *this; }
    /* None of an owner's: a shot does not hit the shooter. */
    Filter& not_of(std::uint64_t owner) { return raw_.has_not_of = 1, raw_.not_of = owner, *this; }
    Filter& not_of_any(std::vector<std::uint64_t> owners) { return owners_ = std::move(owners), *this; }
    /* Only an owner's. */
    Filter& only_of(std::uint64_t owner) { return raw_.has_only_of = 1, raw_.only_of = owner, *this; }
    /* It points into this. */
    AsuFilter raw() const {
        AsuFilter filter = raw_;
        filter.not_of_any = owners_.data(), filter.not_of_any_count = owners_.size();
        return filter;
    }

private:
    AsuFilter raw_ = asu_filter();
    std::vector<std::uint64_t> owners_;
};

/* A question about a view: for any answer, the first ones, or all, in order. */
template <class Found, class List, class Any>
class Query {
public:
    Query(List list, Any any) : list_(std::move(list)), any_(std::move(any)) {}
    /* The same of the colliders that a filter admits. */
    Query filter(Filter filter) const {
        Query query = *this;
        query.filter_ = std::move(filter);
        return query;
    }
    /* Whether there is an answer: it ends at the first that it finds. */
    Result<bool> any() const {
        const AsuFilter filter = filter_.raw();
        return detail::asked<bool>([&](bool* to) { return any_(&filter, to); });
    }
    Result<std::optional<Found>> first() const {
        const AsuFilter filter = filter_.raw();
        Found found{};
        std::size_t count = 0;
        const AsuStatus status = list_(&filter, std::size_t(1), &found, std::size_t(1), &count);
        if (status != ASU_OK) return last_error(status);
        return count == 0 ? std::nullopt : std::optional<Found>(found);
    }
    /* The first `most` in order: the nearest ones. */
    Result<std::vector<Found>> first_n(std::size_t most) const {
        const AsuFilter filter = filter_.raw();
        return detail::listed_if<Found>([&](Found* to, std::size_t capacity, std::size_t* count) {
            return list_(&filter, most, to, capacity, count);
        });
    }
    Result<std::vector<Found>> all() const { return first_n(SIZE_MAX); }

private:
    List list_;
    Any any_;
    Filter filter_;
};

/* A world at one moment: now, or at a tick of its history. It does not keep them. */
template <int D>
class View {
    using Api = detail::Api<D>;
    using Vector = Floats<D>;

public:
    View(typename Api::World world, typename Api::History history, AsuMoment moment,
         std::vector<AsuOwnTime> own)
        : world_(world), history_(history), moment_(moment), own_(std::move(own)) {}

    /* The colliders that share a point with a shape, by id; for a frustum, what a camera sees. */
    auto intersecting(const Shape<D>& shape) const {
        return query<AsuFound>(
            [=](const auto* view, auto... rest) { return Api::view_intersecting(view, &shape.raw(), rest...); },
            [=](const auto* view, auto... rest) { return Api::view_any_intersecting(view, &shape.raw(), rest...); });
    }
    /* Those that a ray meets, by fraction, then id. */
    auto ray(Vector origin, Vector direction) const {
        typename Api::Ray ray;
        copy(origin, ray.origin), copy(direction, ray.direction);
        return query<typename Api::RayFound>(
            [=](const auto* view, auto... rest) { return Api::view_ray(view, &ray, rest...); },
            [=](const auto* view, auto... rest) { return Api::view_any_on_ray(view, &ray, rest...); });
    }
    /* Those that a segment meets, from `a` to `b`. */
    auto segment(Vector a, Vector b) const {
        typename Api::Segment segment;
        copy(a, segment.a), copy(b, segment.b);
        return query<typename Api::RayFound>(
            [=](const auto* view, auto... rest) { return Api::view_segment(view, &segment, rest...); },
            [=](const auto* view, auto... rest) { return Api::view_any_on_segment(view, &segment, rest...); });
    }
    /* Those that a moving shape meets, by fraction, then id. */
    auto cast(const Shape<D>& shape, Vector motion) const {
        return query<typename Api::CastFound>(
            [=](const auto* view, auto... rest) {
                return Api::view_cast(view, &shape.raw(), motion.data(), rest...);
            },
            [=](const auto* view, auto... rest) {
                return Api::view_any_on_cast(view, &shape.raw(), motion.data(), rest...);
            });
    }
    /* Those near a shape, by distance, then id. */
    auto near_to(const Shape<D>& shape, float within = HUGE_VALF) const {
        return query<typename Api::NearFound>(
            [=](const auto* view, auto... rest) { return Api::view_near(view, &shape.raw(), within, rest...); },
            [=](const auto* view, auto... rest) {
                return Api::view_any_near(view, &shape.raw(), within, rest...);
            });
    }
    /* What each of many meets first, in one call; `hit.found` is false where there is none. */
    Result<std::vector<typename Api::RayFound>>
    rays(const std::vector<typename Api::Ray>& rays, const Filter& filter = {}) const {
        return each(Api::view_rays, rays, filter);
    }
    Result<std::vector<typename Api::RayFound>>
    segments(const std::vector<typename Api::Segment>& segments, const Filter& filter = {}) const {
        return each(Api::view_segments, segments, filter);
    }
    /* The shape of a collider, placed as it is, or was. */
    Result<Shape<D>> shape(AsuColliderId id) const {
        const auto view = raw();
        const auto shape = detail::asked<typename Api::Shape>(
            [&](auto* to) { return Api::view_shape(&view, id, to); });
        if (!shape) return shape.error();
        return Shape<D>::adopted(*shape);
    }
    Result<std::vector<AsuColliderId>> colliders() const {
        const auto view = raw();
        return detail::listed_if<AsuColliderId>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::view_colliders(&view, to, capacity, count);
        });
    }
    /* The moment of the past that it shows, and whether another was asked for; nothing for now. */
    Result<std::optional<std::pair<AsuMoment, bool>>> moment() const {
        const auto view = raw();
        AsuMoment moment{};
        bool is_past = false, clamped = false;
        const AsuStatus status = Api::view_moment(&view, &is_past, &moment, &clamped);
        if (status != ASU_OK) return last_error(status);
        return is_past ? std::optional(std::pair(moment, clamped)) : std::nullopt;
    }
    /* The struct of asunder.h, which points into this. */
    typename Api::View raw() const { return {world_, history_, moment_, own_.data(), own_.size()}; }

private:
    static void copy(Vector from, float (&to)[D]) {
        for (int i = 0; i < D; i++) to[i] = from.data()[i];
    }
    template <class Found, class List, class Any>
    auto query(List list, Any any) const {
        const View view = *this;
        auto listed = [=](const AsuFilter* filter, std::size_t most, Found* to, std::size_t capacity,
                          std::size_t* count) {
            const auto raw = view.raw();
            return list(&raw, filter, most, to, capacity, count);
        };
        auto any_of = [=](const AsuFilter* filter, bool* to) {
            const auto raw = view.raw();
            return any(&raw, filter, to);
        };
        return Query<Found, decltype(listed), decltype(any_of)>(listed, any_of);
    }
    template <class Line, class Ask>
    Result<std::vector<typename Api::RayFound>>
    each(Ask ask, const std::vector<Line>& lines, const Filter& filter) const {
        const auto view = raw();
        const AsuFilter asked = filter.raw();
        std::vector<typename Api::RayFound> found(lines.size());
        const AsuStatus status = ask(&view, lines.data(), lines.size(), &asked, found.data());
        if (status != ASU_OK) return last_error(status);
        return found;
    }
    typename Api::World world_;
    typename Api::History history_;
    AsuMoment moment_;
    std::vector<AsuOwnTime> own_;
};

using View2 = View<2>;
using View3 = View<3>;

} // namespace asunder

#endif
