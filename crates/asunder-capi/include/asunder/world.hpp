/* asunder for C++17: bodies over time. Include asunder.hpp. */
#ifndef ASUNDER_WORLD_HPP
#define ASUNDER_WORLD_HPP

#include "level.hpp"
#include "rig.hpp"
#include "view.hpp"

namespace asunder {

/* Hits that are told of one motion, at most. */
constexpr std::size_t MOST_HITS = 64;

/* Bodies over time: what came into contact, walks, attacks. */
template <int D>
class World {
    using Api = detail::Api<D>;
    using Vector = Floats<D>;
    using Rotation = Floats<D == 2 ? 2 : 4>;
    using Hits = std::vector<typename Api::ColliderHit>;

public:
    using Body = std::uint64_t;
    using ColliderHit = typename Api::ColliderHit;
    /* The end of a motion, with what it met. */
    struct Stop : Api::BodyStop { Hits hits; };
    struct Slide : Api::BodySlide { Hits hits; };
    struct Walk : Api::Walk { Hits hits; };
    /* Who was moved by a carrier, and who was crushed. */
    struct Carry {
        std::vector<typename Api::CarriedBody> bodies;
        std::vector<typename Api::Crushed> crushed;
    };

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

    /* How two layers, by their numbers, respond to one another. */
    Done respond(std::uint32_t a, std::uint32_t b, AsuResponse response) {
        return detail::done(Api::world_set_response(raw(), a, b, response));
    }
    Result<AsuResponse> response(std::uint32_t a, std::uint32_t b) const {
        const auto found = detail::asked<std::uint32_t>(
            [&](auto* to) { return Api::world_response(raw(), a, b, to); });
        if (!found) return found.error();
        return AsuResponse(*found);
    }
    /* The number of the layer with a name. */
    Result<std::uint32_t> layer(const char* name) const {
        return detail::asked<std::uint32_t>([&](auto* to) { return Api::world_layer(raw(), name, to); });
    }
    Result<std::string> layer_name(std::uint32_t number) const {
        return detail::told([&](char* text, std::size_t capacity, std::size_t* length) {
            return Api::world_layer_name(raw(), number, text, capacity, length);
        });
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
        const AsuBodyOptions options = options_of(kind, owner);
        return detail::asked<Body>([&](auto* to) {
            return Api::world_insert(raw(), colliders.data(), colliders.size(), &options, to);
        });
    }
    /* A level as a fixed body of one collider: what is found of it tells the part. */
    Result<Body> insert(const Level<D>& level, std::optional<std::uint64_t> owner = std::nullopt) {
        const AsuBodyOptions options = options_of(ASU_FIXED, owner);
        return detail::asked<Body>(
            [&](auto* to) { return Api::world_insert_level(raw(), level.raw(), &options, to); });
    }
    /* The level of a collider, as it is placed. */
    Result<Level<D>> level(AsuColliderId id) const {
        typename Api::Level level{};
        const AsuStatus status = Api::world_level(raw(), id, &level);
        if (status != ASU_OK) return last_error(status);
        return Level<D>::adopted(level);
    }
    Done remove(Body body) { return detail::done(Api::world_remove(raw(), body)); }
    bool contains(Body body) const {
        return detail::answered<bool>([&](auto* to) { return Api::world_contains(raw(), body, to); });
    }
    std::vector<Body> bodies() const {
        return detail::listed<Body>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::world_bodies(raw(), to, capacity, count);
        });
    }
    Result<AsuBodyOptions> body_options(Body body) const {
        return detail::asked<AsuBodyOptions>([&](auto* to) { return Api::world_body_options(raw(), body, to); });
    }

    Done place(Body body, const typename Api::Pose& pose) {
        return detail::done(Api::world_set_pose(raw(), body, &pose));
    }
    /* Shapes that are placed already, as many as the body has colliders. */
    Done place(Body body, const std::vector<Shape<D>>& shapes) {
        const auto all = Shape<D>::all_of(shapes);
        return detail::done(Api::world_set_shapes(raw(), body, all.data(), all.size()));
    }
    /* A pose for each collider. */
    Done place_each(Body body, const std::vector<typename Api::Pose>& poses) {
        return detail::done(Api::world_set_poses(raw(), body, poses.data(), poses.size()));
    }
    /* Many bodies: all of them, or none if one is refused. */
    Done place_all(const std::vector<typename Api::BodyPose>& bodies) {
        return detail::done(Api::world_place_all(raw(), bodies.data(), bodies.size()));
    }
    /* The pose by which a body was placed last; nothing if its colliders were placed one by one. */
    Result<std::optional<typename Api::Pose>> pose(Body body) const {
        typename Api::Pose pose{};
        bool is = false;
        const AsuStatus status = Api::world_pose(raw(), body, &pose, &is);
        if (status != ASU_OK) return last_error(status);
        return is ? std::optional(pose) : std::nullopt;
    }
    /* The shape of a collider, placed. */
    Result<Shape<D>> shape(AsuColliderId id) const {
        const auto found = detail::asked<typename Api::Shape>(
            [&](auto* to) { return Api::world_shape(raw(), id, to); });
        if (!found) return found.error();
        return Shape<D>::adopted(*found);
    }
    Done set_layer(AsuColliderId id, std::uint32_t layer) {
        return detail::done(Api::world_set_layer(raw(), id, layer));
    }
    Done set_ignore(AsuColliderId id, std::uint64_t layers) {
        return detail::done(Api::world_set_ignore(raw(), id, layers));
    }
    Done set_tag(AsuColliderId id, std::uint64_t tag) { return detail::done(Api::world_set_tag(raw(), id, tag)); }
    Done set_bone(AsuColliderId id, std::uint32_t bone) {
        return detail::done(Api::world_set_bone(raw(), id, bone));
    }
    Done set_region(AsuColliderId id, std::uint16_t region) {
        return detail::done(Api::world_set_region(raw(), id, region));
    }
    /* The direction from which it stops movers; nothing: from everywhere. */
    Done set_one_way(AsuColliderId id, std::optional<Vector> direction) {
        return detail::done(Api::world_set_one_way(raw(), id, direction ? direction->data() : nullptr));
    }
    Done set_owner(Body body, std::optional<std::uint64_t> owner) {
        return detail::done(Api::world_set_owner(raw(), body, owner ? 1u : 0u, owner.value_or(0)));
    }
    Done set_surface_velocity(AsuColliderId id, Vector velocity) {
        return detail::done(Api::world_set_surface_velocity(raw(), id, velocity.data()));
    }
    Done teleported(Body body) { return detail::done(Api::world_teleported(raw(), body)); }

    /* Finds what came into contact, and what no longer is. */
    void step() { detail::must(Api::world_step(raw())); }
    std::uint64_t steps() const {
        return detail::answered<std::uint64_t>([&](auto* to) { return Api::world_steps(raw(), to); });
    }
    /* Sorts in what was inserted or placed, so that questions before the next step are quick. */
    void settle() { detail::must(Api::world_settle(raw())); }
    std::vector<typename Api::Event> events() const {
        return detail::listed<typename Api::Event>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::world_events(raw(), to, capacity, count);
        });
    }
    /* The first contact of two owners, or of an owner and a body, and the end of the last. */
    std::vector<AsuOwnerEvent> owner_events() const {
        return detail::listed<AsuOwnerEvent>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::world_owner_events(raw(), to, capacity, count);
        });
    }
    std::vector<AsuColliderPair> pairs() const {
        return detail::listed<AsuColliderPair>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::world_pairs(raw(), to, capacity, count);
        });
    }
    Result<std::optional<typename Api::Contact>> contact(AsuColliderId a, AsuColliderId b) const {
        typename Api::Contact contact{};
        const AsuStatus status = Api::world_contact(raw(), a, b, &contact);
        if (status != ASU_OK) return last_error(status);
        return detail::found(contact);
    }
    /* The outlines of all colliders, for drawing. */
    std::vector<typename Api::Line> lines() const {
        return detail::listed<typename Api::Line>([&](auto* to, std::size_t capacity, std::size_t* count) {
            return Api::world_lines(raw(), to, capacity, count);
        });
    }

    /* Moves a body of one collider until it would penetrate what blocks it. */
    Result<Stop> move(Body body, Vector motion) {
        Stop stop{};
        return ended(stop, [&](auto* hits, std::size_t capacity) {
            return Api::world_move(raw(), body, motion.data(), &stop, hits, capacity);
        });
    }
    static typename Api::SlideOptions slide_options() { return Api::slide_options(); }
    /* Moves a body along `motion`, and along whatever blocks it. */
    Result<Slide> slide(Body body, Vector motion, const typename Api::SlideOptions& options = slide_options()) {
        return slide(body, motion, options, [](const ColliderHit&) { return true; });
    }
    /* The same past what `counts` says no to. It is called for each hit, must not ask this world, and must not
       throw: the program would end. */
    template <class Counts>
    Result<Slide> slide(Body body, Vector motion, const typename Api::SlideOptions& options, Counts counts) {
        Slide slide{};
        const auto filter = filter_of(counts);
        return ended(slide, [&](auto* hits, std::size_t capacity) {
            return Api::world_slide(raw(), body, motion.data(), &options, &filter, &slide, hits, capacity);
        });
    }
    static typename Api::WalkOptions walk_options() { return Api::walk_options(); }
    /* Walks a body for a time: slides, climbs, stays on floors that move. */
    Result<Walk> walk(
        Body body, Vector velocity, float dt, const typename Api::WalkOptions& options = walk_options()) {
        return walk(body, velocity, dt, options, [](const ColliderHit&) { return true; });
    }
    template <class Counts>
    Result<Walk> walk(
        Body body, Vector velocity, float dt, const typename Api::WalkOptions& options, Counts counts) {
        Walk walk{};
        const auto filter = filter_of(counts);
        return ended(walk, [&](auto* hits, std::size_t capacity) {
            return Api::world_walk(
                raw(), body, velocity.data(), dt, &options, &filter, &walk, hits, capacity);
        });
    }
    /* Turns a body until it would penetrate what blocks it. */
    Result<typename Api::TurnStop> turn(Body body, Rotation turn) {
        return detail::asked<typename Api::TurnStop>(
            [&](auto* to) { return Api::world_turn(raw(), body, turn.data(), to); });
    }
    /* Moves a body out of what it penetrates and that blocks it, and says by how much; nothing, if there is
       no free place near by. */
    Result<std::optional<std::array<float, D>>> depenetrate(Body body) {
        std::array<float, D> moved{};
        bool is = false;
        const AsuStatus status = Api::world_depenetrate(raw(), body, moved.data(), &is);
        if (status != ASU_OK) return last_error(status);
        return is ? std::optional(moved) : std::nullopt;
    }
    /* Moves a carrier to a pose, with all who stand on it: up to `most` of those who were moved are told. */
    Result<Carry> carry(Body body, const typename Api::Pose& pose, std::size_t most = MOST_HITS) {
        Carry carry{std::vector<typename Api::CarriedBody>(most), std::vector<typename Api::Crushed>(most)};
        std::size_t count = 0, crushed = 0;
        const AsuStatus status = Api::world_carry(
            raw(), body, &pose, carry.bodies.data(), most, &count, carry.crushed.data(), most, &crushed);
        if (status != ASU_OK) return last_error(status);
        carry.bodies.resize(count < most ? count : most);
        carry.crushed.resize(crushed < most ? crushed : most);
        return carry;
    }
    /* Sweeps colliders from step to step, until the attack ends. */
    Result<std::uint64_t> begin_attack(
        std::uint64_t owner, const std::vector<AsuColliderId>& colliders, std::uint64_t rehit_after = 0) {
        return detail::asked<std::uint64_t>([&](auto* to) {
            return Api::world_begin_attack(
                raw(), owner, rehit_after, colliders.data(), colliders.size(), to);
        });
    }
    Done end_attack(std::uint64_t attack) { return detail::done(Api::world_end_attack(raw(), attack)); }

    /* Inserts the hitboxes of a rig as one body: `hitboxes` is empty, or has the layer, tag and so on of each. */
    Result<Body> insert(
        const Rig<D>& rig, const AsuBones& bones, Matrix model, AsuBodyKind kind,
        std::optional<std::uint64_t> owner = std::nullopt,
        const std::vector<typename Api::HitboxOptions>& hitboxes = {}) {
        const AsuBodyOptions options = options_of(kind, owner);
        return detail::asked<Body>([&](auto* to) {
            return Api::world_insert_rig(raw(), rig.raw(), &bones, model.floats, model.layout, hitboxes.data(),
                                         hitboxes.size(), &options, to);
        });
    }
    /* Places the colliders of such a body as the bones are in this frame. */
    Done place(Body body, const Rig<D>& rig, const AsuBones& bones, Matrix model) {
        return detail::done(
            Api::world_set_rig(raw(), body, rig.raw(), &bones, model.floats, model.layout));
    }

    /* The world as it is, for questions: world.view().ray(from, along).first(). */
    View<D> view() const { return View<D>(raw(), {0}, {0, 0}, {}); }

    /* The state of a world at one time. */
    class Snapshot {
    public:
        /* Of bytes that may come from anybody. */
        static Result<Snapshot> from_bytes(const std::vector<std::uint8_t>& bytes) {
            typename Api::Snapshot snapshot{};
            const AsuStatus status = Api::snapshot_from_bytes(bytes.data(), bytes.size(), &snapshot);
            if (status != ASU_OK) return last_error(status);
            return Snapshot(snapshot);
        }
        /* Of a world with levels, of which bytes hold the hashes: as they were before they were placed. */
        static Result<Snapshot>
        from_bytes(const std::vector<std::uint8_t>& bytes, const std::vector<const Level<D>*>& levels) {
            std::vector<typename Api::Level> handles;
            for (const Level<D>* level : levels) handles.push_back(level->raw());
            typename Api::Snapshot snapshot{};
            const AsuStatus status = Api::snapshot_from_bytes_with(
                bytes.data(), bytes.size(), handles.data(), handles.size(), &snapshot);
            if (status != ASU_OK) return last_error(status);
            return Snapshot(snapshot);
        }
        std::vector<std::uint8_t> to_bytes() const {
            return detail::listed<std::uint8_t>([&](auto* to, std::size_t capacity, std::size_t* count) {
                return Api::snapshot_to_bytes(owned_.get(), to, capacity, count);
            });
        }
        std::uint64_t hash() const {
            return detail::answered<std::uint64_t>(
                [&](auto* to) { return Api::snapshot_hash(owned_.get(), to); });
        }
        std::uint64_t steps() const {
            return detail::answered<std::uint64_t>(
                [&](auto* to) { return Api::snapshot_steps(owned_.get(), to); });
        }

    private:
        friend class World;
        explicit Snapshot(typename Api::Snapshot snapshot) : owned_(snapshot) {}
        detail::Owned<typename Api::Snapshot, Api::snapshot_destroy> owned_;
    };
    Snapshot snapshot() const {
        return Snapshot(detail::answered<typename Api::Snapshot>(
            [&](auto* to) { return Api::world_snapshot(raw(), to); }));
    }
    void restore(const Snapshot& snapshot) { detail::must(Api::world_restore(raw(), snapshot.owned_.get())); }
    std::uint64_t hash() const {
        return detail::answered<std::uint64_t>([&](auto* to) { return Api::world_hash(raw(), to); });
    }

    /* The handle, for what asunder.h has beyond this wrapper. */
    typename Api::World raw() const { return owned_.get(); }

private:
    explicit World(typename Api::World world) : owned_(world) {}
    static AsuBodyOptions options_of(AsuBodyKind kind, std::optional<std::uint64_t> owner) {
        return {std::uint32_t(kind), owner ? 1u : 0u, owner.value_or(0)};
    }
    template <class Counts>
    static typename Api::HitFilter filter_of(Counts& counts) {
        const auto call = [](void* data, const ColliderHit* hit) noexcept -> bool {
            return (*static_cast<Counts*>(data))(*hit);
        };
        return {call, &counts};
    }
    template <class End, class Call>
    static Result<End> ended(End& end, Call call) {
        end.hits.resize(MOST_HITS);
        const AsuStatus status = call(end.hits.data(), end.hits.size());
        if (status != ASU_OK) return last_error(status);
        if (end.hit_count < end.hits.size()) end.hits.resize(end.hit_count);
        return std::move(end);
    }
    detail::Owned<typename Api::World, Api::world_destroy> owned_;
};

using World2 = World<2>;
using World3 = World<3>;

} // namespace asunder

#endif
