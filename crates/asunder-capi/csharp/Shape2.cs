// asunder for C#: shapes, in the plane. Of the two files of this kind, that about the plane is derived from the other; see
// `tests/derived.rs`.
using System;
using System.Runtime.InteropServices;

namespace Asunder
{
    /// <summary>A point or direction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vec2
    {
        public float X, Y;
        public Vec2(float x, float y) { X = x; Y = y; }
        public override string ToString()
        {
            return "(" + X + ", " + Y + ")";
        }
    }

    /// <summary>A rotation of any length but zero: a quaternion in 3D, cosine and sine in 2D.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rotation2
    {
        public float Cos, Sin;
        public Rotation2(float cos, float sin) { Cos = cos; Sin = sin; }
        public static Rotation2 Identity { get { return new Rotation2(1, 0); } }
    }

    /// <summary>Turn by the rotation, then move by the translation.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Pose2
    {
        public Vec2 Translation;
        public Rotation2 Rotation;
        public Pose2(Vec2 translation, Rotation2 rotation) { Translation = translation; Rotation = rotation; }
        public Pose2(Vec2 translation) : this(translation, Rotation2.Identity) { }
    }

    [StructLayout(LayoutKind.Sequential)]
    struct Two2 { public Vec2 A, B; }
    [StructLayout(LayoutKind.Sequential)]
    struct Offset2 { public Vec2 Normal; public float Offset; }
    [StructLayout(LayoutKind.Sequential)]
    struct Ball2 { public Vec2 Center; public float Radius; }
    [StructLayout(LayoutKind.Sequential)]
    struct Round2 { public Vec2 A, B; public float Radius; }
    [StructLayout(LayoutKind.Sequential)]
    struct Obb2 { public Vec2 Center, HalfExtents; public Rotation2 Rotation; }
    [StructLayout(LayoutKind.Sequential)]
    struct PreparedObb2
    {
        public Obb2 Obb;
        public Vec2 AxisX, AxisY;
    }
    [StructLayout(LayoutKind.Sequential)]
    struct Corners2 { public Vec2 A, B, C; }
    [StructLayout(LayoutKind.Sequential)]
    struct List2 { public IntPtr Items; public UIntPtr Count; }

    /// AsuShape2: the kind, and a union. Its size is that of the largest member.
    [StructLayout(LayoutKind.Explicit)]
    struct RawShape2
    {
        [FieldOffset(0)] public ShapeKind Kind;
        [FieldOffset(8)] public Vec2 Point;
        [FieldOffset(8)] public Two2 Two;
        [FieldOffset(8)] public Offset2 Plane;
        [FieldOffset(8)] public Ball2 Sphere;
        [FieldOffset(8)] public Round2 Capsule;
        [FieldOffset(8)] public Obb2 Obb;
        [FieldOffset(8)] public PreparedObb2 PreparedObb;
        [FieldOffset(8)] public Corners2 Triangle;
        [FieldOffset(8)] public List2 List;
        [FieldOffset(8)] public ulong Stored;
    }

