// The pairs of a game server's course: spheres, boxes with and without axes of their own, planes. Its tests
// count a touch for some pairs and not for others, find parallel planes apart even if they are one, and compare
// rounded numbers. Here touching counts always, and "penetrates" is the question where it does not.
#include <asunder.hpp>
#include <cstdio>

using asunder::Shape3;

struct Vec3 { float x, y, z; };
struct Sphere3D { Vec3 position; float radius; };
struct AABB3D { Vec3 position, size; };
struct Plane3D { Vec3 normal; float distance; };

static Shape3 shape(const Sphere3D& it) { return *Shape3::sphere(it.position, it.radius); }
static Shape3 shape(const Plane3D& it) { return *Shape3::plane(it.normal, it.distance); }
// Its size is half of each edge.
static Shape3 shape(const AABB3D& it) { return *Shape3::obb(it.position, it.size, {0, 0, 0, 1}); }

static int wrong = 0;
static void expect(const char* what, bool found, bool expected) {
    std::printf("%-44s %s\n", what, found ? "yes" : "no");
    wrong += found != expected;
}

int main() {
    const Shape3 box = shape(AABB3D{{0, 0, 0}, {1, 1, 1}});
    const Shape3 ball = shape(Sphere3D{{0, 3, 0}, 2}), ground = shape(Plane3D{{0, 1, 0}, 1});
    // Each of these touches the others in one point or face, and none lies inside another.
    expect("sphere on a box", ball.intersects(box), true);
    expect("  inside of it", ball.penetrates(box), false);
    expect("sphere on a plane", ball.intersects(ground), true);
    expect("box under a plane", box.intersects(ground), true);
    expect("the next float up", shape(Sphere3D{{0, 3.0000002f, 0}, 2}).intersects(box), false);
    expect("sphere on sphere", ball.intersects(shape(Sphere3D{{0, 7, 0}, 2})), true);

    // An oriented box, corner down: turned by 45 degrees about z, then it stands on an edge.
    const Shape3 turned = *Shape3::obb({0, 3, 0}, {1, 1, 1}, {0, 0, 0.38268343f, 0.92387953f});
    expect("box on its edge over a box", turned.intersects(box), false);
    std::printf("  %s\n", turned.explain(box).c_str());
    // Edge against edge, which only the cross products of the axes tell apart.
    const auto leaning = [](float x, float y) {
        return *Shape3::obb({x, y, 0.1f}, {1, 1, 1}, {0.5f, 0.5f, 0.2f, 0.7f});
    };
    expect("box leaning by another", leaning(2.32f, 1.856f).intersects(box), false);
    const std::string why = leaning(2.32f, 1.856f).explain(box);
    std::printf("  %s\n", why.c_str());
    expect("a product of edges tells", why.find("edge z of a") != std::string::npos, true);
    expect("a little nearer", leaning(2.28f, 1.824f).intersects(box), true);

    expect("a plane and itself, scaled", ground.intersects(shape(Plane3D{{0, 2, 0}, 2})), true);
    expect("parallel planes", ground.intersects(shape(Plane3D{{0, 1, 0}, 1.0000001f})), false);
    expect("planes that are nearly parallel", ground.intersects(shape(Plane3D{{1e-30f, 1, 0}, 2})), true);

    // What the closest point is, and how far: the post's own helper.
    const auto nearest = box.closest_point({3, 0.5f, 0});
    expect("nearest point of the box", nearest && (*nearest)[0] == 1 && (*nearest)[1] == 0.5f, true);
    expect("two away", box.distance(*Shape3::point({3, 0.5f, 0})) == 2, true);
    return wrong;
}
