//! asunder-gltf
