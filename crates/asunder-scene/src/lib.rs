//! asunder-scene
pub mod fighter;