    /// <summary>The shortest way out of another shape.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Penetration2
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public Vec2 Normal;
        public float Depth;
    }

    /// <summary>The nearest points of two shapes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ClosestPoints2
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public Vec2 OnA, OnB;
    }

    /// <summary>A pair of points of a contact, one on each surface.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ContactPoint2
    {
        public Vec2 OnA, OnB;
        public float Depth;
    }

    /// <summary>The contact of two shapes: the normal from the second to the first, and up to four points.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Contact2
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public Vec2 Normal;
        public float Depth;
        public Feature FeatureA, FeatureB;
        public ContactPoint2 First, Second, Third, Fourth;
        public uint PointCount;
    }

    /// <summary>The first contact of a ray or segment.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct RayHit2
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public float Fraction;
        public Vec2 Point, Normal;
        public Started Started;
    }

    /// <summary>The first contact of a moving shape.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct CastHit2
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public float Fraction;
        public Vec2 Point, Normal;
        public Started Started;
    }

    static class NativeShape2
    {
        const string Library = Native.Library;
        [DllImport(Library)] public static extern Status asu_prepare2(ref RawShape2 shape, out RawShape2 prepared);
        [DllImport(Library)] public static extern Status asu_release2(ref RawShape2 shape);
        [DllImport(Library)] public static extern Status asu_under_matrix2(ref RawShape2 shape, float[] matrix, MatrixLayout layout, out RawShape2 image);
        [DllImport(Library)] public static extern Status asu_transformed2(ref RawShape2 shape, ref Pose2 pose, out RawShape2 image);
        [DllImport(Library)] public static extern Status asu_intersects2(ref RawShape2 a, ref RawShape2 b, [MarshalAs(UnmanagedType.I1)] out bool answer);
        [DllImport(Library)] public static extern Status asu_penetrates2(ref RawShape2 a, ref RawShape2 b, [MarshalAs(UnmanagedType.I1)] out bool answer);
        [DllImport(Library)] public static extern Status asu_containment2(ref RawShape2 a, ref RawShape2 b, out Containment answer);
        [DllImport(Library)] public static extern Status asu_contains_point2(ref RawShape2 shape, ref Vec2 point, [MarshalAs(UnmanagedType.I1)] out bool answer);
        [DllImport(Library)] public static extern Status asu_distance2(ref RawShape2 a, ref RawShape2 b, out float answer);
        [DllImport(Library)] public static extern Status asu_closest_points2(ref RawShape2 a, ref RawShape2 b, out ClosestPoints2 answer);
        [DllImport(Library)] public static extern Status asu_penetration2(ref RawShape2 a, ref RawShape2 b, out Penetration2 answer);
        [DllImport(Library)] public static extern Status asu_contact2(ref RawShape2 a, ref RawShape2 b, out Contact2 answer);
        [DllImport(Library)] public static extern Status asu_ray_cast2(ref RawShape2 shape, ref Two2 ray, out RayHit2 answer);
        [DllImport(Library)] public static extern Status asu_segment_cast2(ref RawShape2 shape, ref Two2 segment, out RayHit2 answer);
        [DllImport(Library)] public static extern Status asu_cast2(ref RawShape2 a, ref Vec2 motion, ref RawShape2 b, out CastHit2 answer);
        [DllImport(Library)] public static extern Status asu_cast_exit2(ref RawShape2 a, ref Vec2 motion, ref RawShape2 b, out CastExit answer);
        [DllImport(Library)] public static extern Status asu_sweep_penetrates2(ref RawShape2 a, ref Vec2 motion, ref RawShape2 b, [MarshalAs(UnmanagedType.I1)] out bool answer);
    }

    /// <summary>A shape, checked and prepared once. Numbers that describe none are an AsunderException.</summary>
    public sealed class Shape2
    {
        internal RawShape2 Raw;

        Shape2(RawShape2 raw) { Raw = raw; }
        ~Shape2() { if (Raw.Kind == ShapeKind.Stored) NativeShape2.asu_release2(ref Raw); }
        internal static Shape2 Adopted(RawShape2 raw) { return new Shape2(raw); }

        static Shape2 Prepared(RawShape2 raw)
        {
            RawShape2 prepared;
            Native.Must(NativeShape2.asu_prepare2(ref raw, out prepared));
            return new Shape2(prepared);
        }

        public static Shape2 Point(Vec2 at)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.Point, Point = at });
        }
        public static Shape2 Segment(Vec2 a, Vec2 b)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.Segment, Two = new Two2 { A = a, B = b } });
        }
        /// <summary>Every point origin + t direction with t >= 0.</summary>
        public static Shape2 Ray(Vec2 origin, Vec2 direction)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.Ray, Two = new Two2 { A = origin, B = direction } });
        }
        /// <summary>Every point x with normal . x = offset.</summary>
        public static Shape2 Plane(Vec2 normal, float offset)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.Plane, Plane = new Offset2 { Normal = normal, Offset = offset } });
        }
        /// <summary>Every point x with normal . x at most offset.</summary>
        public static Shape2 HalfSpace(Vec2 normal, float offset)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.HalfSpace, Plane = new Offset2 { Normal = normal, Offset = offset } });
        }
        public static Shape2 Sphere(Vec2 center, float radius)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.Sphere, Sphere = new Ball2 { Center = center, Radius = radius } });
        }
        public static Shape2 Capsule(Vec2 a, Vec2 b, float radius)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.Capsule, Capsule = new Round2 { A = a, B = b, Radius = radius } });
        }
        public static Shape2 Aabb(Vec2 min, Vec2 max)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.Aabb, Two = new Two2 { A = min, B = max } });
        }
        public static Shape2 Obb(Vec2 center, Vec2 halfExtents, Rotation2 rotation)
        {
            var obb = new Obb2 { Center = center, HalfExtents = halfExtents, Rotation = rotation };
            return Prepared(new RawShape2 { Kind = ShapeKind.Obb, Obb = obb });
        }
        public static Shape2 Triangle(Vec2 a, Vec2 b, Vec2 c)
        {
            return Prepared(new RawShape2 { Kind = ShapeKind.Triangle, Triangle = new Corners2 { A = a, B = b, C = c } });
        }
        /// <summary>The least convex set around points.</summary>
        public static Shape2 ConvexHull(Vec2[] points)
        {
            var pinned = GCHandle.Alloc(points, GCHandleType.Pinned);
            try
            {
                var list = new List2 { Items = pinned.AddrOfPinnedObject(), Count = (UIntPtr)points.Length };
                return Prepared(new RawShape2 { Kind = ShapeKind.ConvexHull, List = list });
            }
            finally { pinned.Free(); }
        }

        public ShapeKind Kind { get { return Raw.Kind; } }

        /// <summary>The image of a box or sphere of a model's own space under its world matrix of sixteen floats.</summary>
        public Shape2 Under(float[] matrix, MatrixLayout layout)
        {
            if (matrix.Length != 16) throw new ArgumentException("a matrix has sixteen floats", "matrix");
            RawShape2 image;
            Native.Must(NativeShape2.asu_under_matrix2(ref Raw, matrix, layout, out image));
            return new Shape2(image);
        }
        public Shape2 Transformed(Pose2 pose)
        {
            RawShape2 image;
            Native.Must(NativeShape2.asu_transformed2(ref Raw, ref pose, out image));
            return new Shape2(image);
        }

        /// <summary>Whether they share a point. Exact; touching counts.</summary>
        public bool Intersects(Shape2 other)
        {
            bool answer;
            Native.Must(NativeShape2.asu_intersects2(ref Raw, ref other.Raw, out answer));
            return answer;
        }
        /// <summary>Whether they share inner points. Exact; touching does not count.</summary>
        public bool Penetrates(Shape2 other)
        {
            bool answer;
            Native.Must(NativeShape2.asu_penetrates2(ref Raw, ref other.Raw, out answer));
            return answer;
        }
        public Containment Containment(Shape2 other)
        {
            Containment answer;
            Native.Must(NativeShape2.asu_containment2(ref Raw, ref other.Raw, out answer));
            return answer;
        }
        public bool Contains(Vec2 point)
        {
            bool answer;
            Native.Must(NativeShape2.asu_contains_point2(ref Raw, ref point, out answer));
            return answer;
        }
        /// <summary>Zero if and only if they share a point.</summary>
        public float Distance(Shape2 other)
        {
            float answer;
            Native.Must(NativeShape2.asu_distance2(ref Raw, ref other.Raw, out answer));
            return answer;
        }
        public ClosestPoints2? ClosestPoints(Shape2 other)
        {
            ClosestPoints2 answer;
            Native.Must(NativeShape2.asu_closest_points2(ref Raw, ref other.Raw, out answer));
            return answer.Found ? answer : (ClosestPoints2?)null;
        }
        /// <summary>The shortest way out of the other.</summary>
        public Penetration2? Penetration(Shape2 other)
        {
            Penetration2 answer;
            Native.Must(NativeShape2.asu_penetration2(ref Raw, ref other.Raw, out answer));
            return answer.Found ? answer : (Penetration2?)null;
        }
        public Contact2? Contact(Shape2 other)
        {
            Contact2 answer;
            Native.Must(NativeShape2.asu_contact2(ref Raw, ref other.Raw, out answer));
            return answer.Found ? answer : (Contact2?)null;
        }
        public RayHit2? RayCast(Vec2 origin, Vec2 direction)
        {
            RayHit2 answer;
            var ray = new Two2 { A = origin, B = direction };
            Native.Must(NativeShape2.asu_ray_cast2(ref Raw, ref ray, out answer));
            return answer.Found ? answer : (RayHit2?)null;
        }
        public RayHit2? SegmentCast(Vec2 a, Vec2 b)
        {
            RayHit2 answer;
            var segment = new Two2 { A = a, B = b };
            Native.Must(NativeShape2.asu_segment_cast2(ref Raw, ref segment, out answer));
            return answer.Found ? answer : (RayHit2?)null;
        }
        /// <summary>The first contact with the other on the way along a motion.</summary>
        public CastHit2? Cast(Vec2 motion, Shape2 other)
        {
            CastHit2 answer;
            Native.Must(NativeShape2.asu_cast2(ref Raw, ref motion, ref other.Raw, out answer));
            return answer.Found ? answer : (CastHit2?)null;
        }
        /// <summary>The fraction of a motion after which it shares no point with the other, where it meets and leaves it.</summary>
        public float? CastExit(Vec2 motion, Shape2 other)
        {
            CastExit answer;
            Native.Must(NativeShape2.asu_cast_exit2(ref Raw, ref motion, ref other.Raw, out answer));
            return answer.Found ? answer.Fraction : (float?)null;
        }
        /// <summary>Whether all that it covers along a motion penetrates the other: what stops a mover.</summary>
        public bool SweepPenetrates(Vec2 motion, Shape2 other)
        {
            bool answer;
            Native.Must(NativeShape2.asu_sweep_penetrates2(ref Raw, ref motion, ref other.Raw, out answer));
            return answer;
        }
    }
}
