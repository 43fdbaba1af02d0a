//! asunder-scene
