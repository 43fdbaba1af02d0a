/* asunder: exact collision of bounding volumes. A C interface.
 *
 * Every call returns an AsuStatus; results are written only if that is ASU_OK, and
 * asu_last_error_message says what was wrong. A pointer that is not null must point to memory as large
 * as its type, or the count beside it, says. Lists of results take a capacity, and write how many there
 * are, which may be more: ask again with as much room.
 *
 * A function or type that ends in 3 is about space, one that ends in 2 the same in the plane.
 * Handles are numbers, not pointers: one that was destroyed is ASU_STALE. They may be used from any
 * thread; questions run side by side, changes of one thing wait for each other.
 *
 * Made by cbindgen from the crate asunder-capi: do not edit. */

#ifndef ASUNDER_H
#define ASUNDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this header: `asu_version` says that of the library, which must have the same major and
// minor number.
#define ASU_VERSION 1000

// The number of no bone.
#define ASU_NO_BONE UINT32_MAX

// What became of a call. Only after `ASU_OK` are results written.
//
// `asu_last_error_message` says of the last call on this thread that was not `ASU_OK` what was wrong,
// with the name of the argument and the number found.
typedef enum AsuStatus {
    // The call did what it says; its results are written.
    ASU_OK = 0,
    // A pointer is null that must not be, or a handle is zero.
    ASU_NULL = 1,
    // A handle, body, collider or attack is no longer there, or never was.
    ASU_STALE = 2,
    // A number is infinite or NaN.
    ASU_NOT_FINITE = 3,
    // Numbers describe no shape: a negative radius, a rotation of zero, `min` above `max`.
    ASU_INVALID_SHAPE = 4,
    // A matrix is transposed or not affine, or skews a box.
    ASU_INVALID_MATRIX = 5,
    // Another argument is not what was asked for: an unknown kind, a misaligned pointer, an option out
    // of its range.
    ASU_INVALID_ARGUMENT = 6,
    // No shape with finite numbers is the answer: a box around something unbounded.
    ASU_NOT_REPRESENTABLE = 7,
    // The library failed, which is a fault of its own: please report the message.
    ASU_PANIC = 8,
} AsuStatus;

// How one shape contains another.
typedef enum AsuContainment {
    // They share no point.
    ASU_DISJOINT = 0,
    // They share a point, and some of the second is outside of the first.
    ASU_INTERSECTS = 1,
    // The second lies in the first.
    ASU_CONTAINS = 2,
} AsuContainment;

// The side of a plane on which a shape lies.
typedef enum AsuSide {
    // Where the normal points.
    ASU_FRONT = 0,
    // Where it points away from.
    ASU_BACK = 1,
    // On both, or touching the plane.
    ASU_STRADDLING = 2,
} AsuSide;

// The kind of a feature of a shape.
typedef enum AsuFeatureKind {
    // A corner.
    ASU_VERTEX = 0,
    // An edge; in 2D a side.
    ASU_EDGE = 1,
    // A face.
    ASU_FACE = 2,
} AsuFeatureKind;

// Where a ray, segment or motion starts.
typedef enum AsuStarted {
    // Outside of the shape.
    ASU_APART = 0,
    // On its boundary.
    ASU_TOUCHING = 1,
    // Inside of it.
    ASU_OVERLAPPING = 2,
} AsuStarted;

// What an event tells.
typedef enum AsuEventKind {
    // `a` and `b` came into contact.
    ASU_ENTER = 0,
    // `a` and `b` are no longer in contact, for `reason`.
    ASU_EXIT = 1,
    // The mover `a` was stopped by `b`, at `point`, with `normal` and `fraction`.
    ASU_BLOCKED = 2,
    // The mover `a` is no longer stopped by `b`.
    ASU_UNBLOCKED = 3,
    // `attack`, or a collider that is always swept if that is zero, hit `b` with `a`, at `point`, with
    // `normal` and `fraction`; `tag`, `bone` and `region` are those of `b`.
    ASU_HIT = 4,
    // A carrier's collider `b` pushed the body of `a` against the collider `against`.
    ASU_CRUSHED = 5,
} AsuEventKind;

// Why a contact ended.
typedef enum AsuExitReason {
    // They moved apart, or no longer respond to one another.
    ASU_PARTED = 0,
    // One of them, or both, left the world.
    ASU_REMOVED = 1,
} AsuExitReason;

// The kind of a shape: which member of its union holds the numbers.
typedef enum AsuShapeKind {
    // `point`.
    ASU_POINT = 1,
    // `segment`: every point between two.
    ASU_SEGMENT = 2,
    // `ray`: origin + t direction, t >= 0.
    ASU_RAY = 3,
    // `plane`; in 2D a line.
    ASU_PLANE = 4,
    // `half_space`: every point on one side of a plane, and the plane.
    ASU_HALF_SPACE = 5,
    // `sphere`; in 2D a circle, with its interior.
    ASU_SPHERE = 6,
    // `capsule`: every point within a radius of a segment.
    ASU_CAPSULE = 7,
    // `aabb`: a box along the coordinate axes.
    ASU_AABB = 8,
    // `obb`: an oriented box.
    ASU_OBB = 9,
    // `triangle`, with its interior.
    ASU_TRIANGLE = 10,
    // `frustum`: every point in all of one to six half-spaces.
    ASU_FRUSTUM = 11,
    // `convex_hull`: the least convex set around points; in 2D a polygon.
    ASU_CONVEX_HULL = 12,
    // `parallelepiped`: a box that may be sheared; in 2D a parallelogram.
    ASU_PARALLELEPIPED = 13,
    // `perspective`: what a camera sees, by its position, rotation and slopes. In 3D only.
    ASU_PERSPECTIVE = 14,
    // `projection`: what a camera sees, by its view-projection matrix. In 3D only.
    ASU_PROJECTION = 15,
    // `prepared_obb`: an oriented box with its axes, as `asu_prepare3` computes them.
    ASU_PREPARED_OBB = 16,
    // `stored`: the handle of a convex hull or frustum that the library keeps, as `asu_prepare3` makes it.
    ASU_STORED = 17,
} AsuShapeKind;

// How sixteen floats hold a matrix.
typedef enum AsuLayout {
    // `XMFLOAT4X4`, `XMMATRIX`, `D3DXMATRIX`: row vectors, row after row; the translation of a world
    // matrix is at 12, 13, 14.
    ASU_DIRECTX = 1,
    // Ogre's `Matrix4`: column vectors, row after row; the translation is at 3, 7, 11.
    ASU_OGRE = 2,
    // OpenGL, glm: column vectors, column after column; the translation is at 12, 13, 14.
    ASU_OPENGL = 3,
    // glTF's nodes and joints: as `ASU_OPENGL`.
    ASU_GLTF = 4,
} AsuLayout;

// The depths that a projection maps to.
typedef enum AsuDepth {
    // 0 to 1, either way round: DirectX, Vulkan, Metal.
    ASU_ZERO_TO_ONE = 1,
    // -1 to 1: OpenGL, and Ogre's `getProjectionMatrix`.
    ASU_MINUS_ONE_TO_ONE = 2,
} AsuDepth;

// Whether a body is meant to move.
typedef enum AsuBodyKind {
    // A wall, floor or tile: two fixed bodies never pair.
    ASU_FIXED = 0,
    // Everything else.
    ASU_MOVING = 1,
} AsuBodyKind;

// How the colliders of two layers respond to one another.
typedef enum AsuResponse {
    // They never pair.
    ASU_IGNORE = 0,
    // They pair while they intersect: touching counts.
    ASU_TOUCH = 1,
    // They pair while they penetrate: touching does not count.
    ASU_OVERLAP = 2,
    // They pair while they penetrate, and movers of one stop at the other.
    ASU_BLOCK = 3,
} AsuResponse;

// Who gives way where a walker meets another who walks.
typedef enum AsuYields {
    // The walker: the other stops it as a wall does.
    ASU_WALKER_YIELDS = 0,
    // The one that is met: it is pushed on.
    ASU_MET_YIELDS = 1,
} AsuYields;

// Every point between two, which may be the same.
typedef struct AsuSegment3 {
    // One end.
    float a[3];
    // The other.
    float b[3];
} AsuSegment3;

// Every point `origin + t direction` with t >= 0.
typedef struct AsuRay3 {
    // Where it starts.
    float origin[3];
    // Where it goes: of any length but zero.
    float direction[3];
} AsuRay3;

// Every point x with `normal . x = offset`.
typedef struct AsuPlane3 {
    // Its normal, of any length but zero.
    float normal[3];
    // In units of the normal's length.
    float offset;
} AsuPlane3;

// Every point x with `normal . x <= offset`.
typedef struct AsuHalfSpace3 {
    // The normal, out of it, of any length but zero.
    float normal[3];
    // In units of the normal's length.
    float offset;
} AsuHalfSpace3;

// Every point within a radius of a center.
typedef struct AsuSphere3 {
    // The center.
    float center[3];
    // Zero or more.
    float radius;
} AsuSphere3;

// Every point within a radius of the segment from `a` to `b`.
typedef struct AsuCapsule3 {
    // One end of the segment.
    float a[3];
    // The other, which may be the same.
    float b[3];
    // Zero or more.
    float radius;
} AsuCapsule3;

// A box along the coordinate axes.
typedef struct AsuAabb3 {
    // The least corner.
    float min[3];
    // The greatest corner, nowhere below `min`.
    float max[3];
} AsuAabb3;

// An oriented box: every point within `half_extents` of `center` along its own axes.
typedef struct AsuObb3 {
    // The center.
    float center[3];
    // Half of the size along each axis, zero or more.
    float half_extents[3];
    // A quaternion x, y, z, w of any length but zero.
    float rotation[4];
} AsuObb3;

// The points between three corners, which may lie on a line or in one point.
typedef struct AsuTriangle3 {
    // A corner.
    float a[3];
    // Another.
    float b[3];
    // The third.
    float c[3];
} AsuTriangle3;

// Every point that lies in all of some half-spaces.
typedef struct AsuFrustum3 {
    // The half-spaces, which are read whenever the shape is.
    const struct AsuHalfSpace3 *half_spaces;
    // How many there are: one to six.
    size_t count;
} AsuFrustum3;

// The least convex set around points.
typedef struct AsuConvexHull3 {
    // The coordinates of the points, one point after the other; they are read whenever the shape is.
    const float *points;
    // How many points there are, at least one.
    size_t count;
} AsuConvexHull3;

// A box under any affine map: `center` plus each edge times -1 to 1.
typedef struct AsuParallelepiped3 {
    // The center.
    float center[3];
    // Half of each edge.
    float edges[3][3];
} AsuParallelepiped3;

// What a camera sees: it looks along its own -z, with x to the right and y up.
typedef struct AsuPerspective3 {
    // Where it is seen from.
    float origin[3];
    // How the camera is turned: a quaternion x, y, z, w of any length but zero.
    float rotation[4];
    // Left, right, bottom, top: how far each side lies from the axis at depth one.
    float slopes[4];
    // The least depth, zero or more. Its name is no macro of `windows.h`, as `near` is.
    float near_depth;
    // The greatest depth.
    float far_depth;
} AsuPerspective3;

