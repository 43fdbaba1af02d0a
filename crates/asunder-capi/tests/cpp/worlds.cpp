// Worlds of the C++ wrapper: questions, walks, owners, rollbacks, rigs, earlier ticks.
#include <asunder.hpp>
#include <cmath>
#include <cstdio>

static int failures = 0;
static void check(bool holds, const char* what, int line) {
    if (holds) return;
    std::fprintf(stderr, "line %d: %s\n", line, what);
    failures++;
}
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __LINE__)

int main() {
    using asunder::Shape2;
    using asunder::Shape3;

    auto world = asunder::World2::create({"hero", "wall"}, {{1, 2, ASU_BLOCK}});
    CHECK(bool(world));
    asunder::World2 level = std::move(*world);
    const auto wall = level.insert(*Shape2::aabb({2, -9}, {3, 9}), ASU_FIXED, 2);
    auto hero = level.insert(*Shape2::sphere({0, 0}, 1), ASU_MOVING, 1);
    CHECK(bool(wall) && bool(hero));
    const auto before = level.snapshot();
    const std::uint64_t hash = level.hash();
    const auto stop = level.move(*hero, {5, 0});
    CHECK(stop && stop->position[0] == 1 && stop->hits.size() == 1 && stop->hits[0].obstacle.body == *wall);
    level.step();
    CHECK(level.events().size() == 1 && level.hash() != hash);
    CHECK((*level.view().cast(*Shape2::point({-5, 0}), {9, 0}).first())->hit.normal[0] == -1);
    CHECK((*level.view().ray({-5, 0}, {1, 0}).first())->hit.fraction == 5);
    CHECK(bool(level.place(*hero, AsuPose2{{1.5f, 0}, {1, 0}})));
    CHECK((*level.depenetrate(*hero)).value()[0] < -0.49f);
    level.restore(before);
    CHECK(level.hash() == hash && level.contains(*hero));
    for (int i = 0; i < 40; i++) CHECK(bool(level.insert(*Shape2::sphere({0, 0}, 0.1f), ASU_MOVING)));
    CHECK(level.view().intersecting(*Shape2::sphere({0, 0}, 0.5f)).all()->size() == 41);
    CHECK(bool(level.remove(*hero)) && level.remove(*hero).error().status == ASU_STALE);

    // Trees, earlier ticks, recordings.
    asunder::Tree3 tree = asunder::Tree3::create();
    CHECK(bool(tree.set(0, {{0, 0, 0}, {1, 1, 1}}, ASU_MOVING)) && bool(tree.set(1, {{1, 0, 0}, {2, 1, 1}}, ASU_FIXED)));
    CHECK(!tree.set(2, {{1, 0, 0}, {0, 1, 1}}, ASU_FIXED));
    CHECK(tree.moved_pairs().size() == 1 && tree.moved_pairs().empty());
    CHECK(tree.intersecting(*Shape3::point({2, 1, 1})) == std::vector<std::uint32_t>{1});
    tree.remove(1);
    CHECK(tree.intersecting(*Shape3::point({2, 1, 1})).empty());
    // Questions: any, first, first few, all; filters; nearest.
    asunder::World3 row = asunder::World3::create();
    for (int i = 0; i < 30; i++) {
        CHECK(bool(row.insert({asunder::World3::collider(*Shape3::sphere({3.0f * float(i), 0, 0}, 1))}, ASU_FIXED, std::uint64_t(i % 3))));
    }
    const auto along = row.view().ray({-5, 0, 0}, {1, 0, 0});
    CHECK(*along.any() && (*along.first())->hit.fraction == 4 && along.all()->size() == 30);
    CHECK(along.first_n(2)->back().hit.fraction == 7 && along.filter(asunder::Filter().only_of(2)).all()->size() == 10);
    CHECK(along.filter(asunder::Filter().not_of_any({0, 1}).not_of(2)).all()->empty());
    CHECK(!*along.filter(asunder::Filter().layers(0)).any() && !row.view().ray({0, 0, 0}, {0, 0, 0}).any());
    const auto near_by = row.view().near_to(*Shape3::point({0, 3, 0}));
    CHECK((*near_by.first())->distance == 2 && (*near_by.first())->on_collider[1] == 1 && near_by.all()->size() == 30);
    CHECK(row.view().near_to(*Shape3::point({0, 3, 0}), 1.5f).all()->empty());
    const auto beams = row.view().rays({{{-5, 0, 0}, {1, 0, 0}}, {{-5, 9, 0}, {1, 0, 0}}});
    CHECK(beams && (*beams)[0].hit.found && !(*beams)[1].hit.found);
    CHECK(row.view().segments({{{-5, 0, 0}, {-1, 0, 0}}})->front().hit.fraction == 1);
    CHECK(row.view().colliders()->size() == 30 && !*row.view().moment());

    // Walks past what opens, slides, turns, carriers, conveyors.
    asunder::World3 house = asunder::World3::create();
    CHECK(bool(house.respond(0, 0, ASU_BLOCK)) && *house.response(0, 0) == ASU_BLOCK && !house.response(0, 5));
    const auto floor = house.insert(*Shape3::aabb({-9, -1, -9}, {9, 0, 9}), ASU_FIXED);
    const auto door = house.insert(*Shape3::aabb({2, 0, -9}, {3, 3, 9}), ASU_FIXED);
    const auto guest = house.insert(*Shape3::capsule({0, 0.5f, 0}, {0, 1.5f, 0}, 0.5f), ASU_MOVING);
    CHECK(bool(floor) && bool(door) && bool(guest));
    const auto walk = house.walk(*guest, {9, -1, 0}, 1);
    CHECK(walk && walk->on_floor && walk->floor.body == *floor && walk->moved[0] < 1.51f && !walk->hits.empty());
    int asked = 0, refused = 0;
    const auto opens = [&](const AsuColliderHit3& hit) {
        asked++;
        // A question about a world from here is refused.
        std::uint64_t hash = 0;
        refused += asu_world3_hash(house.raw(), &hash) == ASU_INVALID_ARGUMENT;
        return hit.obstacle.body != *door;
    };
    const auto through = house.walk(*guest, {4, -1, 0}, 1, asunder::World3::walk_options(), opens);
    CHECK(through && through->moved[0] > 3.9f && asked > 0 && refused == asked);
    CHECK(house.slide(*guest, {-1, -1, 0}, asunder::World3::slide_options(), opens)->moved[0] < -0.99f);
    CHECK(house.walk(*guest, {0, 0, 0}, -1).error().status == ASU_INVALID_ARGUMENT);
    const auto plank = house.insert(*Shape3::obb({0, 9, 0}, {2, 0.1f, 0.1f}, {0, 0, 0, 1}), ASU_MOVING);
    const auto post = house.insert(*Shape3::aabb({-0.5f, 9, 1}, {0.5f, 10, 1.5f}), ASU_FIXED);
    const auto turn = house.turn(*plank, {0, 0.7f, 0, 0.7f});
    CHECK(turn && turn->is_stopped && turn->obstacle.body == *post && turn->fraction < 1);
    CHECK(bool(house.set_surface_velocity({*floor, 0}, {0, 0, 1})));
    CHECK(house.walk(*guest, {0, -1, 0}, 1)->on_floor && house.walk(*guest, {0, -1, 0}, 1)->carried[2] == 1);
    const auto ride = house.carry(*floor, AsuPose3{{0, 1, 0}, {0, 0, 0, 1}});
    CHECK(ride && ride->bodies.size() == 1 && ride->bodies[0].stands && ride->crushed.empty());
    CHECK((*house.contact({*guest, 0}, {*floor, 0}))->normal[1] == 1 && house.lines().size() > 30 && house.bodies().size() == 5);

    // Owners: however many colliders touch.
    asunder::World3 duel = asunder::World3::create();
    const Shape3 limb = *Shape3::sphere({0, 0, 0}, 1);
    const auto fighter = duel.insert({asunder::World3::collider(limb), asunder::World3::collider(limb)}, ASU_MOVING, 7);
    const auto crate = duel.insert(limb, ASU_FIXED);
    duel.step();
    const auto parties = duel.owner_events();
    CHECK(bool(fighter) && parties.size() == 1 && parties[0].kind == ASU_ENTER && parties[0].a.is_owner);
    CHECK(parties[0].a.number == 7 && parties[0].b.number == *crate && duel.steps() == 1);
    CHECK(bool(duel.set_owner(*fighter, std::nullopt)) && duel.body_options(*fighter)->has_owner == 0);
    CHECK(bool(duel.set_tag({*crate, 0}, 5)) && (*duel.view().intersecting(limb).all()).back().tag == 5);

    // A rollback: the same events are not told again.
    asunder::Log3 log = asunder::Log3::create();
    const auto start = duel.snapshot();
    duel.step();
    log.record(duel);
    log.events_since_confirmed();
    duel.restore(*asunder::World3::Snapshot::from_bytes(start.to_bytes()));
    CHECK(start.hash() == duel.hash() && start.steps() == 1);
    CHECK(bool(duel.place(*fighter, AsuPose3{{0, 9, 0}, {0, 0, 0, 1}})));
    duel.step();
    log.record(duel);
    const auto told = log.events_since_confirmed();
    CHECK(told.size() == 2 && !told[0].withdrawn && told[0].step == 2 && told[0].event.kind == ASU_EXIT);
    log.confirm(2);

    // A rig: an arm with a blade in its hand.
    auto rig = asunder::Rig3::create("knight", {asunder::bone("spine"), asunder::bone("hand.r", 0)});
    CHECK(bool(rig) && *rig->bone("hand.r") == 1 && !rig->bone("hand.l"));
    CHECK(*rig->add(0, *Shape3::sphere({0, 0, 0}, 0.5f), ASU_IS_HURT, "chest") == 0);
    CHECK(*rig->attach("hand.r", *Shape3::capsule({0, 0, 0}, {0, 1, 0}, 0.1f), {{0, 0.5f, 0}, {0, 0, 0, 1}}) == 1);
    CHECK(!rig->add(2, limb) && rig->size() == 2 && *rig->region(0) == "chest" && *rig->region(1) == "hand.r");
    const float identity[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const float bones[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1};
    const AsuBones frame = asunder::global_bones(bones, 2, ASU_GLTF);
    const auto placed = rig->place(frame, asunder::gltf(identity));
    CHECK(placed && (*placed)[1].aabb()->min[0] == 0.9f);
    const auto knight = duel.insert(*rig, frame, asunder::gltf(identity), ASU_MOVING, 9, {{0, 0, 0, 1}, {0, 0, 0, 2}});
    CHECK(bool(knight) && duel.shape({*knight, 1})->aabb()->min[0] == 0.9f);
    CHECK(bool(duel.place(*knight, *rig, frame, asunder::gltf(identity))));
    CHECK(duel.place(*knight, *rig, asunder::global_bones(bones, 1, ASU_GLTF), asunder::gltf(identity)).error().status == ASU_INVALID_ARGUMENT);

    asunder::World3 arena = asunder::World3::create();
    const auto target = arena.insert(*Shape3::sphere({0, 0, 0}, 1), ASU_MOVING);
    asunder::History3 past = asunder::History3::create(10);
    asunder::Recorder recorder = asunder::Recorder::create("arena", 60);
    for (int tick = 0; tick < 3; tick++) {
        CHECK(bool(arena.place(*target, AsuPose3{{0, 0, 4.0f * float(tick)}, {0, 0, 0, 1}})));
        arena.step();
        past.record(std::uint64_t(tick), arena);
        CHECK(bool(recorder.record(std::uint64_t(tick), arena)));
    }
    const auto shot = past.at(arena, {1, 0.5f}).ray({0, 0, -9}, {0, 0, 1}).first();
    CHECK(shot && *shot && (*shot)->hit.fraction == 14);
    // Shots that were claimed, flights, times of owners.
    asunder::World3 range = asunder::World3::create();
    const auto runner = range.insert({asunder::World3::collider(*Shape3::sphere({0, 0, 0}, 1))}, ASU_MOVING, 2);
    asunder::History3 record = asunder::History3::create(10);
    CHECK(bool(recorder.watch(range)) && bool(recorder.label(range, {*runner, 0}, "runner")));
    for (int tick = 0; tick < 4; tick++) {
        CHECK(bool(range.place(*runner, AsuPose3{{0, 0, 4.0f * float(tick)}, {0, 0, 0, 1}})));
        range.step();
        record.record(std::uint64_t(tick), range);
    }
    const auto verdict = [&](float z) {
        const AsuShotClaim3 claim{1, 2, {1, 0.5f}, {{-9, 0, z}, {9, 0, z}}};
        return *record.validate_shot(range, claim, {}, &recorder);
    };
    CHECK(verdict(6).finding == ASU_SHOT_HIT && verdict(6).collider.body == *runner && verdict(9).missed_by == 2);
    CHECK(record.ticks().size() == 4 && record.max_rewind() == 10 && (*record.at(range, {9, 0}).moment())->second);
    const auto own = record.at(range, {0, 0}, {{2, {3, 0}}}).intersecting(*Shape3::point({0, 0, 12})).any();
    CHECK(own && *own);
    const auto rocket = record.cast_through(range, 0, 3, *Shape3::point({0, 0, -7}), {0, 0, 6});
    CHECK(rocket && rocket->hit.hit.found && rocket->tick > 0);
    CHECK(!record.cast_through(range, 3, 0, *Shape3::point({0, 0, 0}), {0, 0, 1}));
    CHECK(recorder.finish().size() > 40);
    CHECK(!recorder.record(3, arena));

    if (failures == 0) std::printf("worlds.cpp: all as expected\n");
    return failures;
}
