// asunder for C#: shapes, in space. Of the two files of this kind, that about the plane is derived from the other; see
// `tests/derived.rs`.
using System;
using System.Runtime.InteropServices;

namespace Asunder
{
    /// <summary>A point or direction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vec3
    {
        public float X, Y;
        // 3D only
        public float Z;
        public Vec3(float x, float y, float z) { X = x; Y = y; Z = z; }
        // end of 3D only
        // 2D only: public Vec3(float x, float y) { X = x; Y = y; }
        public override string ToString()
        {
            // 3D only
            return "(" + X + ", " + Y + ", " + Z + ")";
            // end of 3D only
            // 2D only: return "(" + X + ", " + Y + ")";
        }
    }

    /// <summary>A rotation of any length but zero: a quaternion in 3D, cosine and sine in 2D.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rotation3
    {
        // 3D only
        public float X, Y, Z, W;
        public Rotation3(float x, float y, float z, float w) { X = x; Y = y; Z = z; W = w; }
        public static Rotation3 Identity { get { return new Rotation3(0, 0, 0, 1); } }
        // end of 3D only
        // 2D only: public float Cos, Sin;
        // 2D only: public Rotation3(float cos, float sin) { Cos = cos; Sin = sin; }
        // 2D only: public static Rotation3 Identity { get { return new Rotation3(1, 0); } }
    }

    /// <summary>Turn by the rotation, then move by the translation.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Pose3
    {
        public Vec3 Translation;
        public Rotation3 Rotation;
        public Pose3(Vec3 translation, Rotation3 rotation) { Translation = translation; Rotation = rotation; }
        public Pose3(Vec3 translation) : this(translation, Rotation3.Identity) { }
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Two3 { public Vec3 A, B; }
    [StructLayout(LayoutKind.Sequential)]
    struct Offset3 { public Vec3 Normal; public float Offset; }
    [StructLayout(LayoutKind.Sequential)]
    struct Ball3 { public Vec3 Center; public float Radius; }
    [StructLayout(LayoutKind.Sequential)]
    struct Round3 { public Vec3 A, B; public float Radius; }
    [StructLayout(LayoutKind.Sequential)]
    struct Obb3 { public Vec3 Center, HalfExtents; public Rotation3 Rotation; }
    [StructLayout(LayoutKind.Sequential)]
    struct PreparedObb3
    {
        public Obb3 Obb;
        public Vec3 AxisX, AxisY;
        // 3D only
        public Vec3 AxisZ;
        // end of 3D only
    }
    [StructLayout(LayoutKind.Sequential)]
    struct Corners3 { public Vec3 A, B, C; }
    [StructLayout(LayoutKind.Sequential)]
    struct List3 { public IntPtr Items; public UIntPtr Count; }

    /// AsuShape3: the kind, and a union. Its size is that of the largest member.
    [StructLayout(LayoutKind.Explicit)]
    struct RawShape3
    {
        [FieldOffset(0)] public ShapeKind Kind;
        [FieldOffset(8)] public Vec3 Point;
        [FieldOffset(8)] public Two3 Two;
        [FieldOffset(8)] public Offset3 Plane;
        [FieldOffset(8)] public Ball3 Sphere;
        [FieldOffset(8)] public Round3 Capsule;
        [FieldOffset(8)] public Obb3 Obb;
        [FieldOffset(8)] public PreparedObb3 PreparedObb;
        [FieldOffset(8)] public Corners3 Triangle;
        [FieldOffset(8)] public List3 List;
        [FieldOffset(8)] public ulong Stored;
    }

    /// <summary>The shortest way out of another shape.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Penetration3
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public Vec3 Normal;
        public float Depth;
    }

