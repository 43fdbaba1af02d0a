// Sprites with boxes, as a DirectX 2D tutorial has them: a texture's size, a scale, a world matrix.
// Its test writes the half size of both sprites into one variable, so that each gets the second's.
#include <asunder.hpp>
#include <cmath>
#include <cstdio>

struct D3DXVECTOR2 { float x, y; };
struct D3DXMATRIX { float _11, _12, _13, _14, _21, _22, _23, _24, _31, _32, _33, _34, _41, _42, _43, _44; };

class Sprite {
public:
    Sprite(D3DXVECTOR2 texture, D3DXVECTOR2 scale, float degrees, D3DXVECTOR2 at) : texture_(texture) {
        const float turn = degrees * 3.14159265f / 180, c = std::cos(turn), s = std::sin(turn);
        // Scale, then rotation, then translation, of row vectors.
        world_ = {scale.x * c, scale.x * s, 0, 0, -scale.y * s, scale.y * c, 0, 0, 0, 0, 1, 0,
                  at.x, at.y, 0, 1};
    }
    D3DXVECTOR2 TextureSize() const { return texture_; }
    const D3DXMATRIX& World() const { return world_; }

private:
    D3DXVECTOR2 texture_;
    D3DXMATRIX world_;
};

static asunder::Shape2 shape(const Sprite& sprite) {
    const D3DXVECTOR2 middle{0.5f, 0.5f};
    return *asunder::Shape2::sprite(sprite.TextureSize(), middle, asunder::directx(&sprite.World()._11));
}

static bool Obb(const Sprite& a, const Sprite& b) { return shape(a).intersects(shape(b)); }

int main() {
    const Sprite wall({64, 256}, {1, 1}, 0, {400, 300});
    const Sprite ship({32, 16}, {2, 2}, 0, {336, 300});
    const Sprite turned({32, 16}, {2, 2}, 90, {335, 300});
    const Sprite mirrored({32, 16}, {-2, 2}, 30, {360, 300});
    // 64 by 32 pixels: the ship's nose is at 368, where the wall begins.
    std::printf("ship %d, turned aside %d, mirrored %d\n", Obb(ship, wall), Obb(turned, wall), Obb(mirrored, wall));
    const auto out = shape(mirrored).penetration(shape(wall));
    if (out) std::printf("out by %.3f along (%.3f, %.3f)\n", out->depth, out->normal[0], out->normal[1]);

    // Which of many sprites does the wall touch?
    asunder::Set2 fleet = *asunder::Set2::create(ASU_OBB);
    for (int i = 0; i < 100; i++) {
        const Sprite one({32, 16}, {1, 1}, 7.0f * i, {8.0f * i, 300});
        if (!fleet.push(shape(one))) return 1;
    }
    const auto touched = fleet.intersecting(shape(wall));
    std::printf("%zu of 100 touch the wall, from number %u on\n", touched.size(), touched.at(0));

    const bool right = Obb(ship, wall) && !shape(ship).penetrates(shape(wall)) && !Obb(turned, wall) &&
                       Obb(mirrored, wall) && out && out->normal[0] == -1;
    return right ? 0 : 1;
}