// What a camera sees: every point that its view-projection matrix maps into the visible part of clip
// space.
typedef struct AsuProjection3 {
    // The matrix: projection and view.
    float matrix[16];
    // How it is stored: one of `AsuLayout`.
    uint32_t layout;
    // The depths it maps to: one of `AsuDepth`.
    uint32_t depth;
} AsuProjection3;

// An oriented box with what `asu_prepare3` computes of it. Its center and half extents may be changed;
// with another rotation it must be prepared again.
typedef struct AsuPreparedObb3 {
    // The box.
    struct AsuObb3 obb;
    // Its axes: unit vectors, each component rounded to nearest.
    float axes[3][3];
} AsuPreparedObb3;

// The numbers of a shape; the kind of an `AsuShape3` tells which member counts.
typedef union AsuShapeData3 {
    // `ASU_POINT`.
    float point[3];
    // `ASU_SEGMENT`.
    struct AsuSegment3 segment;
    // `ASU_RAY`.
    struct AsuRay3 ray;
    // `ASU_PLANE`.
    struct AsuPlane3 plane;
    // `ASU_HALF_SPACE`.
    struct AsuHalfSpace3 half_space;
    // `ASU_SPHERE`.
    struct AsuSphere3 sphere;
    // `ASU_CAPSULE`.
    struct AsuCapsule3 capsule;
    // `ASU_AABB`.
    struct AsuAabb3 aabb;
    // `ASU_OBB`.
    struct AsuObb3 obb;
    // `ASU_TRIANGLE`.
    struct AsuTriangle3 triangle;
    // `ASU_FRUSTUM`.
    struct AsuFrustum3 frustum;
    // `ASU_CONVEX_HULL`.
    struct AsuConvexHull3 convex_hull;
    // `ASU_PARALLELEPIPED`.
    struct AsuParallelepiped3 parallelepiped;
    // `ASU_PERSPECTIVE`.
    struct AsuPerspective3 perspective;
    // `ASU_PROJECTION`.
    struct AsuProjection3 projection;
    // `ASU_PREPARED_OBB`.
    struct AsuPreparedObb3 prepared_obb;
    // `ASU_STORED`.
    uint64_t stored;
} AsuShapeData3;

// A 3D shape: a plain value, to be filled in and copied as you like.
typedef struct AsuShape3 {
    // One of `AsuShapeKind`.
    uint32_t kind;
    // Its numbers, in the member that the kind names.
    union AsuShapeData3 data;
} AsuShape3;

// A rigid placement: turn by `rotation`, then move by `translation`.
typedef struct AsuPose3 {
    // The image of the origin.
    float translation[3];
    // A quaternion x, y, z, w of any length but zero.
    float rotation[4];
} AsuPose3;

// The nearest points of two shapes.
typedef struct AsuClosestPoints3 {
    // Whether there are such: false where the shapes share a point, or the nearest ones lie at infinity.
    bool found;
    // The point of the first.
    float on_a[3];
    // The point of the second.
    float on_b[3];
} AsuClosestPoints3;

// The minimum translation of two shapes.
typedef struct AsuPenetration3 {
    // Whether there is one: false where the shapes share no point.
    bool found;
    // The unit direction in which the first shape must move: from the second to the first.
    float normal[3];
    // How far it must move so that they do not penetrate. Zero if and only if they merely touch.
    float depth;
} AsuPenetration3;

// A vertex, edge or face of a shape, by its number: bit k of a box's vertex is set on the positive side
// of axis k; 2k is its face on the negative, 2k + 1 on the positive side of axis k.
typedef struct AsuFeature {
    // What it is.
    enum AsuFeatureKind kind;
    // Its number.
    uint32_t index;
} AsuFeature;

// A pair of points of a contact, one on each surface.
typedef struct AsuContactPoint3 {
    // On the surface of the first shape.
    float on_a[3];
    // On the surface of the second.
    float on_b[3];
    // The overlap here along the contact's normal.
    float depth;
} AsuContactPoint3;

// The contact of two shapes: their minimum translation, and up to four points for a solver.
typedef struct AsuContact3 {
    // Whether there is one: false where the shapes share no point.
    bool found;
    // The unit normal, from the second shape to the first.
    float normal[3];
    // How far the first must move along it: that of `asu_penetration3`, bit for bit.
    float depth;
    // The feature of the first that touches.
    struct AsuFeature feature_a;
    // The feature of the second that touches.
    struct AsuFeature feature_b;
    // The points.
    struct AsuContactPoint3 points[4];
    // How many of them count.
    uint32_t point_count;
} AsuContact3;

// The first contact of a ray or segment with a shape.
typedef struct AsuRayHit3 {
    // Whether there is one; else the rest is zero.
    bool found;
    // `origin + fraction direction`, or the part of a segment: never late; zero, if it starts in or on the
    // shape.
    float fraction;
    // The contact point, within rounding.
    float point[3];
    // The shape's unit normal there, against the ray.
    float normal[3];
    // Where the ray starts.
    enum AsuStarted started;
} AsuRayHit3;

// The first contact of a moving shape with another.
typedef struct AsuCastHit3 {
    // Whether there is one; else the rest is zero.
    bool found;
    // The fraction of the motion at the first contact, never late; zero, if they meet at the start.
    float fraction;
    // Whether they part before the motion ends.
    bool has_exit;
    // The fraction of the motion after which they share no point, never early, if they part.
    float exit;
    // A contact point on the other shape, within rounding.
    float point[3];
    // The other shape's unit normal there, against the motion.
    float normal[3];
    // How the shapes lie at the start.
    enum AsuStarted started;
} AsuCastHit3;

// The first contact of a shape that moves and turns with another.
typedef struct AsuRotatingHit3 {
    // Whether there is one; else the rest is zero.
    bool found;
    // Whether they share a point there; else they only come within the tolerance.
    bool in_contact;
    // The fraction of the motion at the contact, never late.
    float fraction;
    // A point of the other shape there.
    float point[3];
    // The unit direction from there to the moving shape.
    float normal[3];
} AsuRotatingHit3;

// Where a mover stopped.
typedef struct AsuStop3 {
    // Its position at the end: of a box or sphere the center, of other shapes their first point. It
    // penetrates no obstacle there, nor on the straight path to it.
    float position[3];
    // The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    float fraction;
    // The distance that remains to what stopped it.
    float gap;
    // Whether it penetrated an obstacle at the start, and so was not moved.
    bool started_penetrating;
    // Whether no free position was found within a few units in the last place of the contact.
    bool backed_off;
    // How many obstacles stopped it.
    size_t hit_count;
} AsuStop3;

// The contact of a mover with an obstacle.
typedef struct AsuObstacleHit3 {
    // The index of the obstacle.
    size_t obstacle;
    // A contact point on it.
    float point[3];
    // The unit normal of the contact, from the obstacle to the mover.
    float normal[3];
    // The fraction of the motion after which they would penetrate, never late.
    float fraction;
} AsuObstacleHit3;

// The handle of a set: many shapes of one kind, which answer together.
typedef struct AsuSet3 {
    // Zero is no set.
    uint64_t handle;
} AsuSet3;

// The handle of a tree: which of many numbered boxes overlap, for those who keep shapes elsewhere.
typedef struct AsuTree3 {
    // Zero is no tree.
    uint64_t handle;
} AsuTree3;

// The numbers of two boxes, the smaller first.
typedef struct AsuBoxPair3 {
    // One.
    uint32_t a;
    // The other.
    uint32_t b;
} AsuBoxPair3;

// The handle of a world: bodies over time, and what came into contact.
typedef struct AsuWorld3 {
    // Zero is no world.
    uint64_t handle;
} AsuWorld3;

// How two layers respond to each other.
typedef struct AsuLayerPair {
    // The number of a layer: 0 is `default`, 1 the first of the names.
    uint32_t a;
    // The number of another, or of the same.
    uint32_t b;
    // One of `AsuResponse`.
    uint32_t response;
} AsuLayerPair;

// The layers of a world besides `default`, which has number 0. Every two respond by `ASU_TOUCH` unless
// a pair says otherwise.
typedef struct AsuLayers {
    // The names of layers 1, 2, and so on, each ended by a zero byte.
    const char *const *names;
    // How many names there are, 63 at most.
    size_t name_count;
    // Who responds how.
    const struct AsuLayerPair *pairs;
    // How many pairs there are.
    size_t pair_count;
} AsuLayers;

// A shape of a body. All zero but the shape: on the layer `default`, on no bone if that is `ASU_NO_BONE`.
typedef struct AsuCollider3 {
    // The shape, before its body is placed.
    struct AsuShape3 shape;
    // The number of its layer.
    uint32_t layer;
    // The bone it is attached to; `ASU_NO_BONE` for none.
    uint32_t bone;
    // Bit n is set if it never pairs with colliders of layer n.
    uint64_t ignore;
    // A number of your own, which answers repeat.
    uint64_t tag;
    // The part of the body that it is: of hits at the same time, the smallest region counts.
    uint16_t region;
    // 1 if it is swept from step to step, as bullets are, else 0.
    uint8_t swept;
    // 1 if it stops only movers that come from the side of `one_way`, else 0.
    uint8_t has_one_way;
    // The direction, in world coordinates, from which a one-way platform stops movers.
    float one_way[3];
} AsuCollider3;

// The options of a body. All zero: a fixed one without an owner.
typedef struct AsuBodyOptions {
    // One of `AsuBodyKind`.
    uint32_t kind;
    // 1 if `owner` counts, else 0.
    uint32_t has_owner;
    // Bodies of one owner ignore one another.
    uint64_t owner;
} AsuBodyOptions;

// A body and where to place it.
typedef struct AsuBodyPose3 {
    // The body.
    uint64_t body;
    // Where it goes.
    struct AsuPose3 pose;
} AsuBodyPose3;

// A collider of a world.
typedef struct AsuColliderId {
    // The body it belongs to, as `insert` returned it.
    uint64_t body;
    // Its index among the colliders of the body.
    uint16_t part;
} AsuColliderId;

// A change between two steps. What does not belong to its kind is zero.
typedef struct AsuEvent3 {
    // What it tells, and of whom.
    enum AsuEventKind kind;
    // Of `ASU_EXIT`: why the contact ended.
    enum AsuExitReason reason;
    // The first collider: the mover, or who hits.
    struct AsuColliderId a;
    // The second collider: the obstacle, or who is hit.
    struct AsuColliderId b;
    // Of `ASU_CRUSHED`: what the body was pushed against.
    struct AsuColliderId against;
    // Of `ASU_BLOCKED` and `ASU_HIT`: a point of `b` where they met.
    float point[3];
    // The unit normal there, from `b` to `a`.
    float normal[3];
    // The fraction of the motion at which they met.
    float fraction;
    // Of `ASU_HIT`: the bone of `b`, or `ASU_NO_BONE`.
    uint32_t bone;
    // Of `ASU_HIT`: the attack; zero for a collider that is always swept.
    uint64_t attack;
    // Of `ASU_HIT`: the tag of `b`.
    uint64_t tag;
    // Of `ASU_HIT`: the region of `b`.
    uint16_t region;
} AsuEvent3;

