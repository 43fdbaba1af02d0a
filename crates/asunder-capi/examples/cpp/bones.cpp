// Colliders on bones, as a DirectXMath portfolio updates them: each frame the bone's matrix goes into a
// box along the axes, an oriented box, and a sphere. It dropped the matrix's rotation for the first, and
// scaled the sphere by the longest axis.
#include <asunder.hpp>
#include <cmath>
#include <cstdio>

struct XMFLOAT3 { float x, y, z; };
struct XMFLOAT4X4 { float m[4][4]; };

// Scale, then rotation about z, then translation, of row vectors.
static XMFLOAT4X4 bone(float scale, float degrees, XMFLOAT3 at) {
    const float turn = degrees * 3.14159265f / 180, c = scale * std::cos(turn), s = scale * std::sin(turn);
    return {{{c, s, 0, 0}, {-s, c, 0, 0}, {0, 0, scale, 0}, {at.x, at.y, at.z, 1}}};
}
static asunder::Shape3 update(const asunder::Result<asunder::Shape3>& local, const XMFLOAT4X4& matrix) {
    return *local->under(asunder::directx(matrix.m[0]));
}

int main() {
    const auto forearm = asunder::Shape3::aabb({-0.05f, 0, -0.05f}, {0.05f, 0.6f, 0.05f});
    const auto blade = asunder::Shape3::aabb({-0.02f, 0.6f, -0.02f}, {0.02f, 1.6f, 0.02f});
    const auto head = asunder::Shape3::sphere({0, 0.1f, 0}, 0.12f);

    asunder::World3 world = asunder::World3::create();
    const std::uint64_t knight = 1, goblin = 2;
    auto arm = asunder::World3::collider(*forearm), sword = asunder::World3::collider(*blade);
    auto skull = asunder::World3::collider(*head);
    sword.bone = 7, skull.bone = 3, skull.tag = 100;
    const auto fighter = world.insert({arm, sword}, ASU_MOVING, knight);
    const auto victim = world.insert({skull}, ASU_MOVING, goblin);
    if (!fighter || !victim) return 1;
    const XMFLOAT4X4 neck = bone(1.5f, 0, {1.2f, 1.4f, 0});
    if (!world.place(*victim, {update(head, neck)})) return 1;

    // The swing: from upright to past the goblin's head within three frames. The attack is swept between
    // frames, so that no head is passed over.
    const std::uint64_t attack = *world.begin_attack(knight, {{*fighter, 1}});
    int hits = 0, bone_hit = 0;
    for (float degrees : {0.0f, -55.0f, -110.0f}) {
        const XMFLOAT4X4 elbow = bone(1, degrees, {0, 1.3f, 0});
        if (!world.place(*fighter, {update(forearm, elbow), update(blade, elbow)})) return 1;
        world.step();
        for (const AsuEvent3& event : world.events()) {
            if (event.kind != ASU_HIT) continue;
            hits++, bone_hit = int(event.bone);
            std::printf("at %.0f degrees: bone %u hit, tag %llu, at %.3f of the step\n", degrees, event.bone,
                        (unsigned long long)event.tag, event.fraction);
        }
    }
    if (!world.end_attack(attack)) return 1;
    const auto around = update(forearm, bone(1, -90, {0, 1.3f, 0})).aabb();
    return hits == 1 && bone_hit == 3 && bool(around) ? 0 : 1;
}
