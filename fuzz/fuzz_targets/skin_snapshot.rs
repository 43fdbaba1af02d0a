#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| asunder_fuzz::skin_snapshot(data));