// Two colliders in contact, the smaller id first.
typedef struct AsuColliderPair3 {
    // One.
    struct AsuColliderId a;
    // The other.
    struct AsuColliderId b;
} AsuColliderPair3;

// Where a body of a world stopped.
typedef struct AsuBodyStop3 {
    // Its position at the end: of a box or sphere the center, of other shapes their first point.
    float position[3];
    // The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    float fraction;
    // The distance that remains to what stopped it.
    float gap;
    // Whether it penetrated a collider at the start, and so was not moved.
    bool started_penetrating;
    // Whether no free position was found within a few units in the last place of the contact.
    bool backed_off;
    // How many colliders stopped it.
    size_t hit_count;
} AsuBodyStop3;

// The contact of a mover with a collider.
typedef struct AsuColliderHit3 {
    // The collider that it met.
    struct AsuColliderId obstacle;
    // A contact point on it.
    float point[3];
    // The unit normal of the contact, from the obstacle to the mover.
    float normal[3];
    // The fraction of the motion, or of the leg that ended there.
    float fraction;
} AsuColliderHit3;

// How a body slides and walks: `asu_walk_options3` has the defaults.
typedef struct AsuWalkOptions3 {
    // The upward direction, of any length but zero. The y axis.
    float up[3];
    // The height of the ledges that it steps over. Zero.
    float step_height;
    // The angle, in degrees, between the steepest floor and a level one. 45.
    float max_slope;
    // How far down it is led to keep standing on a floor. Zero.
    float snap;
    // The length of a step aside past a corner that stands out of a wall by rounding. Zero.
    float ledge;
    // 1 if a slope takes nothing from the speed along the ground, else 0. 0.
    uint32_t keep_speed;
    // The greatest number of turns in one move. 6.
    uint32_t max_slides;
    // Who gives way where it meets another who walks: one of `AsuYields`. `ASU_WALKER_YIELDS`.
    uint32_t yields;
} AsuWalkOptions3;

// The end of a walk, and what happened to the body since the one before.
typedef struct AsuWalk3 {
    // How far it moved by walking, including the way out of what it penetrated.
    float moved[3];
    // How far carriers and the surface on which it stood moved it since its last walk.
    float carried[3];
    // By how much carriers turned since its last walk: turn the figure by that.
    float turned[4];
    // The velocity that is left, relative to the floor: without what floors and walls stopped.
    float velocity_after[3];
    // Whether it stands on a floor; else what tells of the floor is zero.
    bool on_floor;
    // Whether it stepped over a ledge.
    bool stepped;
    // Whether it was led down to the floor.
    bool snapped;
    // Whether it penetrated a collider at the start, and was moved out first, unless it is stuck.
    bool started_penetrating;
    // Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    bool stuck;
    // Whether a carrier crushed it since its last walk.
    bool crushed;
    // The floor.
    struct AsuColliderId floor;
    // The floor's unit normal.
    float floor_normal[3];
    // The velocity of the floor where the walker stands: who jumps adds it.
    float floor_velocity[3];
    // See `stuck`.
    struct AsuColliderId stuck_in;
    // The carrier that crushed it.
    struct AsuColliderId crushed_by;
    // What it was crushed against.
    struct AsuColliderId crushed_against;
    // How many colliders it met.
    size_t hit_count;
} AsuWalk3;

// A body that a carrier moved.
typedef struct AsuCarriedBody3 {
    // The body.
    uint64_t body;
    // How far it was moved.
    float moved[3];
    // Whether it stood on the carrier, or on another who did; else it was in the way.
    bool stands;
    // Whether it is not free of the carrier at the end.
    bool crushed;
} AsuCarriedBody3;

// Which colliders a question is about. A null pointer instead: about all.
typedef struct AsuFilter {
    // Bit n is set if colliders of layer n are wanted.
    uint64_t layers;
    // 1 if those of owner `not_of` are not wanted, else 0.
    uint32_t has_not_of;
    // 1 if only those of owner `only_of` are wanted, else 0.
    uint32_t has_only_of;
    // An owner.
    uint64_t not_of;
    // An owner.
    uint64_t only_of;
} AsuFilter;

// A collider that a question found.
typedef struct AsuFound3 {
    // The collider.
    struct AsuColliderId collider;
    // Its tag.
    uint64_t tag;
    // Its bone, or `ASU_NO_BONE`.
    uint32_t bone;
    // Its region.
    uint16_t region;
} AsuFound3;

// The handle of a world's state at one time.
typedef struct AsuSnapshot3 {
    // Zero is no snapshot.
    uint64_t handle;
} AsuSnapshot3;

// The handle of a history: where the moving bodies of a world were at earlier ticks.
typedef struct AsuHistory3 {
    // Zero is no history.
    uint64_t handle;
} AsuHistory3;

// A moment: a part of the way from a tick to the next.
typedef struct AsuMoment3 {
    // A tick that was recorded, or one too long ago, which is answered by the oldest there is.
    uint64_t tick;
    // From 0, the tick itself, to below 1, the next.
    float fraction;
} AsuMoment3;

// Every point between two, which may be the same.
typedef struct AsuSegment2 {
    // One end.
    float a[2];
    // The other.
    float b[2];
} AsuSegment2;

// Every point `origin + t direction` with t >= 0.
typedef struct AsuRay2 {
    // Where it starts.
    float origin[2];
    // Where it goes: of any length but zero.
    float direction[2];
} AsuRay2;

// Every point x with `normal . x = offset`.
typedef struct AsuPlane2 {
    // Its normal, of any length but zero.
    float normal[2];
    // In units of the normal's length.
    float offset;
} AsuPlane2;

// Every point x with `normal . x <= offset`.
typedef struct AsuHalfSpace2 {
    // The normal, out of it, of any length but zero.
    float normal[2];
    // In units of the normal's length.
    float offset;
} AsuHalfSpace2;

// Every point within a radius of a center.
typedef struct AsuSphere2 {
    // The center.
    float center[2];
    // Zero or more.
    float radius;
} AsuSphere2;

// Every point within a radius of the segment from `a` to `b`.
typedef struct AsuCapsule2 {
    // One end of the segment.
    float a[2];
    // The other, which may be the same.
    float b[2];
    // Zero or more.
    float radius;
} AsuCapsule2;

// A box along the coordinate axes.
typedef struct AsuAabb2 {
    // The least corner.
    float min[2];
    // The greatest corner, nowhere below `min`.
    float max[2];
} AsuAabb2;

// An oriented box: every point within `half_extents` of `center` along its own axes.
typedef struct AsuObb2 {
    // The center.
    float center[2];
    // Half of the size along each axis, zero or more.
    float half_extents[2];
    // Cosine and sine, of any length but zero.
    float rotation[2];
} AsuObb2;

// The points between three corners, which may lie on a line or in one point.
typedef struct AsuTriangle2 {
    // A corner.
    float a[2];
    // Another.
    float b[2];
    // The third.
    float c[2];
} AsuTriangle2;

// Every point that lies in all of some half-spaces.
typedef struct AsuFrustum2 {
    // The half-spaces, which are read whenever the shape is.
    const struct AsuHalfSpace2 *half_spaces;
    // How many there are: one to six.
    size_t count;
} AsuFrustum2;

// The least convex set around points.
typedef struct AsuConvexHull2 {
    // The coordinates of the points, one point after the other; they are read whenever the shape is.
    const float *points;
    // How many points there are, at least one.
    size_t count;
} AsuConvexHull2;

// A box under any affine map: `center` plus each edge times -1 to 1.
typedef struct AsuParallelepiped2 {
    // The center.
    float center[2];
    // Half of each edge.
    float edges[2][2];
} AsuParallelepiped2;

// An oriented box with what `asu_prepare2` computes of it. Its center and half extents may be changed;
// with another rotation it must be prepared again.
typedef struct AsuPreparedObb2 {
    // The box.
    struct AsuObb2 obb;
    // Its axes: unit vectors, each component rounded to nearest.
    float axes[2][2];
} AsuPreparedObb2;

// The numbers of a shape; the kind of an `AsuShape2` tells which member counts.
typedef union AsuShapeData2 {
    // `ASU_POINT`.
    float point[2];
    // `ASU_SEGMENT`.
    struct AsuSegment2 segment;
    // `ASU_RAY`.
    struct AsuRay2 ray;
    // `ASU_PLANE`.
    struct AsuPlane2 plane;
    // `ASU_HALF_SPACE`.
    struct AsuHalfSpace2 half_space;
    // `ASU_SPHERE`.
    struct AsuSphere2 sphere;
    // `ASU_CAPSULE`.
    struct AsuCapsule2 capsule;
    // `ASU_AABB`.
    struct AsuAabb2 aabb;
    // `ASU_OBB`.
    struct AsuObb2 obb;
    // `ASU_TRIANGLE`.
    struct AsuTriangle2 triangle;
    // `ASU_FRUSTUM`.
    struct AsuFrustum2 frustum;
    // `ASU_CONVEX_HULL`.
    struct AsuConvexHull2 convex_hull;
    // `ASU_PARALLELEPIPED`.
    struct AsuParallelepiped2 parallelepiped;
    // `ASU_PREPARED_OBB`.
    struct AsuPreparedObb2 prepared_obb;
    // `ASU_STORED`.
    uint64_t stored;
} AsuShapeData2;

// A 2D shape: a plain value, to be filled in and copied as you like.
typedef struct AsuShape2 {
    // One of `AsuShapeKind`.
    uint32_t kind;
    // Its numbers, in the member that the kind names.
    union AsuShapeData2 data;
} AsuShape2;

// A rigid placement: turn by `rotation`, then move by `translation`.
typedef struct AsuPose2 {
    // The image of the origin.
    float translation[2];
    // Cosine and sine, of any length but zero.
    float rotation[2];
} AsuPose2;

// The nearest points of two shapes.
typedef struct AsuClosestPoints2 {
    // Whether there are such: false where the shapes share a point, or the nearest ones lie at infinity.
    bool found;
    // The point of the first.
    float on_a[2];
    // The point of the second.
    float on_b[2];
} AsuClosestPoints2;

// The minimum translation of two shapes.
typedef struct AsuPenetration2 {
    // Whether there is one: false where the shapes share no point.
    bool found;
    // The unit direction in which the first shape must move: from the second to the first.
    float normal[2];
    // How far it must move so that they do not penetrate. Zero if and only if they merely touch.
    float depth;
} AsuPenetration2;

// A pair of points of a contact, one on each surface.
typedef struct AsuContactPoint2 {
    // On the surface of the first shape.
    float on_a[2];
    // On the surface of the second.
    float on_b[2];
    // The overlap here along the contact's normal.
    float depth;
} AsuContactPoint2;

// The contact of two shapes: their minimum translation, and up to four points for a solver.
typedef struct AsuContact2 {
    // Whether there is one: false where the shapes share no point.
    bool found;
    // The unit normal, from the second shape to the first.
    float normal[2];
    // How far the first must move along it: that of `asu_penetration2`, bit for bit.
    float depth;
    // The feature of the first that touches.
    struct AsuFeature feature_a;
    // The feature of the second that touches.
    struct AsuFeature feature_b;
    // The points.
    struct AsuContactPoint2 points[2];
    // How many of them count.
    uint32_t point_count;
} AsuContact2;

