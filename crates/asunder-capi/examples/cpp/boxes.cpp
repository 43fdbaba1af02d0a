// Two boxes as a DirectX portfolio holds them: a center, three axes, three half lengths.
// The test it had stops after six axes where two axes are nearly parallel, and so reports boxes that only
// come near each other edge to edge. Here all axes count, and the one that separates is named.
#include <asunder.hpp>
#include <cmath>
#include <cstdio>

struct Vector3 { float x, y, z; };
struct Box3DInfo {
    Vector3 Center;
    Vector3 Axis[3];
    float AxisLen[3];
};

// Turned by `yaw` about y, then by `roll` about z.
static Box3DInfo box(Vector3 center, float yaw, float roll, float half) {
    const float cy = std::cos(yaw), sy = std::sin(yaw), cr = std::cos(roll), sr = std::sin(roll);
    return {center, {{cr * cy, sr, -cr * sy}, {-sr * cy, cr, sr * sy}, {sy, 0, cy}}, {half, half, half}};
}

static asunder::Shape3 shape(const Box3DInfo& info) {
    return *asunder::Shape3::obb_from_axes(info.Center, &info.Axis[0].x, info.AxisLen);
}

static bool CollisionBox3DToBox3D(const Box3DInfo& a, const Box3DInfo& b) {
    return shape(a).intersects(shape(b));
}

int main() {
    const Box3DInfo still = box({0, 0, 0}, 0, 0, 1);
    // Side by side, face to face: touching counts, the next float does not.
    const bool touching = CollisionBox3DToBox3D(still, box({2, 0, 0}, 0, 0, 1));
    const bool apart = CollisionBox3DToBox3D(still, box({2.0000002f, 0, 0}, 0, 0, 1));
    std::printf("touching %d, a unit in the last place further %d\n", touching, apart);

    // A key moves the second box towards the first: where does it stop, and what separates them before?
    const asunder::Shape3 fixed = shape(still);
    asunder::Shape3 mover = shape(box({4, 1.5f, 3}, 0.7f, 0.6f, 1));
    std::printf("%s\n", mover.explain(fixed).c_str());
    const auto [stop, hits] = *mover.move_until_contact({-3, -1, -2.25f}, {fixed});
    std::printf("it stops after %.4f of the way at (%.4f, %.4f, %.4f)\n", stop.fraction,
                stop.position[0], stop.position[1], stop.position[2]);
    mover = **mover.moved_to(stop.position);
    std::printf("%s\n", mover.explain(fixed).c_str());

    const bool right = touching && !apart && hits.size() == 1 && !mover.penetrates(fixed) &&
                       mover.distance(fixed) < 1e-5f;
    return right ? 0 : 1;
}
