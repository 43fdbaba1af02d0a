//! asunder-fit
