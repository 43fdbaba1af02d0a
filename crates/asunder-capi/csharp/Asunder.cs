// asunder for C#: what both dimensions share. Shape3.cs and World3.cs are about space; Shape2.cs and World2.cs,
// about the plane, are derived from them by tests/derived.rs. All call the library asunder_capi (asunder.h).
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Asunder
{
    /// <summary>What became of a call.</summary>
    public enum Status { Ok, Null, Stale, NotFinite, InvalidShape, InvalidMatrix, InvalidArgument, NotRepresentable, Panic }

    /// <summary>A call that was refused: its status, and a message that names the argument and the number.</summary>
    public sealed class AsunderException : Exception
    {
        public Status Status { get; private set; }
        internal AsunderException(Status status, string message) : base(message) { Status = status; }
    }

    /// <summary>The kind of a shape.</summary>
    public enum ShapeKind : uint
    {
        Point = 1, Segment, Ray, Plane, HalfSpace, Sphere, Capsule, Aabb, Obb, Triangle, Frustum, ConvexHull,
        Parallelepiped, Perspective, Projection, PreparedObb, Stored
    }

    /// <summary>How sixteen floats hold a matrix. Unity's Matrix4x4 and Godot's are held as OpenGL's.</summary>
    public enum MatrixLayout : uint { DirectX = 1, Ogre, OpenGL, Gltf }

    /// <summary>Where a ray or motion starts.</summary>
    public enum Started { Apart, Touching, Overlapping }

    /// <summary>When a moving shape leaves another.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct CastExit
    {
        [MarshalAs(UnmanagedType.I1)] public bool Found;
        public float Fraction;
    }

    /// <summary>How one shape contains another.</summary>
    public enum Containment { Disjoint, Intersects, Contains }

    /// <summary>Whether a body is meant to move: two fixed ones never pair.</summary>
    public enum BodyKind : uint { Fixed, Moving }

    /// <summary>How the colliders of two layers respond: Touch counts touching, Overlap and Block do not.</summary>
    public enum Response : uint { Ignore, Touch, Overlap, Block }

    /// <summary>What an event tells.</summary>
    public enum EventKind { Enter, Exit, Blocked, Unblocked, Hit, Crushed }

    /// <summary>Why a contact ended.</summary>
    public enum ExitReason { Parted, Removed }

    /// <summary>The kind of a feature of a shape.</summary>
    public enum FeatureKind { Vertex, Edge, Face }

    /// <summary>A vertex, edge or face of a shape, by its number.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Feature
    {
        public FeatureKind Kind;
        public uint Index;
    }

    /// <summary>A collider of a world: its body, and its index among the body's colliders.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ColliderId
    {
        public ulong Body;
        public ushort Part;
        public ColliderId(ulong body, ushort part) { Body = body; Part = part; }
    }

    /// <summary>Two colliders in contact, the smaller id first.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ColliderPair
    {
        public ColliderId A, B;
    }

    /// <summary>A collider that a question found.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Found
    {
        public ColliderId Collider;
        public ulong Tag, Owner;
        public uint HasOwner, Bone;
        /// <summary>Of a level, the number of the part that was found; else NoPart.</summary>
        public uint Part;
        public ushort Region;
        /// <summary>The number of no bone.</summary>
        public const uint NoBone = uint.MaxValue;
        /// <summary>The number of no part.</summary>
        public const uint NoPart = uint.MaxValue;
    }

    [StructLayout(LayoutKind.Sequential)]
    struct BodyOptions
    {
        public uint Kind, HasOwner;
        public ulong Owner;
    }

    /// <summary>Which colliders a question is about: Filter.All, to be narrowed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Filter
    {
        ulong layers;
        uint hasNotOf, hasOnlyOf;
        ulong notOf, onlyOf;
        IntPtr notOfAny;
        UIntPtr notOfAnyCount;
        /// <summary>All colliders.</summary>
        public static Filter All { get { return Native.asu_filter(); } }
        /// <summary>Those of layers whose bits are set.</summary>
        public Filter OnLayers(ulong bits) { layers = bits; return this; }
        /// <summary>None of an owner's: a shot does not hit the shooter.</summary>
        public Filter NotOf(ulong owner) { hasNotOf = 1; notOf = owner; return this; }
        /// <summary>Only an owner's.</summary>
        public Filter OnlyOf(ulong owner) { hasOnlyOf = 1; onlyOf = owner; return this; }
    }

    static class Native
    {
        /// libasunder_capi.so, asunder_capi.dll or libasunder_capi.dylib.
        public const string Library = "asunder_capi";

        [DllImport(Library)] static extern UIntPtr asu_last_error_message(byte[] buffer, UIntPtr capacity);
        [DllImport(Library)] public static extern uint asu_version();
        [DllImport(Library)] public static extern Filter asu_filter();

        /// Throws where a call was refused.
        public static void Must(Status status)
        {
            if (status == Status.Ok) return;
            var length = (int)asu_last_error_message(null, UIntPtr.Zero);
            var bytes = new byte[length + 1];
            asu_last_error_message(bytes, (UIntPtr)bytes.Length);
            throw new AsunderException(status, Encoding.UTF8.GetString(bytes, 0, length));
        }

        public delegate Status Listing<T>(T[] items, UIntPtr capacity, out UIntPtr count);

        /// All of a list, however long.
        public static T[] All<T>(Listing<T> ask)
        {
            var items = new T[16];
            for (;;)
            {
                UIntPtr count;
                Must(ask(items, (UIntPtr)items.Length, out count));
                var fits = (int)count <= items.Length;
                Array.Resize(ref items, (int)count);
                if (fits) return items;
            }
        }
    }

    /// <summary>The library.</summary>
    public static class Library
    {
        /// <summary>1000 major + minor: what these files are made for.</summary>
        public const uint ExpectedVersion = 1000;
        /// <summary>The version of the library that was found.</summary>
        public static uint Version { get { return Native.asu_version(); } }
    }
}
