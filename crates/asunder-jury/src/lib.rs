//! asunder-jury
