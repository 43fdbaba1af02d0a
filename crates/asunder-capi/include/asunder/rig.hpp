/* asunder for C++17: hitboxes on bones. Include asunder.hpp. */
#ifndef ASUNDER_RIG_HPP
#define ASUNDER_RIG_HPP

#include "shape.hpp"

#include <cstdint>

namespace asunder {

/* The matrices of a frame's bones, from each bone's own space to the model's: glTF's joints. */
inline AsuBones global_bones(const float* matrices, std::size_t count, AsuLayout layout) {
    return {matrices, count, std::uint32_t(layout), 0};
}
/* Those that a skinning shader reads, with the inverse bind matrices in them: Ogre's _getBoneMatrices. */
inline AsuBones skinning_bones(const float* matrices, std::size_t count, AsuLayout layout) {
    return {matrices, count, std::uint32_t(layout), 1};
}
/* A bone whose own space is that of the mesh as modelled; set `inverse_bind` and `layout` for another. */
inline AsuBone bone(const char* name, std::uint32_t parent = ASU_NO_BONE) {
    return {name, parent, ASU_OPENGL, nullptr};
}

/* The hitboxes of one model, and the bones that carry them. */
template <int D>
class Rig {
    using Api = detail::Api<D>;

public:
    static Result<Rig>
    create(const char* name, const std::vector<AsuBone>& bones, AsuScalePolicy policy = ASU_ENCLOSES) {
        typename Api::Rig rig{};
        const AsuStatus status = Api::rig_create(name, bones.data(), bones.size(), policy, &rig);
        if (status != ASU_OK) return last_error(status);
        return Rig(rig);
    }
    /* Adds a shape in a bone's own space; its number is that of its collider. */
    Result<std::size_t> add(
        std::uint32_t bone, const Shape<D>& shape, AsuRole role = ASU_IS_HURT, const char* region = nullptr,
        AsuFollow follow = ASU_FOLLOWS_ALL) {
        typename Api::Hitbox hitbox{};
        hitbox.shape = shape.raw(), hitbox.bone = bone, hitbox.region = region;
        hitbox.role = role, hitbox.follow = follow;
        return detail::asked<std::size_t>([&](auto* to) { return Api::rig_add(raw(), &hitbox, to); });
    }
    /* Adds a shape that is held at an offset from a bone, such as a weapon in a hand. */
    Result<std::size_t> attach(const char* bone, const Shape<D>& shape, const typename Api::Pose& offset) {
        return detail::asked<std::size_t>(
            [&](auto* to) { return Api::rig_attach(raw(), bone, &shape.raw(), &offset, to); });
    }
    Result<std::uint32_t> bone(const char* name) const {
        return detail::asked<std::uint32_t>([&](auto* to) { return Api::rig_bone(raw(), name, to); });
    }
    std::size_t size() const {
        return detail::answered<std::size_t>([&](auto* to) { return Api::rig_hitbox_count(raw(), to); });
    }
    /* The name of a region, as events and answers number it. */
    Result<std::string> region(std::uint16_t number) const {
        return detail::told([&](char* text, std::size_t capacity, std::size_t* length) {
            return Api::rig_region(raw(), number, text, capacity, length);
        });
    }
    /* The hitboxes in the world, in their order. */
    Result<std::vector<Shape<D>>> place(const AsuBones& bones, Matrix model) const {
        std::vector<typename Api::Shape> shapes(size());
        std::size_t count = 0;
        const AsuStatus status = Api::rig_place(
            raw(), &bones, model.floats, model.layout, shapes.data(), shapes.size(), &count);
        if (status != ASU_OK) return last_error(status);
        std::vector<Shape<D>> placed;
        for (std::size_t i = 0; i < count && i < shapes.size(); i++) {
            placed.push_back(Shape<D>::adopted(shapes[i]));
        }
        return placed;
    }
    typename Api::Rig raw() const { return owned_.get(); }

private:
    explicit Rig(typename Api::Rig rig) : owned_(rig) {}
    detail::Owned<typename Api::Rig, Api::rig_destroy> owned_;
};

using Rig2 = Rig<2>;
using Rig3 = Rig<3>;

} // namespace asunder

#endif
