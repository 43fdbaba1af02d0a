// A character and boxes as an Ogre project has them: a Matrix4 (column vectors, row after row) and the
// bounding box of the mesh in its own space. The project tested world bounding boxes in full sizes, with
// a matrix it had to transpose by trial; here a transposed matrix is refused, and the layout named.
#include <asunder.hpp>
#include <cstdio>

typedef float Real;
struct Vector3 { Real x, y, z; };
struct Matrix4 {
    Real m[4][4];
    const Real* operator[](int row) const { return m[row]; }
};
struct AxisAlignedBox { Vector3 minimum, maximum; };

static asunder::Result<asunder::Shape3> shape(const AxisAlignedBox& mesh, const Matrix4& node) {
    return asunder::Shape3::aabb(mesh.minimum, mesh.maximum)->under(asunder::ogre(node[0]));
}

int main() {
    const AxisAlignedBox mesh{{-0.5f, 0, -0.5f}, {0.5f, 2, 0.5f}};
    const Matrix4 monster{{{0.8f, 0, 0.6f, 4}, {0, 1, 0, 0}, {-0.6f, 0, 0.8f, 0}, {0, 0, 0, 1}}};
    const Matrix4 transposed{{{0.8f, 0, -0.6f, 0}, {0, 1, 0, 0}, {0.6f, 0, 0.8f, 0}, {4, 0, 0, 1}}};
    const auto refused = shape(mesh, transposed);
    if (!refused) std::printf("%s\n", refused.error().message.c_str());

    asunder::World3 world = asunder::World3::create();
    if (!world.respond(0, 0, ASU_BLOCK)) return 1;
    const auto floor = asunder::Shape3::aabb({-50, -1, -50}, {50, 0, 50});
    const auto step = asunder::Shape3::aabb({1, 0, -2}, {2, 0.25f, 2});
    const asunder::Shape3 beast = *shape(mesh, monster);
    const auto beast_body = world.insert(beast, ASU_FIXED);
    if (!beast_body || !world.insert(*floor, ASU_FIXED) || !world.insert(*step, ASU_FIXED)) return 1;
    const auto figure = asunder::Shape3::capsule({-2, 0.5f, 0}, {-2, 1.5f, 0}, 0.5f);
    const asunder::World3::Body hero = *world.insert(*figure, ASU_MOVING);

    // To the right, a frame at a time, under gravity: over the step, up to the monster.
    auto options = asunder::World3::walk_options();
    options.slide.step_height = options.slide.snap = 0.3f;
    float fall = 0;
    bool stepped = false, met = false;
    for (int frame = 0; frame < 120 && !met; frame++) {
        const float dt = 1 / 60.0f;
        const auto walk = world.walk(hero, {4, fall, 0}, dt, options);
        if (!walk) return 1;
        fall = walk->on_floor ? -0.1f : walk->velocity_after[1] - 9.81f * dt;
        stepped = stepped || walk->stepped;
        world.step();
        for (const AsuEvent3& event : world.events()) {
            if (event.kind != ASU_BLOCKED || event.b.body != *beast_body) continue;
            met = true;
            std::printf("frame %d: at the monster, whose side faces (%.2f, %.2f, %.2f)\n", frame,
                        event.normal[0], event.normal[1], event.normal[2]);
        }
    }
    const asunder::Shape3 end = *world.shape({hero, 0});
    std::printf("%g from it, stepped %d: %s\n", end.distance(beast), stepped, end.explain(beast).c_str());
    return !refused && stepped && met && !end.penetrates(beast) ? 0 : 1;
}
