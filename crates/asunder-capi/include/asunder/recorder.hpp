/* asunder for C++17: recordings. Include asunder.hpp. */
#ifndef ASUNDER_RECORDER_HPP
#define ASUNDER_RECORDER_HPP

#include "world.hpp"

namespace asunder {

/* What happened tick by tick, in bytes that `asunder view` plays. */
class Recorder {
public:
    static Recorder create(const char* title, std::uint32_t ticks_per_second) {
        return Recorder(detail::answered<AsuRecorder>(
            [&](auto* to) { return asu_recorder_create(title, ticks_per_second, to); }));
    }
    /* Records a tick, after its step. */
    template <int D>
    Done record(std::uint64_t tick, const World<D>& world) {
        return detail::done(detail::Api<D>::recorder_record(raw(), tick, world.raw()));
    }
    /* Notes moves, slides, walks and attacks of a world from now on, as their calls are made. */
    template <int D>
    Done watch(const World<D>& world) {
        return detail::done(detail::Api<D>::recorder_watch(raw(), world.raw()));
    }
    /* Names a collider, its bone and its region; each may be null. */
    template <int D>
    Done label(const World<D>&, AsuColliderId id, const char* name, const char* bone = nullptr,
               const char* region = nullptr) {
        return detail::done(detail::Api<D>::recorder_label(raw(), id, name, bone, region));
    }
    /* Records a body as a rig from now on: a model, a clip, the time in it, the map to the world. */
    template <int D>
    Done rig(const World<D>&, std::uint64_t body, const char* model, const char* clip, float time, Matrix root) {
        return detail::done(
            detail::Api<D>::recorder_rig(raw(), body, model, clip, time, root.floats, root.layout));
    }
    /* Adds a mesh to draw over bodies; its number. */
    Result<std::uint32_t> mesh(const AsuSkinnedMesh2& mesh) {
        return detail::asked<std::uint32_t>([&](auto* to) { return asu_recorder_mesh2(raw(), &mesh, to); });
    }
    Result<std::uint32_t> mesh(const AsuSkinnedMesh3& mesh) {
        return detail::asked<std::uint32_t>([&](auto* to) { return asu_recorder_mesh3(raw(), &mesh, to); });
    }
    /* Draws a mesh over a body from now on, by the matrices of its joints, one after the other. */
    template <int D>
    Done skin(const World<D>&, std::uint64_t body, std::uint32_t mesh, Matrix joints, std::size_t count) {
        return detail::done(
            detail::Api<D>::recorder_skin(raw(), body, mesh, joints.floats, count, joints.layout));
    }
    /* Notes a query, and what it found. */
    Done query(const AsuQueryNote2& query, const std::vector<AsuNotedHit2>& hits) {
        return detail::done(asu_recorder_query2(raw(), &query, hits.data(), hits.size()));
    }
    Done query(const AsuQueryNote3& query, const std::vector<AsuNotedHit3>& hits) {
        return detail::done(asu_recorder_query3(raw(), &query, hits.data(), hits.size()));
    }
    /* Ends the recording: the bytes of its file. */
    std::vector<std::uint8_t> finish() {
        return detail::listed<std::uint8_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return asu_recorder_finish(raw(), to, capacity, count);
        });
    }
    AsuRecorder raw() const { return owned_.get(); }

private:
    explicit Recorder(AsuRecorder recorder) : owned_(recorder) {}
    detail::Owned<AsuRecorder, asu_recorder_destroy> owned_;
};

} // namespace asunder

#endif