// The first contact of a ray or segment with a shape.
typedef struct AsuRayHit2 {
    // Whether there is one; else the rest is zero.
    bool found;
    // `origin + fraction direction`, or the part of a segment: never late; zero, if it starts in or on the
    // shape.
    float fraction;
    // The contact point, within rounding.
    float point[2];
    // The shape's unit normal there, against the ray.
    float normal[2];
    // Where the ray starts.
    enum AsuStarted started;
} AsuRayHit2;

// The first contact of a moving shape with another.
typedef struct AsuCastHit2 {
    // Whether there is one; else the rest is zero.
    bool found;
    // The fraction of the motion at the first contact, never late; zero, if they meet at the start.
    float fraction;
    // Whether they part before the motion ends.
    bool has_exit;
    // The fraction of the motion after which they share no point, never early, if they part.
    float exit;
    // A contact point on the other shape, within rounding.
    float point[2];
    // The other shape's unit normal there, against the motion.
    float normal[2];
    // How the shapes lie at the start.
    enum AsuStarted started;
} AsuCastHit2;

// The first contact of a shape that moves and turns with another.
typedef struct AsuRotatingHit2 {
    // Whether there is one; else the rest is zero.
    bool found;
    // Whether they share a point there; else they only come within the tolerance.
    bool in_contact;
    // The fraction of the motion at the contact, never late.
    float fraction;
    // A point of the other shape there.
    float point[2];
    // The unit direction from there to the moving shape.
    float normal[2];
} AsuRotatingHit2;

// Where a mover stopped.
typedef struct AsuStop2 {
    // Its position at the end: of a box or sphere the center, of other shapes their first point. It
    // penetrates no obstacle there, nor on the straight path to it.
    float position[2];
    // The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    float fraction;
    // The distance that remains to what stopped it.
    float gap;
    // Whether it penetrated an obstacle at the start, and so was not moved.
    bool started_penetrating;
    // Whether no free position was found within a few units in the last place of the contact.
    bool backed_off;
    // How many obstacles stopped it.
    size_t hit_count;
} AsuStop2;

// The contact of a mover with an obstacle.
typedef struct AsuObstacleHit2 {
    // The index of the obstacle.
    size_t obstacle;
    // A contact point on it.
    float point[2];
    // The unit normal of the contact, from the obstacle to the mover.
    float normal[2];
    // The fraction of the motion after which they would penetrate, never late.
    float fraction;
} AsuObstacleHit2;

// The handle of a set: many shapes of one kind, which answer together.
typedef struct AsuSet2 {
    // Zero is no set.
    uint64_t handle;
} AsuSet2;

// The handle of a tree: which of many numbered boxes overlap, for those who keep shapes elsewhere.
typedef struct AsuTree2 {
    // Zero is no tree.
    uint64_t handle;
} AsuTree2;

// The numbers of two boxes, the smaller first.
typedef struct AsuBoxPair2 {
    // One.
    uint32_t a;
    // The other.
    uint32_t b;
} AsuBoxPair2;

// The handle of a world: bodies over time, and what came into contact.
typedef struct AsuWorld2 {
    // Zero is no world.
    uint64_t handle;
} AsuWorld2;

// A shape of a body. All zero but the shape: on the layer `default`, on no bone if that is `ASU_NO_BONE`.
typedef struct AsuCollider2 {
    // The shape, before its body is placed.
    struct AsuShape2 shape;
    // The number of its layer.
    uint32_t layer;
    // The bone it is attached to; `ASU_NO_BONE` for none.
    uint32_t bone;
    // Bit n is set if it never pairs with colliders of layer n.
    uint64_t ignore;
    // A number of your own, which answers repeat.
    uint64_t tag;
    // The part of the body that it is: of hits at the same time, the smallest region counts.
    uint16_t region;
    // 1 if it is swept from step to step, as bullets are, else 0.
    uint8_t swept;
    // 1 if it stops only movers that come from the side of `one_way`, else 0.
    uint8_t has_one_way;
    // The direction, in world coordinates, from which a one-way platform stops movers.
    float one_way[2];
} AsuCollider2;

// A body and where to place it.
typedef struct AsuBodyPose2 {
    // The body.
    uint64_t body;
    // Where it goes.
    struct AsuPose2 pose;
} AsuBodyPose2;

// A change between two steps. What does not belong to its kind is zero.
typedef struct AsuEvent2 {
    // What it tells, and of whom.
    enum AsuEventKind kind;
    // Of `ASU_EXIT`: why the contact ended.
    enum AsuExitReason reason;
    // The first collider: the mover, or who hits.
    struct AsuColliderId a;
    // The second collider: the obstacle, or who is hit.
    struct AsuColliderId b;
    // Of `ASU_CRUSHED`: what the body was pushed against.
    struct AsuColliderId against;
    // Of `ASU_BLOCKED` and `ASU_HIT`: a point of `b` where they met.
    float point[2];
    // The unit normal there, from `b` to `a`.
    float normal[2];
    // The fraction of the motion at which they met.
    float fraction;
    // Of `ASU_HIT`: the bone of `b`, or `ASU_NO_BONE`.
    uint32_t bone;
    // Of `ASU_HIT`: the attack; zero for a collider that is always swept.
    uint64_t attack;
    // Of `ASU_HIT`: the tag of `b`.
    uint64_t tag;
    // Of `ASU_HIT`: the region of `b`.
    uint16_t region;
} AsuEvent2;

// Two colliders in contact, the smaller id first.
typedef struct AsuColliderPair2 {
    // One.
    struct AsuColliderId a;
    // The other.
    struct AsuColliderId b;
} AsuColliderPair2;

// Where a body of a world stopped.
typedef struct AsuBodyStop2 {
    // Its position at the end: of a box or sphere the center, of other shapes their first point.
    float position[2];
    // The fraction of the motion after which it would penetrate, never late; one, if nothing is in the way.
    float fraction;
    // The distance that remains to what stopped it.
    float gap;
    // Whether it penetrated a collider at the start, and so was not moved.
    bool started_penetrating;
    // Whether no free position was found within a few units in the last place of the contact.
    bool backed_off;
    // How many colliders stopped it.
    size_t hit_count;
} AsuBodyStop2;

// The contact of a mover with a collider.
typedef struct AsuColliderHit2 {
    // The collider that it met.
    struct AsuColliderId obstacle;
    // A contact point on it.
    float point[2];
    // The unit normal of the contact, from the obstacle to the mover.
    float normal[2];
    // The fraction of the motion, or of the leg that ended there.
    float fraction;
} AsuColliderHit2;

// How a body slides and walks: `asu_walk_options2` has the defaults.
typedef struct AsuWalkOptions2 {
    // The upward direction, of any length but zero. The y axis.
    float up[2];
    // The height of the ledges that it steps over. Zero.
    float step_height;
    // The angle, in degrees, between the steepest floor and a level one. 45.
    float max_slope;
    // How far down it is led to keep standing on a floor. Zero.
    float snap;
    // The length of a step aside past a corner that stands out of a wall by rounding. Zero.
    float ledge;
    // 1 if a slope takes nothing from the speed along the ground, else 0. 0.
    uint32_t keep_speed;
    // The greatest number of turns in one move. 6.
    uint32_t max_slides;
    // Who gives way where it meets another who walks: one of `AsuYields`. `ASU_WALKER_YIELDS`.
    uint32_t yields;
} AsuWalkOptions2;

// The end of a walk, and what happened to the body since the one before.
typedef struct AsuWalk2 {
    // How far it moved by walking, including the way out of what it penetrated.
    float moved[2];
    // How far carriers and the surface on which it stood moved it since its last walk.
    float carried[2];
    // By how much carriers turned since its last walk: turn the figure by that.
    float turned[2];
    // The velocity that is left, relative to the floor: without what floors and walls stopped.
    float velocity_after[2];
    // Whether it stands on a floor; else what tells of the floor is zero.
    bool on_floor;
    // Whether it stepped over a ledge.
    bool stepped;
    // Whether it was led down to the floor.
    bool snapped;
    // Whether it penetrated a collider at the start, and was moved out first, unless it is stuck.
    bool started_penetrating;
    // Whether there was no place near by that is free of all; `stuck_in` is one of what it penetrates.
    bool stuck;
    // Whether a carrier crushed it since its last walk.
    bool crushed;
    // The floor.
    struct AsuColliderId floor;
    // The floor's unit normal.
    float floor_normal[2];
    // The velocity of the floor where the walker stands: who jumps adds it.
    float floor_velocity[2];
    // See `stuck`.
    struct AsuColliderId stuck_in;
    // The carrier that crushed it.
    struct AsuColliderId crushed_by;
    // What it was crushed against.
    struct AsuColliderId crushed_against;
    // How many colliders it met.
    size_t hit_count;
} AsuWalk2;

// A body that a carrier moved.
typedef struct AsuCarriedBody2 {
    // The body.
    uint64_t body;
    // How far it was moved.
    float moved[2];
    // Whether it stood on the carrier, or on another who did; else it was in the way.
    bool stands;
    // Whether it is not free of the carrier at the end.
    bool crushed;
} AsuCarriedBody2;

// A collider that a question found.
typedef struct AsuFound2 {
    // The collider.
    struct AsuColliderId collider;
    // Its tag.
    uint64_t tag;
    // Its bone, or `ASU_NO_BONE`.
    uint32_t bone;
    // Its region.
    uint16_t region;
} AsuFound2;

// The handle of a world's state at one time.
typedef struct AsuSnapshot2 {
    // Zero is no snapshot.
    uint64_t handle;
} AsuSnapshot2;

// The handle of a history: where the moving bodies of a world were at earlier ticks.
typedef struct AsuHistory2 {
    // Zero is no history.
    uint64_t handle;
} AsuHistory2;

// A moment: a part of the way from a tick to the next.
typedef struct AsuMoment2 {
    // A tick that was recorded, or one too long ago, which is answered by the oldest there is.
    uint64_t tick;
    // From 0, the tick itself, to below 1, the next.
    float fraction;
} AsuMoment2;

// The handle of a recorder: what happened tick by tick.
typedef struct AsuRecorder {
    // Zero is no recorder.
    uint64_t handle;
} AsuRecorder;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, as `ASU_VERSION` is that of the header: 1000 major + minor.
uint32_t asu_version(void);

// Copies the message of the last call on this thread that was not `ASU_OK`, ended by a zero byte, as far
// as `capacity` bytes hold it. Returns the length of the whole message without the zero, 0 if there is
// none. `buffer` may be null if `capacity` is zero.
size_t asu_last_error_message(char *buffer,
                              size_t capacity);

// Checks a shape, and computes once what every question about it would: the axes of an oriented box, and
// the structure of a convex hull or frustum, which the library then keeps until `asu_release3`. Other
// kinds are copied. No answer depends on it: it takes some tens of nanoseconds off each question about a
// box, and microseconds off one about a hull. `shape` and `prepared` may be the same.
enum AsuStatus asu_prepare3(const struct AsuShape3 *shape,
                            struct AsuShape3 *prepared);

