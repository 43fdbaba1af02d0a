// The C++ wrapper: results, optional answers, vectors of engines, ownership.
#include <asunder.hpp>
#include <cmath>
#include <cstdio>

struct XMFLOAT3 { float x, y, z; };

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

    const XMFLOAT3 up{0, 2, 0};
    const float origin[3] = {0, 0, 0};
    const std::array<float, 3> half{1, 1, 1};
    const Shape3 box = *Shape3::obb(origin, half, {0, 0, 0, 1});
    const Shape3 ball = *Shape3::sphere(up, 1);
    CHECK(box.intersects(ball) && !box.penetrates(ball) && box.distance(ball) == 0);
    const auto touch = ball.penetration(box);
    CHECK(touch && touch->depth == 0 && touch->normal[1] == 1);
    CHECK(!box.closest_points(ball) && ball.contact(box)->point_count == 1);
    const auto nan = Shape3::sphere(up, NAN);
    CHECK(!nan && nan.error().status == ASU_NOT_FINITE);
    CHECK(nan.error().message == "shape: radius is NaN; expected a finite number");
    auto far_cast = ball.cast({0, 9, 0}, box);
    CHECK(far_cast && !*far_cast);
    CHECK(!ball.cast({0, NAN, 0}, box));
    auto hit = box.ray_cast({0, 5, 0}, {0, -1, 0});
    CHECK(hit && *hit && (*hit)->fraction == 4);
    const Shape3 sunk = *Shape3::sphere({0, 1.5f, 0}, 1);
    const auto parted = sunk.parted_from(box);
    CHECK(parted && !parted->penetrates(box));
    CHECK(box.contains(*Shape3::point({1, 1, 1})));

    CHECK(box.bounding_sphere()->radius > 1.7f && box.bounding_sphere()->radius < 1.8f);
    // A blade that turns by a half turn about z comes to a post that neither of its ends touches.
    const Shape3 blade = *Shape3::capsule({0.5f, 0, 0}, {2, 0, 0}, 0.1f), post = *Shape3::sphere({0, 1.5f, 0}, 0.05f);
    const auto swing = blade.cast_rotating({{0, 0, 0}, {0, 0, 0, 1}}, {{0, 0, 0}, {0, 0, 0.9f, 0.1f}}, post, 1e-3f);
    CHECK(swing && *swing && (*swing)->fraction > 0.2f && (*swing)->fraction < 0.8f);

    // A hull is kept until its last copy is gone.
    AsuShape3 stored;
    {
        const float points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        std::optional<Shape3> copy;
        {
            const auto hull = Shape3::convex_hull(points, 4);
            copy = *hull;
        }
        CHECK(copy->intersects(box) && copy->raw().kind == ASU_STORED);
        stored = copy->raw();
    }
    bool answer = false;
    CHECK(asu_intersects3(&stored, &box.raw(), &answer) == ASU_STALE);

    // A matrix either way round.
    const float directx[] = {0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    const Shape3 local = *Shape3::aabb({-1, -1, -1}, {1, 1, 1});
    CHECK(local.under(asunder::directx(directx))->aabb()->max[1] == 8);
    CHECK(local.under(asunder::ogre(directx)).error().status == ASU_INVALID_MATRIX);
    const float skewed[] = {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    CHECK(!local.under(asunder::gltf(skewed)) && local.enclosing(asunder::gltf(skewed)));

    // Sets and worlds move, and are destroyed once.
    asunder::Set3 set = *asunder::Set3::create(ASU_SPHERE);
    CHECK(bool(set.push(ball)) && !set.push(box) && set.size() == 1);
    asunder::Set3 moved = std::move(set);
    CHECK(moved.intersecting(box).size() == 1 && moved.intersecting_pairs(moved, {{0, 0}})->size() == 1);
    CHECK(!moved.intersecting_pairs(moved, {{0, 1}}));
    auto world = asunder::World2::create({"hero", "wall"}, {{1, 2, ASU_BLOCK}});
    CHECK(bool(world));
    asunder::World2 level = std::move(*world);
    const auto wall = level.insert(*Shape2::aabb({2, -9}, {3, 9}), ASU_FIXED, 2);
    auto hero = level.insert(*Shape2::sphere({0, 0}, 1), ASU_MOVING, 1);
    CHECK(bool(wall) && bool(hero));
    const auto before = level.snapshot();
    const std::uint64_t hash = level.hash();
    CHECK(level.move(*hero, {5, 0})->position[0] == 1);
    level.step();
    CHECK(level.events().size() == 1 && level.hash() != hash);
    CHECK((*level.cast(*Shape2::point({-5, 0}), {9, 0}))->second.normal[0] == -1);
    CHECK((*level.ray_cast({-5, 0}, {1, 0}))->second.fraction == 5);
    CHECK(bool(level.place(*hero, AsuPose2{{1.5f, 0}, {1, 0}})));
    CHECK((*level.depenetrate(*hero)).value()[0] < -0.49f);
    level.restore(before);
    CHECK(level.hash() == hash && level.contains(*hero));
    for (int i = 0; i < 40; i++) CHECK(bool(level.insert(*Shape2::sphere({0, 0}, 0.1f), ASU_MOVING)));
    CHECK(level.intersecting(*Shape2::sphere({0, 0}, 0.5f)).size() == 41);
    CHECK(bool(level.remove(*hero)) && level.remove(*hero).error().status == ASU_STALE);

    // Trees, earlier ticks, recordings.
    asunder::Tree3 tree = asunder::Tree3::create();
    CHECK(bool(tree.set(0, {{0, 0, 0}, {1, 1, 1}}, ASU_MOVING)) && bool(tree.set(1, {{1, 0, 0}, {2, 1, 1}}, ASU_FIXED)));
    CHECK(!tree.set(2, {{1, 0, 0}, {0, 1, 1}}, ASU_FIXED));
    CHECK(tree.moved_pairs().size() == 1 && tree.moved_pairs().empty());
    CHECK(tree.intersecting(*Shape3::point({2, 1, 1})) == std::vector<std::uint32_t>{1});
    tree.remove(1);
    CHECK(tree.intersecting(*Shape3::point({2, 1, 1})).empty());
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
    const auto shot = past.ray_cast(arena, {1, 0.5f}, {0, 0, -9}, {0, 0, 1});
    CHECK(shot && *shot && (*shot)->second.fraction == 14);
    CHECK(recorder.finish().size() > 40);
    CHECK(!recorder.record(3, arena));

    if (failures == 0) std::printf("wrapper.cpp: all as expected\n");
    return failures;
}
