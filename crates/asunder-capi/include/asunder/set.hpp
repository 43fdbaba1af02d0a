/* asunder for C++17: many shapes, which answer together. Include asunder.hpp. */
#ifndef ASUNDER_SET_HPP
#define ASUNDER_SET_HPP

#include "shape.hpp"

namespace asunder {

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
    Done push(const Shape<D>& shape) { return detail::done(Api::set_push(owned_.get(), &shape.raw(), 1)); }
    Done replace(std::size_t index, const Shape<D>& shape) {
        return detail::done(Api::set_replace(owned_.get(), index, &shape.raw()));
    }
    void clear() { detail::must(Api::set_clear(owned_.get())); }
    std::size_t size() const {
        return detail::answered<std::size_t>([&](auto* to) { return Api::set_length(owned_.get(), to); });
    }
    /* Removes a shape, and gives the last one its number. */
    Done swap_remove(std::size_t index) { return detail::done(Api::set_swap_remove(owned_.get(), index)); }
    /* The numbers of those that share a point with a shape. */
    std::vector<std::uint32_t> intersecting(const Shape<D>& shape) const {
        return meeting(Api::set_intersecting, shape);
    }
    /* The numbers of those that share inner points: touching does not count. */
    std::vector<std::uint32_t> penetrating(const Shape<D>& shape) const {
        return meeting(Api::set_penetrating, shape);
    }
    /* The places of the pairs (of this set, of the other) that share a point. */
    Result<std::vector<std::uint32_t>>
    intersecting_pairs(const Set& other, const std::vector<std::array<std::uint32_t, 2>>& pairs) const {
        return meeting_pairs(Api::set_intersecting_pairs, other, pairs);
    }
    Result<std::vector<std::uint32_t>>
    penetrating_pairs(const Set& other, const std::vector<std::array<std::uint32_t, 2>>& pairs) const {
        return meeting_pairs(Api::set_penetrating_pairs, other, pairs);
    }

private:
    explicit Set(typename Api::Set set) : owned_(set) {}
    template <class Ask>
    std::vector<std::uint32_t> meeting(Ask ask, const Shape<D>& shape) const {
        return detail::listed<std::uint32_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return ask(owned_.get(), &shape.raw(), to, capacity, count);
        });
    }
    template <class Ask>
    Result<std::vector<std::uint32_t>> meeting_pairs(
        Ask ask, const Set& other, const std::vector<std::array<std::uint32_t, 2>>& pairs) const {
        std::vector<std::uint32_t> places(pairs.size());
        std::size_t count = 0;
        const auto* numbers = pairs.empty() ? nullptr : pairs[0].data();
        const AsuStatus status = ask(
            owned_.get(), other.owned_.get(), numbers, pairs.size(), places.data(), places.size(), &count);
        if (status != ASU_OK) return last_error(status);
        places.resize(count);
        return places;
    }
    detail::Owned<typename Api::Set, Api::set_destroy> owned_;
};

/* Which of many numbered boxes overlap, for those who keep shapes elsewhere. */
template <int D>
class Tree {
    using Api = detail::Api<D>;

public:
    static Tree create() {
        return Tree(detail::answered<typename Api::Tree>([](auto* to) { return Api::tree_create(to); }));
    }
    Done set(std::uint32_t number, const typename Api::Aabb& aabb, AsuBodyKind kind) {
        return detail::done(Api::tree_set(owned_.get(), number, &aabb, kind));
    }
    void remove(std::uint32_t number) { detail::must(Api::tree_remove(owned_.get(), number)); }
    /* The pairs that overlap, of which at least one was set since the last call. */
    std::vector<AsuBoxPair> moved_pairs() {
        const auto count =
            detail::answered<std::size_t>([&](auto* to) { return Api::tree_moved_pairs(owned_.get(), to); });
        std::vector<AsuBoxPair> pairs(count);
        detail::answered<std::size_t>(
            [&](auto* to) { return Api::tree_last_pairs(owned_.get(), pairs.data(), count, to); });
        return pairs;
    }
    /* Sorts in what was set since the last pairs, so that questions before the next ones are quick. */
    void settle() { detail::must(Api::tree_settle(owned_.get())); }
    /* The numbers of the boxes that share a point with a shape. */
    std::vector<std::uint32_t> intersecting(const Shape<D>& shape) const {
        return detail::listed<std::uint32_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::tree_intersecting(owned_.get(), &shape.raw(), to, capacity, count);
        });
    }

private:
    explicit Tree(typename Api::Tree tree) : owned_(tree) {}
    detail::Owned<typename Api::Tree, Api::tree_destroy> owned_;
};

using Set2 = Set<2>;
using Set3 = Set<3>;
using Tree2 = Tree<2>;
using Tree3 = Tree<3>;

} // namespace asunder

#endif
