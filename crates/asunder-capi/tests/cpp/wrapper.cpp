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
    const auto split = asunder::Set3::create(ASU_POINT);
    CHECK(!split && split.error().status == ASU_INVALID_ARGUMENT);
    CHECK(moved.penetrating(box).empty() && moved.penetrating_pairs(moved, {{0, 0}})->size() == 1);
    CHECK(!moved.swap_remove(1) && bool(moved.swap_remove(0)) && moved.size() == 0);

    // Points, sweeps, many at once.
    CHECK(*box.contains({1, 1, 1}) && !*box.contains({1, 1.0000001f, 1}) && !box.contains({NAN, 0, 0}));
    CHECK(*box.distance({3, 0, 0}) == 2 && (*box.closest_point({3, 0, 0}))[0] == 1);
    CHECK(*ball.sweep_intersects({9, 0, 0}, box) && !*ball.sweep_penetrates({9, 0, 0}, box));
    CHECK(*ball.sweep_penetrates({0, -9, 0}, box) && !ball.sweep_intersects({0, INFINITY, 0}, box));
    CHECK(box.intersects_each({ball, sunk}) == std::vector<bool>{true, true});
    CHECK(box.penetrates_each({ball, sunk}) == std::vector<bool>{false, true} && box.penetrates_each({}).empty());

    // Slides, and ways out.
    const Shape3 ledge = *Shape3::aabb({3, -1, -9}, {9, 0.25f, 9}), ground = *Shape3::aabb({-9, -1, -9}, {9, 0, 9});
    auto options = Shape3::slide_options();
    options.step_height = 0.3f;
    const Shape3 walker = *Shape3::capsule({0, 0.5f, 0}, {0, 1.5f, 0}, 0.5f);
    const auto slid = walker.move_and_slide({5, -0.5f, 0}, {ground, ledge}, options);
    CHECK(slid && slid->first.stepped && slid->first.on_floor && slid->first.floor == 1);
    CHECK(slid && slid->first.moved[1] == 0.25f && slid->second.size() == slid->first.hit_count);
    options.max_slope = 91;
    CHECK(walker.move_and_slide({1, 0, 0}, {}, options).error().status == ASU_INVALID_ARGUMENT);
    const auto way_out = sunk.depenetrate({box});
    CHECK(way_out && (*way_out)[1] == 2);

    // Around points, around two; what a pixel shows.
    const float corners[] = {0, 0, 0, 2, 0, 0, 0, 4, 0};
    const Shape3 around = *Shape3::around_points(ASU_AABB, corners, 3);
    CHECK(around.raw().data.aabb.max[1] == 4 && around.merged(*Shape3::aabb({9, 0, 0}, {9, 0, 0}))->aabb()->max[0] == 9);
    CHECK(!around.merged(ball) && Shape3::around_points(ASU_SPHERE, corners, 3)->contains(*Shape3::point({0, 4, 0})));
    const float inverse[] = {8, 0, 0, 0, 0, 4.5f, 0, 0, 0, 0, -100, 0, 0, 0, -1, 1};
    const auto seen = asunder::segment_through_pixel({1600, 0}, {1600, 900}, asunder::opengl(inverse), ASU_ZERO_TO_ONE);
    CHECK(seen && seen->a[0] == 8 && seen->b[2] == -101);
    const auto beam = asunder::ray_through_pixel({1600, 0}, {1600, 900}, asunder::directx(inverse), ASU_ZERO_TO_ONE);
    CHECK(beam && beam->origin[1] == 4.5f && beam->direction[2] == -1);
    CHECK(!asunder::ray_through_pixel({0, 0}, {0, 900}, asunder::directx(inverse), ASU_ZERO_TO_ONE));
    const auto eye = Shape3::perspective({0, 0, 9}, {0, 0, 0, 1}, {-1, 1, -1, 1}, 1, 100);
    CHECK(eye && eye->contains(box) && !eye->intersects(*Shape3::sphere({0, 0, 20}, 1)));

    if (failures == 0) std::printf("wrapper.cpp: all as expected\n");
    return failures;
}
