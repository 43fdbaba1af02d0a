//! The range of depths that a projection maps the visible space to.

/// The range that a projection maps depth to, in clip space: the z of what is visible, over its w.
///
/// A matrix does not say which of the two it was made for. Where depth is reversed (the near plane
/// at 1) the range is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// From 0 to 1: Direct3D, Metal, Vulkan, WebGPU.
    ZeroToOne,
    /// From -1 to 1: OpenGL and WebGL unless told otherwise.
    MinusOneToOne,
}
