// Levels and skins of the C++ wrapper.
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
    using asunder::Level2;
    using asunder::Level3;
    using asunder::Shape2;
    using asunder::Shape3;

    // A floor of two triangles and a ramp of two, asked on its own.
    const std::vector<Level3::Vertex> vertices{{0, 0, 0}, {8, 0, 0}, {8, 0, 4}, {0, 0, 4}, {16, 4, 0}, {16, 4, 4}};
    const std::vector<Level3::Corners> corners{{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}};
    auto made = Level3::triangles(vertices, corners);
    CHECK(bool(made));
    const Level3 ground = std::move(*made);
    CHECK(ground.part_count() == 4);
    const auto down = ground.ray({12, 9, 1}, {0, -1, 0});
    CHECK(down && *down && (*down)->part == 2 && (*down)->hit.fraction == 7);
    CHECK(!*ground.ray({-1, 9, 1}, {0, -1, 0}) && !ground.ray({0, 0, 0}, {0, 0, 0}));
    const Shape3 ball = *Shape3::sphere({4, 1, 1}, 1);
    CHECK(ground.intersects(ball) && !ground.penetrates(ball) && *ground.distance(ball) == 0);
    CHECK(ground.parts_intersecting(ball) == std::vector<std::uint32_t>{0});
    CHECK(ground.contacts(ball).size() == 1 && ground.contacts(ball)[0].contact.normal[1] == 1);
    CHECK(!ground.closest_points(ball) && ground.closest_points(*Shape3::point({2, 3, 1}))->points.on_b[1] == 0);
    const auto fall = ground.cast(*Shape3::sphere({2, 3, 1}, 1), {0, -4, 0});
    CHECK(fall && *fall && (*fall)->hit.fraction == 0.5f && (*fall)->part == 0);
    CHECK(*ground.sweep_intersects(ball, {1, 0, 0}) && !*ground.sweep_penetrates(ball, {1, 0, 0}));
    CHECK((*ground.segment({2, 1, 1}, {2, -1, 1}))->part == 0 && ground.part(3)->intersects(*ground.part(2)));
    CHECK(!ground.part(4) && *ground.tag(3) == 0);
    CHECK(Level3::triangles({{0, 0, 0}}, {{0, 0, 1}}).error().status == ASU_INVALID_ARGUMENT);

    // The inside of what is closed, and the reason; vertices that move.
    const std::vector<Level3::Corners> faces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    const std::vector<Level3::Vertex> corner{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
    const auto wedge = Level3::triangles(corner, faces);
    CHECK(*wedge->contains({2, 1, 1}) && !*wedge->contains({std::nextafter(2.0f, 3.0f), 1, 1}));
    CHECK(*wedge->encloses(*Shape3::sphere({1, 1, 1}, 0.5f)) && !*wedge->encloses(*Shape3::sphere({1, 1, 1}, 1)));
    CHECK(*wedge->solid_intersects(*Shape3::point({1, 1, 1})) && !wedge->intersects(*Shape3::point({1, 1, 1})));
    CHECK(ground.contains({4, 1, 1}).error().message.find("is not closed") != std::string::npos);
    const auto why = wedge->explain(*Shape3::point({1, 1, -1}));
    CHECK(why.first == 0 && !why.second.empty());
    auto taller = corner;
    taller[3] = {0, 0, 8};
    const auto grown = wedge->with_vertices(taller);
    CHECK(*grown->contains({0, 0, 8}) && !*wedge->contains({0, 0, 8}) && grown->part_count() == 4);
    CHECK(!wedge->with_vertices(vertices));

    // In a world: walked on, found by part, in snapshots by its hash.
    auto layers = asunder::World3::create({"walker", "ground"}, {{1, 2, ASU_BLOCK}});
    asunder::World3 world = std::move(*layers);
    const auto body = world.insert(ground, 7);
    CHECK(bool(body) && bool(world.set_layer({*body, 0}, 2)));
    const auto hero = world.insert(*Shape3::capsule({4, 0.5f, 2}, {4, 1.5f, 2}, 0.5f), ASU_MOVING, 1);
    AsuWalkOptions3 options = asu_walk_options3();
    for (int i = 0; i < 120; i++) CHECK(bool(world.walk(*hero, {4, -1, 0}, 1.0f / 60, options)));
    const auto high = world.view().segment({12, 0, 2}, {12, 9, 2}).first();
    CHECK(high && *high && ((*high)->found.part == 2 || (*high)->found.part == 3) && (*high)->found.owner == 7);
    const auto up_there = world.view().intersecting(*Shape3::aabb({8, 1, 0}, {16, 9, 4})).filter(asunder::Filter().layers(2));
    CHECK(*up_there.any() && !ground.penetrates(*Shape3::point({0, 0, 0})));

    const auto bytes = world.snapshot().to_bytes();
    CHECK(!asunder::World3::Snapshot::from_bytes(bytes));
    const auto again = asunder::World3::Snapshot::from_bytes(bytes, {&ground});
    CHECK(again && again->hash() == world.hash());
    CHECK(bool(world.place(*body, AsuPose3{{1, 0, 0}, {0, 0, 0, 1}})));
    CHECK(world.level({*body, 0})->hash() == ground.placed(AsuPose3{{1, 0, 0}, {0, 0, 0, 1}})->hash());
    CHECK(!world.level({*hero, 0}));

    // In the plane: tiles, a chain, a ring.
    const std::uint8_t kinds[6] = {1, 0, 1, 0, 0, 1};
    auto grid = Level2::tiles({{3, 2}, {0, 0}, {1, 1}, kinds});
    CHECK(grid && grid->intersects(*Shape2::point({1, 0.5f})) && !grid->intersects(*Shape2::point({1.5f, 0.5f})));
    CHECK(bool(grid->set_tile({1, 0}, 1)) && grid->intersects(*Shape2::point({1.5f, 0.5f})));
    CHECK(!grid->set_tile({3, 0}, 1));
    const float room[] = {0, 0, 4, 0, 4, 4, 0, 4};
    AsuLevel2 chain{};
    CHECK(asu_level2_from_chain(room, 4, 1, 0, nullptr, &chain) == ASU_OK);
    const Level2 line = Level2::adopted(chain);
    CHECK(line.part_count() == 4 && !line.intersects(*Shape2::sphere({2, 2}, 1)));
    const auto fence = Level2::shapes({*Shape2::sphere({0, 0}, 1), *Shape2::sphere({0, 0}, 1)},
                                      {AsuPose2{{0, 0}, {1, 0}}, AsuPose2{{5, 0}, {1, 0}}});
    CHECK(fence && fence->parts_intersecting(*Shape2::point({6, 0})) == std::vector<std::uint32_t>{1});
    CHECK(!Level2::shapes({*Shape2::sphere({0, 0}, 1)}, {AsuPose2{}, AsuPose2{}}));

    // A shot through the corner of a hitbox, beside the skin.
    const float triangle[] = {0, 0, 0, 2, 0, 0, 0, 2, 0};
    const std::uint16_t joints[] = {0, 0, 0};
    const float weights[] = {1, 1, 1};
    const std::uint32_t numbers[] = {0, 1, 2};
    const auto skin = asunder::Skin::create({triangle, 3, joints, weights, 1, numbers, 1, 0});
    CHECK(skin && skin->joint_count() == 1);
    const float unit[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const auto bones = asunder::skinning_bones(unit, 1, ASU_GLTF);
    CHECK(*skin->segment(bones, asunder::gltf(unit), {2, 0, 9}, {2, 0, -9}) &&
          !*skin->segment(bones, asunder::gltf(unit), {2, 1, 9}, {2, 1, -9}));
    asunder::World3 range = asunder::World3::create();
    const auto cube = asunder::World3::collider(*Shape3::aabb({0, 0, 0}, {2, 2, 2}));
    const auto runner = range.insert({cube}, ASU_MOVING, 2);
    asunder::History3 past = asunder::History3::create(10);
    range.step();
    past.record(0, range);
    CHECK(bool(past.record_skin(*runner, *skin, bones, asunder::gltf(unit))));
    CHECK(!past.record_skin(99, *skin, bones, asunder::gltf(unit)));
    const auto verdict = [&](float x, float y) {
        return *past.validate_shot(range, {1, 2, {0, 0}, {{x, y, 9}, {x, y, -9}}});
    };
    CHECK(verdict(1, 1).finding == ASU_SHOT_HIT && verdict(1, 1).fraction == 0.5f);
    CHECK(verdict(2, 2).finding == ASU_SHOT_GRAZED && std::fabs(verdict(2, 2).air - std::sqrt(2.0f)) < 1e-5f);
    CHECK(verdict(3, 0).finding == ASU_SHOT_MISSED && verdict(3, 0).missed_by == 1);

    if (failures == 0) std::printf("levels.cpp: all as expected\n");
    return failures;
}
