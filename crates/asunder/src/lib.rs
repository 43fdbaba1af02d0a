//! asunder
