//! What the page is made of: three.js is the file that was looked at.

use std::fs;
use std::path::Path;

/// `three.sha256` lists the files beside it, as `sha256sum` writes them.
#[test]
fn three_is_the_pinned_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page/web/three");
    let list = fs::read_to_string(folder.join("three.sha256")).unwrap();
    let mut names = Vec::new();
    for line in list.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        assert_eq!(sha256(&fs::read(folder.join(name)).unwrap()), sum, "{name} was changed");
        names.push(name);
    }
    assert_eq!(names, ["three.min.js", "LICENSE"]);
    let licence = fs::read_to_string(folder.join("LICENSE")).unwrap();
    assert!(licence.starts_with("The MIT License"));
}

#[test]
fn sha_256_has_its_published_values() {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(sha256(b""), empty);
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sha256(b"abc"), abc);
}

/// SHA-256 (FIPS 180-4), in hexadecimal. Its constants are the first 32 bits of the fractional parts of the
/// roots of primes.
fn sha256(bytes: &[u8]) -> String {
    let primes: Vec<u64> =
        (2_u64..312).filter(|n| (2..*n).all(|divisor| n % divisor != 0)).take(64).collect();
    // The integer root of `prime` times a power of two that leaves 32 bits of fraction.
    let bits = |prime: u64, power: u32| {
        let scaled = u128::from(prime) << (32 * power);
        let (mut low, mut high) = (0_u128, 1 << 40);
        while high - low > 1 {
            let middle = u128::midpoint(low, high);
            if middle.pow(power) <= scaled { low = middle } else { high = middle }
        }
        low as u32
    };
    let rounds: Vec<u32> = primes.iter().map(|&prime| bits(prime, 3)).collect();
    let mut hash: Vec<u32> = primes[..8].iter().map(|&prime| bits(prime, 2)).collect();

    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((8 * bytes.len() as u64).to_be_bytes());
    for block in padded.chunks(64) {
        let words = block.chunks(4).map(|word| u32::from_be_bytes(word.try_into().unwrap()));
        let mut w: Vec<u32> = words.collect();
        for i in 16..64 {
            let (x, y) = (w[i - 15], w[i - 2]);
            let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
            let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v: [u32; 8] = hash.clone().try_into().unwrap();
        for i in 0..64 {
            let [a, b, c, d, e, f, g, h] = v;
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let sum = [s1, choice, rounds[i], w[i]].into_iter().fold(h, u32::wrapping_add);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & b) ^ (a & c) ^ (b & c);
            let first = sum.wrapping_add(s0).wrapping_add(majority);
            v = [first, a, b, c, d.wrapping_add(sum), e, f, g];
        }
        hash.iter_mut().zip(v).for_each(|(sum, word)| *sum = sum.wrapping_add(word));
    }
    hash.iter().map(|word| format!("{word:08x}")).collect()
}