// Forgets a shape of kind `ASU_STORED`: all copies of it are stale then. Bodies of worlds that were given
// it keep theirs. Shapes of other kinds need no release, and are left as they are.
enum AsuStatus asu_release3(const struct AsuShape3 *shape);

// The shape placed by a pose: turned, then moved. Each number is rounded once. A box along the axes
// becomes an oriented one; a projection cannot be placed.
enum AsuStatus asu_transformed3(const struct AsuShape3 *shape,
                                const struct AsuPose3 *pose,
                                struct AsuShape3 *image);

// The shape under a world matrix that may also scale and mirror: a box becomes an oriented box, exactly
// the image but for one rounding of each number; a sphere becomes one around the image, scaled by the
// largest factor; a parallelepiped is refused, as are the other kinds: place those by a pose.
//
// `matrix` is sixteen floats in one of `AsuLayout`. Feed it the box of the model's own space: the world's
// bounding box has grown around the turned model already. A matrix that skews a box is
// `ASU_INVALID_MATRIX`: see `asu_enclosing3`.
enum AsuStatus asu_under_matrix3(const struct AsuShape3 *shape,
                                 const float *matrix,
                                 uint32_t layout,
                                 struct AsuShape3 *image);

// A box or sphere around the image of one under any affine matrix, also one that skews. A box along the
// axes becomes an oriented one first, its center and half extents rounded.
enum AsuStatus asu_enclosing3(const struct AsuShape3 *shape,
                              const float *matrix,
                              uint32_t layout,
                              struct AsuShape3 *image);

// The oriented box with axes given as vectors, nine floats in 3D: axis after axis, of any length but zero,
// at right angles up to a cosine of 1e-5. `half_extents` count along their directions.
enum AsuStatus asu_obb3_from_axes(const float *center,
                                  const float *axes,
                                  const float *half_extents,
                                  struct AsuShape3 *obb);

// The least box along the coordinate axes, rounded outwards, that contains a bounded shape.
enum AsuStatus asu_aabb3(const struct AsuShape3 *shape, struct AsuAabb3 *aabb);

// A sphere around a bounded shape, as small as numbers allow.
enum AsuStatus asu_bounding_sphere3(const struct AsuShape3 *shape, struct AsuSphere3 *sphere);

// Whether two shapes share a point. Exact; touching counts.
enum AsuStatus asu_intersects3(const struct AsuShape3 *a, const struct AsuShape3 *b, bool *answer);

// Whether two shapes share inner points. Exact; touching does not count.
enum AsuStatus asu_penetrates3(const struct AsuShape3 *a, const struct AsuShape3 *b, bool *answer);

// How `a` contains `b`. Exact; touching from within counts as containing.
enum AsuStatus asu_containment3(const struct AsuShape3 *a,
                                const struct AsuShape3 *b,
                                enum AsuContainment *answer);

// The side of a plane on which a shape lies. Exact; touching the plane is straddling it.
enum AsuStatus asu_side3(const struct AsuShape3 *shape,
                         const struct AsuPlane3 *plane,
                         enum AsuSide *answer);

// The distance of two shapes: zero if and only if they share a point, never more than the true one.
enum AsuStatus asu_distance3(const struct AsuShape3 *a, const struct AsuShape3 *b, float *answer);

// The nearest points of two shapes.
enum AsuStatus asu_closest_points3(const struct AsuShape3 *a,
                                   const struct AsuShape3 *b,
                                   struct AsuClosestPoints3 *answer);

// The shortest translation of `a` after which it does not penetrate `b`.
enum AsuStatus asu_penetration3(const struct AsuShape3 *a,
                                const struct AsuShape3 *b,
                                struct AsuPenetration3 *answer);

// The contact of two shapes that share a point.
enum AsuStatus asu_contact3(const struct AsuShape3 *a,
                            const struct AsuShape3 *b,
                            struct AsuContact3 *answer);

// `a`, moved by the shortest translation so that it does not penetrate `b`, with its numbers rounded;
// `found` is false if no such place is found.
enum AsuStatus asu_parted3(const struct AsuShape3 *a,
                           const struct AsuShape3 *b,
                           struct AsuShape3 *parted,
                           bool *found);

// Why two shapes meet, or do not, in a sentence: the axis that decides, and the gap or overlap along it.
// As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence.
// It takes microseconds for each axis: it is for debugging.
enum AsuStatus asu_explain3(const struct AsuShape3 *a,
                            const struct AsuShape3 *b,
                            char *buffer,
                            size_t capacity,
                            size_t *length);

// The first contact of a ray with a shape. There is one if and only if they share a point.
enum AsuStatus asu_ray_cast3(const struct AsuShape3 *shape,
                             const struct AsuRay3 *ray,
                             struct AsuRayHit3 *answer);

// The first contact of a segment, from `a` to `b`, with a shape.
enum AsuStatus asu_segment_cast3(const struct AsuShape3 *shape,
                                 const struct AsuSegment3 *segment,
                                 struct AsuRayHit3 *answer);

// The first contact of `a`, moved by `motion` without turning, with `b`. Whether there is one is exact;
// touching counts, but not touching at the start and moving away.
enum AsuStatus asu_cast3(const struct AsuShape3 *a,
                         const float *motion,
                         const struct AsuShape3 *b,
                         struct AsuCastHit3 *answer);

// The first contact of `a`, which moves and turns from one pose to another, the short way, with `b`. It is
// the one question that is not exact: what comes nearer than `tolerance`, which is above zero, is a hit.
enum AsuStatus asu_cast_rotating3(const struct AsuShape3 *a,
                                  const struct AsuPose3 *from,
                                  const struct AsuPose3 *to,
                                  const struct AsuShape3 *b,
                                  float tolerance,
                                  struct AsuRotatingHit3 *answer);

// How far a shape can move by `motion` before it would penetrate one of `count` obstacles, and what
// stops it: `hits` takes up to `capacity` of them, and `stop.hit_count` says how many there are. Touching
// stops nobody: who moves along what he touches is free.
enum AsuStatus asu_move_until_contact3(const struct AsuShape3 *shape,
                                       const float *motion,
                                       const struct AsuShape3 *obstacles,
                                       size_t count,
                                       struct AsuStop3 *stop,
                                       struct AsuObstacleHit3 *hits,
                                       size_t capacity);

// Asks one shape about each of many whether they share a point: `answers` gets `count` of them. For many
// questions about shapes that stay, a set is faster.
enum AsuStatus asu_intersects_each3(const struct AsuShape3 *shape,
                                    const struct AsuShape3 *others,
                                    size_t count,
                                    bool *answers);

// Makes a set of one kind: `ASU_SPHERE`, `ASU_AABB`, `ASU_OBB` or `ASU_CAPSULE`. Destroy it when it is no
// longer needed.
enum AsuStatus asu_set3_create(uint32_t kind,
                               struct AsuSet3 *set);

// Destroys a set.
enum AsuStatus asu_set3_destroy(struct AsuSet3 set);

// Adds shapes of the set's kind: the first has the number that was the set's length. Up to the first that
// is refused, they are added.
enum AsuStatus asu_set3_push(struct AsuSet3 set,
                             const struct AsuShape3 *shapes,
                             size_t count);

// Puts another shape of the set's kind in the place of one.
enum AsuStatus asu_set3_replace(struct AsuSet3 set, size_t index, const struct AsuShape3 *shape);

// Removes all shapes of a set.
enum AsuStatus asu_set3_clear(struct AsuSet3 set);

// How many shapes a set has.
enum AsuStatus asu_set3_length(struct AsuSet3 set, size_t *length);

// The numbers of the shapes of a set that share a point with a shape, in order: as many as `capacity`
// holds, and how many there are.
enum AsuStatus asu_set3_intersecting(struct AsuSet3 set,
                                     const struct AsuShape3 *shape,
                                     uint32_t *numbers,
                                     size_t capacity,
                                     size_t *count);

// The places of those pairs that share a point, in order: `pairs` holds two numbers for each of
// `pair_count`, one of a shape of `a`, one of a shape of `b`, which may be the same set.
enum AsuStatus asu_set3_intersecting_pairs(struct AsuSet3 a,
                                           struct AsuSet3 b,
                                           const uint32_t *pairs,
                                           size_t pair_count,
                                           uint32_t *places,
                                           size_t capacity,
                                           size_t *count);

// Makes a tree without boxes. Destroy it when it is no longer needed.
enum AsuStatus asu_tree3_create(struct AsuTree3 *tree);

// Destroys a tree.
enum AsuStatus asu_tree3_destroy(struct AsuTree3 tree);

// Sets the box of a number, in place of the one it had, if any; `kind` is one of `AsuBodyKind`: two fixed
// boxes are never a pair. Memory grows with the largest number: count from zero.
enum AsuStatus asu_tree3_set(struct AsuTree3 tree,
                             uint32_t number,
                             const struct AsuAabb3 *aabb,
                             uint32_t kind);

// Removes a number and its box, if it has one.
enum AsuStatus asu_tree3_remove(struct AsuTree3 tree, uint32_t number);

// Finds every two numbers whose boxes overlap, touching included, not both fixed, of which at least one
// was set since the last call; `asu_tree3_last_pairs` lists them.
enum AsuStatus asu_tree3_moved_pairs(struct AsuTree3 tree,
                                     size_t *count);

// The pairs that were found last, sorted: as many as `capacity` holds, and how many there are.
enum AsuStatus asu_tree3_last_pairs(struct AsuTree3 tree,
                                    struct AsuBoxPair3 *pairs,
                                    size_t capacity,
                                    size_t *count);

// The numbers of the boxes that share a point with a shape, sorted.
enum AsuStatus asu_tree3_intersecting(struct AsuTree3 tree,
                                      const struct AsuShape3 *shape,
                                      uint32_t *numbers,
                                      size_t capacity,
                                      size_t *count);

// Sorts in what was set since the last pairs, so that questions before the next ones are quick.
enum AsuStatus asu_tree3_settle(struct AsuTree3 tree);

// Makes a world with the layer `default` alone, whose colliders pair while they touch. Movers stop at
// nothing in it: set the response of layer 0 to itself to `ASU_BLOCK` for that. Destroy it in the end.
enum AsuStatus asu_world3_create(struct AsuWorld3 *world);

// Makes a world with layers of its own.
enum AsuStatus asu_world3_create_with_layers(const struct AsuLayers *layers,
                                             struct AsuWorld3 *world);

// Destroys a world. Its snapshots stay.
enum AsuStatus asu_world3_destroy(struct AsuWorld3 world);

// Sets how two layers, by their numbers, respond to each other: one of `AsuResponse`.
enum AsuStatus asu_world3_set_response(struct AsuWorld3 world, uint32_t a, uint32_t b, uint32_t to);

// Finds the contacts that began and ended since the last step. It moves nothing.
enum AsuStatus asu_world3_step(struct AsuWorld3 world);

// A number that shows whether two worlds differ: equal ones have the same, on every processor.
enum AsuStatus asu_world3_hash(struct AsuWorld3 world, uint64_t *hash);

// Inserts a body of one or more colliders, which is placed by the identity, and writes its id. `options`
// may be null: fixed, without an owner.
enum AsuStatus asu_world3_insert(struct AsuWorld3 world,
                                 const struct AsuCollider3 *colliders,
                                 size_t count,
                                 const struct AsuBodyOptions *options,
                                 uint64_t *id);

