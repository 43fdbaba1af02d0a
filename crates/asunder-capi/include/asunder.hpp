/* asunder for C++17: a thin, header-only wrapper of asunder.h.
 *
 *     asunder::Shape3 box = *asunder::Shape3::obb({0, 0, 0}, {1, 1, 1}, {0, 0, 0, 1});
 *     asunder::Shape3 ball = *asunder::Shape3::sphere({0, 2, 0}, 1);
 *     bool touch = box.intersects(ball);
 *
 * What may fail returns a Result: a value, or an Error with a status and a message. Nothing throws, but
 * for memory that runs out. Shapes are valid once made, so questions about them just answer; should the
 * library fail in one, which is a fault of its own, the program ends with its message.
 *
 * Vectors go in as anything that is floats in a row: {x, y, z}, const float*, float[3],
 * std::array<float, 3>, XMFLOAT3, D3DXVECTOR3, Ogre::Vector3. Results are the structs of asunder.h. */
#ifndef ASUNDER_HPP
#define ASUNDER_HPP

#include "asunder.h"

#include "asunder/history.hpp"
#include "asunder/level.hpp"
#include "asunder/recorder.hpp"
#include "asunder/result.hpp"
#include "asunder/rig.hpp"
#include "asunder/set.hpp"
#include "asunder/shape.hpp"
#include "asunder/view.hpp"
#include "asunder/world.hpp"

#endif