    /// <summary>The nearest points of two shapes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ClosestPoints3
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public Vec3 OnA, OnB;
    }

    /// <summary>A pair of points of a contact, one on each surface.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ContactPoint3
    {
        public Vec3 OnA, OnB;
        public float Depth;
    }

    /// <summary>The contact of two shapes: the normal from the second to the first, and up to four points.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Contact3
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public Vec3 Normal;
        public float Depth;
        public Feature FeatureA, FeatureB;
        public ContactPoint3 First, Second, Third, Fourth;
        public uint PointCount;
    }

    /// <summary>The first contact of a ray or segment.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct RayHit3
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public float Fraction;
        public Vec3 Point, Normal;
        public Started Started;
    }

    /// <summary>The first contact of a moving shape.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct CastHit3
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public float Fraction;
        public Vec3 Point, Normal;
        public Started Started;
    }

    static class NativeShape3
    {
        const string Library = Native.Library;
        [DllImport(Library)] public static extern Status asu_prepare3(ref RawShape3 shape, out RawShape3 prepared);
        [DllImport(Library)] public static extern Status asu_release3(ref RawShape3 shape);
        [DllImport(Library)] public static extern Status asu_under_matrix3(ref RawShape3 shape, float[] matrix, MatrixLayout layout, out RawShape3 image);
        [DllImport(Library)] public static extern Status asu_transformed3(ref RawShape3 shape, ref Pose3 pose, out RawShape3 image);
        [DllImport(Library)] public static extern Status asu_intersects3(ref RawShape3 a, ref RawShape3 b, [MarshalAs(UnmanagedType.I1)] out bool answer);
        [DllImport(Library)] public static extern Status asu_penetrates3(ref RawShape3 a, ref RawShape3 b, [MarshalAs(UnmanagedType.I1)] out bool answer);
        [DllImport(Library)] public static extern Status asu_containment3(ref RawShape3 a, ref RawShape3 b, out Containment answer);
        [DllImport(Library)] public static extern Status asu_contains_point3(ref RawShape3 shape, ref Vec3 point, [MarshalAs(UnmanagedType.I1)] out bool answer);
        [DllImport(Library)] public static extern Status asu_distance3(ref RawShape3 a, ref RawShape3 b, out float answer);
        [DllImport(Library)] public static extern Status asu_closest_points3(ref RawShape3 a, ref RawShape3 b, out ClosestPoints3 answer);
        [DllImport(Library)] public static extern Status asu_penetration3(ref RawShape3 a, ref RawShape3 b, out Penetration3 answer);
        [DllImport(Library)] public static extern Status asu_contact3(ref RawShape3 a, ref RawShape3 b, out Contact3 answer);
        [DllImport(Library)] public static extern Status asu_ray_cast3(ref RawShape3 shape, ref Two3 ray, out RayHit3 answer);
        [DllImport(Library)] public static extern Status asu_segment_cast3(ref RawShape3 shape, ref Two3 segment, out RayHit3 answer);
        [DllImport(Library)] public static extern Status asu_cast3(ref RawShape3 a, ref Vec3 motion, ref RawShape3 b, out CastHit3 answer);
        [DllImport(Library)] public static extern Status asu_cast_exit3(ref RawShape3 a, ref Vec3 motion, ref RawShape3 b, out CastExit answer);
        [DllImport(Library)] public static extern Status asu_sweep_penetrates3(ref RawShape3 a, ref Vec3 motion, ref RawShape3 b, [MarshalAs(UnmanagedType.I1)] out bool answer);
    }

    /// <summary>A shape, checked and prepared once. Numbers that describe none are an AsunderException.</summary>
    public sealed class Shape3
    {
        internal RawShape3 Raw;

        Shape3(RawShape3 raw) { Raw = raw; }
        ~Shape3() { if (Raw.Kind == ShapeKind.Stored) NativeShape3.asu_release3(ref Raw); }
        internal static Shape3 Adopted(RawShape3 raw) { return new Shape3(raw); }

        static Shape3 Prepared(RawShape3 raw)
        {
            RawShape3 prepared;
            Native.Must(NativeShape3.asu_prepare3(ref raw, out prepared));
            return new Shape3(prepared);
        }

        public static Shape3 Point(Vec3 at)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.Point, Point = at });
        }
        public static Shape3 Segment(Vec3 a, Vec3 b)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.Segment, Two = new Two3 { A = a, B = b } });
        }
        /// <summary>Every point origin + t direction with t >= 0.</summary>
        public static Shape3 Ray(Vec3 origin, Vec3 direction)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.Ray, Two = new Two3 { A = origin, B = direction } });
        }
        /// <summary>Every point x with normal . x = offset.</summary>
        public static Shape3 Plane(Vec3 normal, float offset)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.Plane, Plane = new Offset3 { Normal = normal, Offset = offset } });
        }
        /// <summary>Every point x with normal . x at most offset.</summary>
        public static Shape3 HalfSpace(Vec3 normal, float offset)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.HalfSpace, Plane = new Offset3 { Normal = normal, Offset = offset } });
        }
        public static Shape3 Sphere(Vec3 center, float radius)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.Sphere, Sphere = new Ball3 { Center = center, Radius = radius } });
        }
        public static Shape3 Capsule(Vec3 a, Vec3 b, float radius)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.Capsule, Capsule = new Round3 { A = a, B = b, Radius = radius } });
        }
        public static Shape3 Aabb(Vec3 min, Vec3 max)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.Aabb, Two = new Two3 { A = min, B = max } });
        }
        public static Shape3 Obb(Vec3 center, Vec3 halfExtents, Rotation3 rotation)
        {
            var obb = new Obb3 { Center = center, HalfExtents = halfExtents, Rotation = rotation };
            return Prepared(new RawShape3 { Kind = ShapeKind.Obb, Obb = obb });
        }
        public static Shape3 Triangle(Vec3 a, Vec3 b, Vec3 c)
        {
            return Prepared(new RawShape3 { Kind = ShapeKind.Triangle, Triangle = new Corners3 { A = a, B = b, C = c } });
        }
        /// <summary>The least convex set around points.</summary>
        public static Shape3 ConvexHull(Vec3[] points)
        {
            var pinned = GCHandle.Alloc(points, GCHandleType.Pinned);
            try
            {
                var list = new List3 { Items = pinned.AddrOfPinnedObject(), Count = (UIntPtr)points.Length };
                return Prepared(new RawShape3 { Kind = ShapeKind.ConvexHull, List = list });
            }
            finally { pinned.Free(); }
        }

        public ShapeKind Kind { get { return Raw.Kind; } }

        /// <summary>The image of a box or sphere of a model's own space under its world matrix of sixteen floats.</summary>
        public Shape3 Under(float[] matrix, MatrixLayout layout)
        {
            if (matrix.Length != 16) throw new ArgumentException("a matrix has sixteen floats", "matrix");
            RawShape3 image;
            Native.Must(NativeShape3.asu_under_matrix3(ref Raw, matrix, layout, out image));
            return new Shape3(image);
        }
        public Shape3 Transformed(Pose3 pose)
        {
            RawShape3 image;
            Native.Must(NativeShape3.asu_transformed3(ref Raw, ref pose, out image));
            return new Shape3(image);
        }

        /// <summary>Whether they share a point. Exact; touching counts.</summary>
        public bool Intersects(Shape3 other)
        {
            bool answer;
            Native.Must(NativeShape3.asu_intersects3(ref Raw, ref other.Raw, out answer));
            return answer;
        }
        /// <summary>Whether they share inner points. Exact; touching does not count.</summary>
        public bool Penetrates(Shape3 other)
        {
            bool answer;
            Native.Must(NativeShape3.asu_penetrates3(ref Raw, ref other.Raw, out answer));
            return answer;
        }
        public Containment Containment(Shape3 other)
        {
            Containment answer;
            Native.Must(NativeShape3.asu_containment3(ref Raw, ref other.Raw, out answer));
            return answer;
        }
        public bool Contains(Vec3 point)
        {
            bool answer;
            Native.Must(NativeShape3.asu_contains_point3(ref Raw, ref point, out answer));
            return answer;
        }
        /// <summary>Zero if and only if they share a point.</summary>
        public float Distance(Shape3 other)
        {
            float answer;
            Native.Must(NativeShape3.asu_distance3(ref Raw, ref other.Raw, out answer));
            return answer;
        }
        public ClosestPoints3? ClosestPoints(Shape3 other)
        {
            ClosestPoints3 answer;
            Native.Must(NativeShape3.asu_closest_points3(ref Raw, ref other.Raw, out answer));
            return answer.Found ? answer : (ClosestPoints3?)null;
        }
        /// <summary>The shortest way out of the other.</summary>
        public Penetration3? Penetration(Shape3 other)
        {
            Penetration3 answer;
            Native.Must(NativeShape3.asu_penetration3(ref Raw, ref other.Raw, out answer));
            return answer.Found ? answer : (Penetration3?)null;
        }
        public Contact3? Contact(Shape3 other)
        {
            Contact3 answer;
            Native.Must(NativeShape3.asu_contact3(ref Raw, ref other.Raw, out answer));
            return answer.Found ? answer : (Contact3?)null;
        }
        public RayHit3? RayCast(Vec3 origin, Vec3 direction)
        {
            RayHit3 answer;
            var ray = new Two3 { A = origin, B = direction };
            Native.Must(NativeShape3.asu_ray_cast3(ref Raw, ref ray, out answer));
            return answer.Found ? answer : (RayHit3?)null;
        }
        public RayHit3? SegmentCast(Vec3 a, Vec3 b)
        {
            RayHit3 answer;
            var segment = new Two3 { A = a, B = b };
            Native.Must(NativeShape3.asu_segment_cast3(ref Raw, ref segment, out answer));
            return answer.Found ? answer : (RayHit3?)null;
        }
        /// <summary>The first contact with the other on the way along a motion.</summary>
        public CastHit3? Cast(Vec3 motion, Shape3 other)
        {
            CastHit3 answer;
            Native.Must(NativeShape3.asu_cast3(ref Raw, ref motion, ref other.Raw, out answer));
            return answer.Found ? answer : (CastHit3?)null;
        }
        /// <summary>The fraction of a motion after which it shares no point with the other, where it meets and leaves it.</summary>
        public float? CastExit(Vec3 motion, Shape3 other)
        {
            CastExit answer;
            Native.Must(NativeShape3.asu_cast_exit3(ref Raw, ref motion, ref other.Raw, out answer));
            return answer.Found ? answer.Fraction : (float?)null;
        }
        /// <summary>Whether all that it covers along a motion penetrates the other: what stops a mover.</summary>
        public bool SweepPenetrates(Vec3 motion, Shape3 other)
        {
            bool answer;
            Native.Must(NativeShape3.asu_sweep_penetrates3(ref Raw, ref motion, ref other.Raw, out answer));
            return answer;
        }
    }
}