// Inserts a body of one shape on the layer `default`, without an owner; `kind` is one of `AsuBodyKind`.
enum AsuStatus asu_world3_insert_shape(struct AsuWorld3 world,
                                       const struct AsuShape3 *shape,
                                       uint32_t kind,
                                       uint64_t *id);

// Removes a body. Its contacts end at the next step.
enum AsuStatus asu_world3_remove(struct AsuWorld3 world, uint64_t id);

// Whether a body is in the world still.
enum AsuStatus asu_world3_contains(struct AsuWorld3 world, uint64_t id, bool *answer);

// Places a body: all its colliders by one pose.
enum AsuStatus asu_world3_set_pose(struct AsuWorld3 world,
                                   uint64_t id,
                                   const struct AsuPose3 *pose);

// Places a body: each collider by a pose of its own, as many as it has.
enum AsuStatus asu_world3_set_poses(struct AsuWorld3 world,
                                    uint64_t id,
                                    const struct AsuPose3 *poses,
                                    size_t count);

// Gives the colliders of a body shapes that are placed already, such as those of `asu_under_matrix3`, as
// many as it has.
enum AsuStatus asu_world3_set_shapes(struct AsuWorld3 world,
                                     uint64_t id,
                                     const struct AsuShape3 *shapes,
                                     size_t count);

// Places many bodies at once: all of them, or none if one is refused.
enum AsuStatus asu_world3_place_all(struct AsuWorld3 world,
                                    const struct AsuBodyPose3 *bodies,
                                    size_t count);

// The pose by which a body was placed last; `found` is false if its colliders were placed one by one.
enum AsuStatus asu_world3_pose(struct AsuWorld3 world,
                               uint64_t id,
                               struct AsuPose3 *pose,
                               bool *found);

// The shape of a collider, placed. One of kind `ASU_STORED` must be released.
enum AsuStatus asu_world3_shape(struct AsuWorld3 world,
                                struct AsuColliderId id,
                                struct AsuShape3 *shape);

// Puts a collider on another layer, by its number.
enum AsuStatus asu_world3_set_layer(struct AsuWorld3 world,
                                    struct AsuColliderId id,
                                    uint32_t number);

// Makes a body one of an owner's, or nobody's if `has_owner` is 0.
enum AsuStatus asu_world3_set_owner(struct AsuWorld3 world,
                                    uint64_t id,
                                    uint32_t has_owner,
                                    uint64_t owner);

// The events of the last step, ordered by the ids of both colliders: as many as `capacity` holds, and how
// many there are.
enum AsuStatus asu_world3_events(struct AsuWorld3 world,
                                 struct AsuEvent3 *events,
                                 size_t capacity,
                                 size_t *count);

// The pairs of colliders in contact at the last step, sorted.
enum AsuStatus asu_world3_pairs(struct AsuWorld3 world,
                                struct AsuColliderPair3 *pairs,
                                size_t capacity,
                                size_t *count);

// Moves a body of one collider by `motion`, until it would penetrate a collider whose layer blocks its
// own. `hits` takes up to `capacity` of what stops it.
enum AsuStatus asu_world3_move(struct AsuWorld3 world,
                               uint64_t id,
                               const float *motion,
                               struct AsuBodyStop3 *stop,
                               struct AsuColliderHit3 *hits,
                               size_t capacity);

// Moves a body of one collider out of all that it penetrates and that blocks it, by `moved`; `found` is
// false, and it stays, if there is no place near by that is free.
enum AsuStatus asu_world3_depenetrate(struct AsuWorld3 world,
                                      uint64_t id,
                                      float *moved,
                                      bool *found);

// The defaults of a walk.
struct AsuWalkOptions3 asu_walk_options3(void);

// Walks a body for a time: it slides along `velocity dt`, steps over ledges, stays on floors that move.
// The velocity is relative to the floor, and gravity is yours: add it, and go on from `velocity_after`.
// `options` may be null for the defaults; `hits` takes up to `capacity` of what it met.
enum AsuStatus asu_world3_walk(struct AsuWorld3 world,
                               uint64_t id,
                               const float *velocity,
                               float dt,
                               const struct AsuWalkOptions3 *options,
                               struct AsuWalk3 *walk,
                               struct AsuColliderHit3 *hits,
                               size_t capacity);

// Moves and turns a carrier to a pose (a lift, a turntable, a door) with all who stand on it, and pushes
// who is in its way. `bodies` takes up to `capacity` of those who were moved. Call it before the walks of
// a tick.
enum AsuStatus asu_world3_carry(struct AsuWorld3 world,
                                uint64_t id,
                                const struct AsuPose3 *pose,
                                struct AsuCarriedBody3 *bodies,
                                size_t capacity,
                                size_t *count);

// Gives the surface of a collider a velocity, as a conveyor belt has: who stands on it goes along.
enum AsuStatus asu_world3_set_surface_velocity(struct AsuWorld3 world,
                                               struct AsuColliderId id,
                                               const float *velocity);

// Opens an attack of an owner: until it ends, its colliders are swept from step to step, turning
// included, and each victim is hit once, or again after `rehit_after` steps if that is not zero.
enum AsuStatus asu_world3_begin_attack(struct AsuWorld3 world,
                                       uint64_t owner,
                                       uint64_t rehit_after,
                                       const struct AsuColliderId *colliders,
                                       size_t count,
                                       uint64_t *attack);

// Ends an attack.
enum AsuStatus asu_world3_end_attack(struct AsuWorld3 world, uint64_t attack);

// Says that a body was teleported to where it is: nothing is swept on the way there.
enum AsuStatus asu_world3_teleported(struct AsuWorld3 world, uint64_t id);

// The colliders that share a point with a shape, in the order of their ids.
enum AsuStatus asu_world3_intersecting(struct AsuWorld3 world,
                                       const struct AsuShape3 *shape,
                                       const struct AsuFilter *filter,
                                       struct AsuFound3 *found,
                                       size_t capacity,
                                       size_t *count);

// The first collider that a ray meets: `hit.found` tells whether there is one.
enum AsuStatus asu_world3_ray_cast(struct AsuWorld3 world,
                                   const struct AsuRay3 *ray,
                                   const struct AsuFilter *filter,
                                   struct AsuFound3 *found,
                                   struct AsuRayHit3 *hit);

// The first collider that a segment meets, from `a` to `b`.
enum AsuStatus asu_world3_segment_cast(struct AsuWorld3 world,
                                       const struct AsuSegment3 *segment,
                                       const struct AsuFilter *filter,
                                       struct AsuFound3 *found,
                                       struct AsuRayHit3 *hit);

// The first collider that a moving shape meets.
enum AsuStatus asu_world3_cast(struct AsuWorld3 world,
                               const struct AsuShape3 *shape,
                               const float *motion,
                               const struct AsuFilter *filter,
                               struct AsuFound3 *found,
                               struct AsuCastHit3 *hit);

// The nearest collider within `reach`, and its distance; `any` is false if there is none. `reach` may be
// infinite.
enum AsuStatus asu_world3_nearest(struct AsuWorld3 world,
                                  const struct AsuShape3 *shape,
                                  float reach,
                                  const struct AsuFilter *filter,
                                  bool *any,
                                  struct AsuFound3 *found,
                                  float *distance);

// Keeps the state of a world, to go back to. Destroy it when it is no longer needed.
enum AsuStatus asu_world3_snapshot(struct AsuWorld3 world, struct AsuSnapshot3 *snapshot);

// Goes back to the state of a snapshot, of this world or of another.
enum AsuStatus asu_world3_restore(struct AsuWorld3 world, struct AsuSnapshot3 snapshot);

// Destroys a snapshot.
enum AsuStatus asu_snapshot3_destroy(struct AsuSnapshot3 snapshot);

// The bytes of a snapshot, the same on every processor: as many as `capacity` holds, and how many there
// are.
enum AsuStatus asu_snapshot3_to_bytes(struct AsuSnapshot3 snapshot,
                                      uint8_t *bytes,
                                      size_t capacity,
                                      size_t *count);

// The snapshot of bytes, which may come from anybody.
enum AsuStatus asu_snapshot3_from_bytes(const uint8_t *bytes,
                                        size_t count,
                                        struct AsuSnapshot3 *snapshot);

// Makes a history that keeps the last `max_rewind` ticks and the newest. Destroy it in the end.
enum AsuStatus asu_history3_create(uint64_t max_rewind, struct AsuHistory3 *history);

// Destroys a history.
enum AsuStatus asu_history3_destroy(struct AsuHistory3 history);

// Records where everything is, as of a tick, after its step. Recording a tick again replaces it, and all
// later ones.
enum AsuStatus asu_history3_record(struct AsuHistory3 history,
                                   uint64_t tick,
                                   struct AsuWorld3 world);

// The colliders that shared a point with a shape at a moment, in the order of their ids.
enum AsuStatus asu_history3_intersecting(struct AsuHistory3 history,
                                         struct AsuWorld3 world,
                                         struct AsuMoment3 moment,
                                         const struct AsuShape3 *shape,
                                         const struct AsuFilter *filter,
                                         struct AsuFound3 *found,
                                         size_t capacity,
                                         size_t *count);

// The first collider that a ray met at a moment: a shot at what its shooter saw.
enum AsuStatus asu_history3_ray_cast(struct AsuHistory3 history,
                                     struct AsuWorld3 world,
                                     struct AsuMoment3 moment,
                                     const struct AsuRay3 *ray,
                                     const struct AsuFilter *filter,
                                     struct AsuFound3 *found,
                                     struct AsuRayHit3 *hit);

// The first collider that a moving shape met at a moment.
enum AsuStatus asu_history3_cast(struct AsuHistory3 history,
                                 struct AsuWorld3 world,
                                 struct AsuMoment3 moment,
                                 const struct AsuShape3 *shape,
                                 const float *motion,
                                 const struct AsuFilter *filter,
                                 struct AsuFound3 *found,
                                 struct AsuCastHit3 *hit);

// Checks a shape, and computes once what every question about it would: the axes of an oriented box, and
// the structure of a convex hull or frustum, which the library then keeps until `asu_release2`. Other
// kinds are copied. No answer depends on it: it takes some tens of nanoseconds off each question about a
// box, and microseconds off one about a hull. `shape` and `prepared` may be the same.
enum AsuStatus asu_prepare2(const struct AsuShape2 *shape,
                            struct AsuShape2 *prepared);

// Forgets a shape of kind `ASU_STORED`: all copies of it are stale then. Bodies of worlds that were given
// it keep theirs. Shapes of other kinds need no release, and are left as they are.
enum AsuStatus asu_release2(const struct AsuShape2 *shape);

// The shape placed by a pose: turned, then moved. Each number is rounded once. A box along the axes
// becomes an oriented one; a projection cannot be placed.
enum AsuStatus asu_transformed2(const struct AsuShape2 *shape,
                                const struct AsuPose2 *pose,
                                struct AsuShape2 *image);

