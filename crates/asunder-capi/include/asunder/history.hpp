/* asunder for C++17: earlier ticks. Include asunder.hpp. */
#ifndef ASUNDER_HISTORY_HPP
#define ASUNDER_HISTORY_HPP

#include "recorder.hpp"
#include "world.hpp"

namespace asunder {

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
    void record(std::uint64_t tick, const World<D>& world) {
        detail::must(Api::history_record(raw(), tick, world.raw()));
    }
    /* The skin of a body at the tick recorded last, in space: shots through its hitboxes' air are then told. */
    template <int E = D>
    std::enable_if_t<E == 3, Done>
    record_skin(std::uint64_t body, const Skin& skin, const AsuBones& bones, Matrix model) {
        return detail::done(asu_history3_record_skin(
            raw(), body, skin.raw(), &bones, model.floats, std::uint32_t(model.layout)));
    }
    std::uint64_t max_rewind() const {
        return detail::answered<std::uint64_t>([&](auto* to) { return Api::history_max_rewind(raw(), to); });
    }
    std::vector<std::uint64_t> ticks() const {
        return detail::listed<std::uint64_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::history_ticks(raw(), to, capacity, count);
        });
    }
    /* The world at a moment, for questions; the bodies of some owners at moments of their own. */
    View<D> at(const World<D>& world, AsuMoment moment, std::vector<AsuOwnTime> own = {}) const {
        return View<D>(world.raw(), raw(), moment, std::move(own));
    }
    /* What a shape hits first while it flies from one tick to a later one, by `motion` in each. */
    Result<typename Api::Flight> cast_through(
        const World<D>& world, std::uint64_t from, std::uint64_t to, const Shape<D>& shape, Floats<D> motion,
        const Filter& filter = {}) const {
        const AsuFilter asked = filter.raw();
        return detail::asked<typename Api::Flight>([&](auto* flight) {
            return Api::history_cast_through(
                raw(), world.raw(), from, to, &shape.raw(), motion.data(), &asked, flight);
        });
    }
    /* Whether a claimed shot hit, in the world as its shooter saw it; a recorder notes it. */
    Result<typename Api::ShotVerdict> validate_shot(
        const World<D>& world, const typename Api::ShotClaim& claim, const Filter& filter = {},
        const Recorder* recorder = nullptr) const {
        const AsuFilter asked = filter.raw();
        const AsuRecorder notes = recorder == nullptr ? AsuRecorder{0} : recorder->raw();
        return detail::asked<typename Api::ShotVerdict>([&](auto* verdict) {
            return Api::history_validate_shot(raw(), world.raw(), &claim, &asked, notes, verdict);
        });
    }
    typename Api::History raw() const { return owned_.get(); }

private:
    explicit History(typename Api::History history) : owned_(history) {}
    detail::Owned<typename Api::History, Api::history_destroy> owned_;
};

/* Events across a rollback: each is told once, however often its step is played. */
template <int D>
class Log {
    using Api = detail::Api<D>;

public:
    static Log create() {
        return Log(detail::answered<typename Api::Log>([](auto* to) { return Api::log_create(to); }));
    }
    /* Records the last step of a world. */
    void record(const World<D>& world) { detail::must(Api::log_record(owned_.get(), world.raw())); }
    /* What happened and was not told yet, and what was told and did not happen after all. */
    std::vector<typename Api::Correction> events_since_confirmed() {
        const auto count =
            detail::answered<std::size_t>([&](auto* to) { return Api::log_compare(owned_.get(), to); });
        std::vector<typename Api::Correction> corrections(count);
        detail::answered<std::size_t>(
            [&](auto* to) { return Api::log_corrections(owned_.get(), corrections.data(), count, to); });
        return corrections;
    }
    void confirm(std::uint64_t step) { detail::must(Api::log_confirm(owned_.get(), step)); }

private:
    explicit Log(typename Api::Log log) : owned_(log) {}
    detail::Owned<typename Api::Log, Api::log_destroy> owned_;
};

using History2 = History<2>;
using History3 = History<3>;
using Log2 = Log<2>;
using Log3 = Log<3>;

} // namespace asunder

#endif