// The shape under a world matrix that may also scale and mirror: a box becomes an oriented box, exactly
// the image but for one rounding of each number; a sphere becomes one around the image, scaled by the
// largest factor; a parallelepiped is refused, as are the other kinds: place those by a pose.
//
// `matrix` is sixteen floats in one of `AsuLayout`. Feed it the box of the model's own space: the world's
// bounding box has grown around the turned model already. A matrix that skews a box is
// `ASU_INVALID_MATRIX`: see `asu_enclosing2`.
enum AsuStatus asu_under_matrix2(const struct AsuShape2 *shape,
                                 const float *matrix,
                                 uint32_t layout,
                                 struct AsuShape2 *image);

// A box or sphere around the image of one under any affine matrix, also one that skews. A box along the
// axes becomes an oriented one first, its center and half extents rounded.
enum AsuStatus asu_enclosing2(const struct AsuShape2 *shape,
                              const float *matrix,
                              uint32_t layout,
                              struct AsuShape2 *image);

// The oriented box with axes given as vectors, four floats in 2D: axis after axis, of any length but zero,
// at right angles up to a cosine of 1e-5. `half_extents` count along their directions.
enum AsuStatus asu_obb2_from_axes(const float *center,
                                  const float *axes,
                                  const float *half_extents,
                                  struct AsuShape2 *obb);

// The least box along the coordinate axes, rounded outwards, that contains a bounded shape.
enum AsuStatus asu_aabb2(const struct AsuShape2 *shape, struct AsuAabb2 *aabb);

// A sphere around a bounded shape, as small as numbers allow.
enum AsuStatus asu_bounding_sphere2(const struct AsuShape2 *shape, struct AsuSphere2 *sphere);

// Whether two shapes share a point. Exact; touching counts.
enum AsuStatus asu_intersects2(const struct AsuShape2 *a, const struct AsuShape2 *b, bool *answer);

// Whether two shapes share inner points. Exact; touching does not count.
enum AsuStatus asu_penetrates2(const struct AsuShape2 *a, const struct AsuShape2 *b, bool *answer);

// How `a` contains `b`. Exact; touching from within counts as containing.
enum AsuStatus asu_containment2(const struct AsuShape2 *a,
                                const struct AsuShape2 *b,
                                enum AsuContainment *answer);

// The side of a plane on which a shape lies. Exact; touching the plane is straddling it.
enum AsuStatus asu_side2(const struct AsuShape2 *shape,
                         const struct AsuPlane2 *plane,
                         enum AsuSide *answer);

// The distance of two shapes: zero if and only if they share a point, never more than the true one.
enum AsuStatus asu_distance2(const struct AsuShape2 *a, const struct AsuShape2 *b, float *answer);

// The nearest points of two shapes.
enum AsuStatus asu_closest_points2(const struct AsuShape2 *a,
                                   const struct AsuShape2 *b,
                                   struct AsuClosestPoints2 *answer);

// The shortest translation of `a` after which it does not penetrate `b`.
enum AsuStatus asu_penetration2(const struct AsuShape2 *a,
                                const struct AsuShape2 *b,
                                struct AsuPenetration2 *answer);

// The contact of two shapes that share a point.
enum AsuStatus asu_contact2(const struct AsuShape2 *a,
                            const struct AsuShape2 *b,
                            struct AsuContact2 *answer);

// `a`, moved by the shortest translation so that it does not penetrate `b`, with its numbers rounded;
// `found` is false if no such place is found.
enum AsuStatus asu_parted2(const struct AsuShape2 *a,
                           const struct AsuShape2 *b,
                           struct AsuShape2 *parted,
                           bool *found);

// Why two shapes meet, or do not, in a sentence: the axis that decides, and the gap or overlap along it.
// As `asu_last_error_message`, it copies what fits into `buffer`; `length` is that of the whole sentence.
// It takes microseconds for each axis: it is for debugging.
enum AsuStatus asu_explain2(const struct AsuShape2 *a,
                            const struct AsuShape2 *b,
                            char *buffer,
                            size_t capacity,
                            size_t *length);

// The first contact of a ray with a shape. There is one if and only if they share a point.
enum AsuStatus asu_ray_cast2(const struct AsuShape2 *shape,
                             const struct AsuRay2 *ray,
                             struct AsuRayHit2 *answer);

// The first contact of a segment, from `a` to `b`, with a shape.
enum AsuStatus asu_segment_cast2(const struct AsuShape2 *shape,
                                 const struct AsuSegment2 *segment,
                                 struct AsuRayHit2 *answer);

// The first contact of `a`, moved by `motion` without turning, with `b`. Whether there is one is exact;
// touching counts, but not touching at the start and moving away.
enum AsuStatus asu_cast2(const struct AsuShape2 *a,
                         const float *motion,
                         const struct AsuShape2 *b,
                         struct AsuCastHit2 *answer);

// The first contact of `a`, which moves and turns from one pose to another, the short way, with `b`. It is
// the one question that is not exact: what comes nearer than `tolerance`, which is above zero, is a hit.
enum AsuStatus asu_cast_rotating2(const struct AsuShape2 *a,
                                  const struct AsuPose2 *from,
                                  const struct AsuPose2 *to,
                                  const struct AsuShape2 *b,
                                  float tolerance,
                                  struct AsuRotatingHit2 *answer);

// How far a shape can move by `motion` before it would penetrate one of `count` obstacles, and what
// stops it: `hits` takes up to `capacity` of them, and `stop.hit_count` says how many there are. Touching
// stops nobody: who moves along what he touches is free.
enum AsuStatus asu_move_until_contact2(const struct AsuShape2 *shape,
                                       const float *motion,
                                       const struct AsuShape2 *obstacles,
                                       size_t count,
                                       struct AsuStop2 *stop,
                                       struct AsuObstacleHit2 *hits,
                                       size_t capacity);

// Asks one shape about each of many whether they share a point: `answers` gets `count` of them. For many
// questions about shapes that stay, a set is faster.
enum AsuStatus asu_intersects_each2(const struct AsuShape2 *shape,
                                    const struct AsuShape2 *others,
                                    size_t count,
                                    bool *answers);

// Makes a set of one kind: `ASU_SPHERE`, `ASU_AABB`, `ASU_OBB` or `ASU_CAPSULE`. Destroy it when it is no
// longer needed.
enum AsuStatus asu_set2_create(uint32_t kind,
                               struct AsuSet2 *set);

// Destroys a set.
enum AsuStatus asu_set2_destroy(struct AsuSet2 set);

// Adds shapes of the set's kind: the first has the number that was the set's length. Up to the first that
// is refused, they are added.
enum AsuStatus asu_set2_push(struct AsuSet2 set,
                             const struct AsuShape2 *shapes,
                             size_t count);

// Puts another shape of the set's kind in the place of one.
enum AsuStatus asu_set2_replace(struct AsuSet2 set, size_t index, const struct AsuShape2 *shape);

// Removes all shapes of a set.
enum AsuStatus asu_set2_clear(struct AsuSet2 set);

// How many shapes a set has.
enum AsuStatus asu_set2_length(struct AsuSet2 set, size_t *length);

// The numbers of the shapes of a set that share a point with a shape, in order: as many as `capacity`
// holds, and how many there are.
enum AsuStatus asu_set2_intersecting(struct AsuSet2 set,
                                     const struct AsuShape2 *shape,
                                     uint32_t *numbers,
                                     size_t capacity,
                                     size_t *count);

// The places of those pairs that share a point, in order: `pairs` holds two numbers for each of
// `pair_count`, one of a shape of `a`, one of a shape of `b`, which may be the same set.
enum AsuStatus asu_set2_intersecting_pairs(struct AsuSet2 a,
                                           struct AsuSet2 b,
                                           const uint32_t *pairs,
                                           size_t pair_count,
                                           uint32_t *places,
                                           size_t capacity,
                                           size_t *count);

// Makes a tree without boxes. Destroy it when it is no longer needed.
enum AsuStatus asu_tree2_create(struct AsuTree2 *tree);

// Destroys a tree.
enum AsuStatus asu_tree2_destroy(struct AsuTree2 tree);

// Sets the box of a number, in place of the one it had, if any; `kind` is one of `AsuBodyKind`: two fixed
// boxes are never a pair. Memory grows with the largest number: count from zero.
enum AsuStatus asu_tree2_set(struct AsuTree2 tree,
                             uint32_t number,
                             const struct AsuAabb2 *aabb,
                             uint32_t kind);

// Removes a number and its box, if it has one.
enum AsuStatus asu_tree2_remove(struct AsuTree2 tree, uint32_t number);

// Finds every two numbers whose boxes overlap, touching included, not both fixed, of which at least one
// was set since the last call; `asu_tree2_last_pairs` lists them.
enum AsuStatus asu_tree2_moved_pairs(struct AsuTree2 tree,
                                     size_t *count);

// The pairs that were found last, sorted: as many as `capacity` holds, and how many there are.
enum AsuStatus asu_tree2_last_pairs(struct AsuTree2 tree,
                                    struct AsuBoxPair2 *pairs,
                                    size_t capacity,
                                    size_t *count);

// The numbers of the boxes that share a point with a shape, sorted.
enum AsuStatus asu_tree2_intersecting(struct AsuTree2 tree,
                                      const struct AsuShape2 *shape,
                                      uint32_t *numbers,
                                      size_t capacity,
                                      size_t *count);

// Sorts in what was set since the last pairs, so that questions before the next ones are quick.
enum AsuStatus asu_tree2_settle(struct AsuTree2 tree);

// Makes a world with the layer `default` alone, whose colliders pair while they touch. Movers stop at
// nothing in it: set the response of layer 0 to itself to `ASU_BLOCK` for that. Destroy it in the end.
enum AsuStatus asu_world2_create(struct AsuWorld2 *world);

// Makes a world with layers of its own.
enum AsuStatus asu_world2_create_with_layers(const struct AsuLayers *layers,
                                             struct AsuWorld2 *world);

// Destroys a world. Its snapshots stay.
enum AsuStatus asu_world2_destroy(struct AsuWorld2 world);

// Sets how two layers, by their numbers, respond to each other: one of `AsuResponse`.
enum AsuStatus asu_world2_set_response(struct AsuWorld2 world, uint32_t a, uint32_t b, uint32_t to);

// Finds the contacts that began and ended since the last step. It moves nothing.
enum AsuStatus asu_world2_step(struct AsuWorld2 world);

// A number that shows whether two worlds differ: equal ones have the same, on every processor.
enum AsuStatus asu_world2_hash(struct AsuWorld2 world, uint64_t *hash);

// Inserts a body of one or more colliders, which is placed by the identity, and writes its id. `options`
// may be null: fixed, without an owner.
enum AsuStatus asu_world2_insert(struct AsuWorld2 world,
                                 const struct AsuCollider2 *colliders,
                                 size_t count,
                                 const struct AsuBodyOptions *options,
                                 uint64_t *id);

// Inserts a body of one shape on the layer `default`, without an owner; `kind` is one of `AsuBodyKind`.
enum AsuStatus asu_world2_insert_shape(struct AsuWorld2 world,
                                       const struct AsuShape2 *shape,
                                       uint32_t kind,
                                       uint64_t *id);

// Removes a body. Its contacts end at the next step.
enum AsuStatus asu_world2_remove(struct AsuWorld2 world, uint64_t id);

// Whether a body is in the world still.
enum AsuStatus asu_world2_contains(struct AsuWorld2 world, uint64_t id, bool *answer);

// Places a body: all its colliders by one pose.
enum AsuStatus asu_world2_set_pose(struct AsuWorld2 world,
                                   uint64_t id,
                                   const struct AsuPose2 *pose);

// Places a body: each collider by a pose of its own, as many as it has.
enum AsuStatus asu_world2_set_poses(struct AsuWorld2 world,
                                    uint64_t id,
                                    const struct AsuPose2 *poses,
                                    size_t count);

// Gives the colliders of a body shapes that are placed already, such as those of `asu_under_matrix2`, as
// many as it has.
enum AsuStatus asu_world2_set_shapes(struct AsuWorld2 world,
                                     uint64_t id,
                                     const struct AsuShape2 *shapes,
                                     size_t count);

// Places many bodies at once: all of them, or none if one is refused.
enum AsuStatus asu_world2_place_all(struct AsuWorld2 world,
                                    const struct AsuBodyPose2 *bodies,
                                    size_t count);

// The pose by which a body was placed last; `found` is false if its colliders were placed one by one.
enum AsuStatus asu_world2_pose(struct AsuWorld2 world,
                               uint64_t id,
                               struct AsuPose2 *pose,
                               bool *found);

// The shape of a collider, placed. One of kind `ASU_STORED` must be released.
enum AsuStatus asu_world2_shape(struct AsuWorld2 world,
                                struct AsuColliderId id,
                                struct AsuShape2 *shape);

// Puts a collider on another layer, by its number.
enum AsuStatus asu_world2_set_layer(struct AsuWorld2 world,
                                    struct AsuColliderId id,
                                    uint32_t number);

// Makes a body one of an owner's, or nobody's if `has_owner` is 0.
enum AsuStatus asu_world2_set_owner(struct AsuWorld2 world,
                                    uint64_t id,
                                    uint32_t has_owner,
                                    uint64_t owner);

// The events of the last step, ordered by the ids of both colliders: as many as `capacity` holds, and how
// many there are.
enum AsuStatus asu_world2_events(struct AsuWorld2 world,
                                 struct AsuEvent2 *events,
                                 size_t capacity,
                                 size_t *count);

// The pairs of colliders in contact at the last step, sorted.
enum AsuStatus asu_world2_pairs(struct AsuWorld2 world,
                                struct AsuColliderPair2 *pairs,
                                size_t capacity,
                                size_t *count);

// Moves a body of one collider by `motion`, until it would penetrate a collider whose layer blocks its
// own. `hits` takes up to `capacity` of what stops it.
enum AsuStatus asu_world2_move(struct AsuWorld2 world,
                               uint64_t id,
                               const float *motion,
                               struct AsuBodyStop2 *stop,
                               struct AsuColliderHit2 *hits,
                               size_t capacity);

// Moves a body of one collider out of all that it penetrates and that blocks it, by `moved`; `found` is
// false, and it stays, if there is no place near by that is free.
enum AsuStatus asu_world2_depenetrate(struct AsuWorld2 world,
                                      uint64_t id,
                                      float *moved,
                                      bool *found);

// The defaults of a walk.
struct AsuWalkOptions2 asu_walk_options2(void);

// Walks a body for a time: it slides along `velocity dt`, steps over ledges, stays on floors that move.
// The velocity is relative to the floor, and gravity is yours: add it, and go on from `velocity_after`.
// `options` may be null for the defaults; `hits` takes up to `capacity` of what it met.
enum AsuStatus asu_world2_walk(struct AsuWorld2 world,
                               uint64_t id,
                               const float *velocity,
                               float dt,
                               const struct AsuWalkOptions2 *options,
                               struct AsuWalk2 *walk,
                               struct AsuColliderHit2 *hits,
                               size_t capacity);

// Moves and turns a carrier to a pose (a lift, a turntable, a door) with all who stand on it, and pushes
// who is in its way. `bodies` takes up to `capacity` of those who were moved. Call it before the walks of
// a tick.
enum AsuStatus asu_world2_carry(struct AsuWorld2 world,
                                uint64_t id,
                                const struct AsuPose2 *pose,
                                struct AsuCarriedBody2 *bodies,
                                size_t capacity,
                                size_t *count);

// Gives the surface of a collider a velocity, as a conveyor belt has: who stands on it goes along.
enum AsuStatus asu_world2_set_surface_velocity(struct AsuWorld2 world,
                                               struct AsuColliderId id,
                                               const float *velocity);

// Opens an attack of an owner: until it ends, its colliders are swept from step to step, turning
// included, and each victim is hit once, or again after `rehit_after` steps if that is not zero.
enum AsuStatus asu_world2_begin_attack(struct AsuWorld2 world,
                                       uint64_t owner,
                                       uint64_t rehit_after,
                                       const struct AsuColliderId *colliders,
                                       size_t count,
                                       uint64_t *attack);

// Ends an attack.
enum AsuStatus asu_world2_end_attack(struct AsuWorld2 world, uint64_t attack);

// Says that a body was teleported to where it is: nothing is swept on the way there.
enum AsuStatus asu_world2_teleported(struct AsuWorld2 world, uint64_t id);

// The colliders that share a point with a shape, in the order of their ids.
enum AsuStatus asu_world2_intersecting(struct AsuWorld2 world,
                                       const struct AsuShape2 *shape,
                                       const struct AsuFilter *filter,
                                       struct AsuFound2 *found,
                                       size_t capacity,
                                       size_t *count);

// The first collider that a ray meets: `hit.found` tells whether there is one.
enum AsuStatus asu_world2_ray_cast(struct AsuWorld2 world,
                                   const struct AsuRay2 *ray,
                                   const struct AsuFilter *filter,
                                   struct AsuFound2 *found,
                                   struct AsuRayHit2 *hit);

// The first collider that a segment meets, from `a` to `b`.
enum AsuStatus asu_world2_segment_cast(struct AsuWorld2 world,
                                       const struct AsuSegment2 *segment,
                                       const struct AsuFilter *filter,
                                       struct AsuFound2 *found,
                                       struct AsuRayHit2 *hit);

// The first collider that a moving shape meets.
enum AsuStatus asu_world2_cast(struct AsuWorld2 world,
                               const struct AsuShape2 *shape,
                               const float *motion,
                               const struct AsuFilter *filter,
                               struct AsuFound2 *found,
                               struct AsuCastHit2 *hit);

// The nearest collider within `reach`, and its distance; `any` is false if there is none. `reach` may be
// infinite.
enum AsuStatus asu_world2_nearest(struct AsuWorld2 world,
                                  const struct AsuShape2 *shape,
                                  float reach,
                                  const struct AsuFilter *filter,
                                  bool *any,
                                  struct AsuFound2 *found,
                                  float *distance);

// Keeps the state of a world, to go back to. Destroy it when it is no longer needed.
enum AsuStatus asu_world2_snapshot(struct AsuWorld2 world, struct AsuSnapshot2 *snapshot);

// Goes back to the state of a snapshot, of this world or of another.
enum AsuStatus asu_world2_restore(struct AsuWorld2 world, struct AsuSnapshot2 snapshot);

// Destroys a snapshot.
enum AsuStatus asu_snapshot2_destroy(struct AsuSnapshot2 snapshot);

// The bytes of a snapshot, the same on every processor: as many as `capacity` holds, and how many there
// are.
enum AsuStatus asu_snapshot2_to_bytes(struct AsuSnapshot2 snapshot,
                                      uint8_t *bytes,
                                      size_t capacity,
                                      size_t *count);

// The snapshot of bytes, which may come from anybody.
enum AsuStatus asu_snapshot2_from_bytes(const uint8_t *bytes,
                                        size_t count,
                                        struct AsuSnapshot2 *snapshot);

// Makes a history that keeps the last `max_rewind` ticks and the newest. Destroy it in the end.
enum AsuStatus asu_history2_create(uint64_t max_rewind, struct AsuHistory2 *history);

// Destroys a history.
enum AsuStatus asu_history2_destroy(struct AsuHistory2 history);

// Records where everything is, as of a tick, after its step. Recording a tick again replaces it, and all
// later ones.
enum AsuStatus asu_history2_record(struct AsuHistory2 history,
                                   uint64_t tick,
                                   struct AsuWorld2 world);

// The colliders that shared a point with a shape at a moment, in the order of their ids.
enum AsuStatus asu_history2_intersecting(struct AsuHistory2 history,
                                         struct AsuWorld2 world,
                                         struct AsuMoment2 moment,
                                         const struct AsuShape2 *shape,
                                         const struct AsuFilter *filter,
                                         struct AsuFound2 *found,
                                         size_t capacity,
                                         size_t *count);

// The first collider that a ray met at a moment: a shot at what its shooter saw.
enum AsuStatus asu_history2_ray_cast(struct AsuHistory2 history,
                                     struct AsuWorld2 world,
                                     struct AsuMoment2 moment,
                                     const struct AsuRay2 *ray,
                                     const struct AsuFilter *filter,
                                     struct AsuFound2 *found,
                                     struct AsuRayHit2 *hit);

// The first collider that a moving shape met at a moment.
enum AsuStatus asu_history2_cast(struct AsuHistory2 history,
                                 struct AsuWorld2 world,
                                 struct AsuMoment2 moment,
                                 const struct AsuShape2 *shape,
                                 const float *motion,
                                 const struct AsuFilter *filter,
                                 struct AsuFound2 *found,
                                 struct AsuCastHit2 *hit);

// The oriented box of a sprite: `size` (two floats) in pixels or units before scaling, `pivot` (two
// floats) in fractions of the texture, 0.5 and 0.5 for its middle, under the sprite's world matrix of
// sixteen floats, which turns, moves, scales and mirrors it. The pivot is the point of the texture that the
// matrix places at its translation. The matrix's z row and column are left out.
enum AsuStatus asu_obb2_from_sprite(const float *size,
                                    const float *pivot,
                                    const float *matrix,
                                    uint32_t layout,
                                    struct AsuShape2 *obb);

// Begins a recording in memory: its title, ended by a zero byte, and how many ticks a second has. Destroy
// it in the end.
enum AsuStatus asu_recorder_create(const char *title,
                                   uint32_t ticks_per_second,
                                   struct AsuRecorder *recorder);

// Destroys a recorder, and what it recorded.
enum AsuStatus asu_recorder_destroy(struct AsuRecorder recorder);

// Records a tick of a world in space, after its step.
enum AsuStatus asu_recorder_record3(struct AsuRecorder recorder,
                                    uint64_t tick,
                                    struct AsuWorld3 world);

// Records a tick of a world in the plane, after its step.
enum AsuStatus asu_recorder_record2(struct AsuRecorder recorder,
                                    uint64_t tick,
                                    struct AsuWorld2 world);

// Ends the recording, if it has not ended, and gives its bytes, to be written to a file: as many as
// `capacity` holds, and how many there are.
enum AsuStatus asu_recorder_finish(struct AsuRecorder recorder,
                                   uint8_t *bytes,
                                   size_t capacity,
                                   size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ASUNDER_H */
