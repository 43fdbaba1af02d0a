//! The page that plays a recording: one HTML file that needs no network.
//!
//! Its sources are the plain files in `page/web`. They are joined here, with three.js and the data, and
//! nothing else is done to them.

mod blob;
mod data;
pub(crate) mod playback;
mod support;
pub(crate) mod surface;
mod tracks;

use playback::Playback;

const TEMPLATE: &str = include_str!("page/web/page.html");
const STYLE: &str = include_str!("page/web/page.css");
const THREE: &str = include_str!("page/web/three/three.min.js");

/// The scripts of the page, in the order in which each uses those before it.
const SCRIPTS: &[&str] = &[
    include_str!("page/web/data.js"),
    include_str!("page/web/outlines.js"),
    include_str!("page/web/batches.js"),
    include_str!("page/web/levels.js"),
    include_str!("page/web/stage.js"),
    include_str!("page/web/diagram.js"),
    include_str!("page/web/details.js"),
    include_str!("page/web/events.js"),
    include_str!("page/web/main.js"),
];

/// The page of a playback.
pub(crate) fn html(playback: &Playback) -> String {
    let (data, blob) = data::encoded(playback);
    let mut page = String::new();
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        match name {
            "style" => page.push_str(STYLE),
            "three" => page.push_str(THREE),
            "data" => page.push_str(&data),
            "blob" => page.push_str(&blob),
            "scripts" => SCRIPTS.iter().for_each(|script| page.push_str(script)),
            _ => {}
        }
        rest = after;
    }
    page.push_str(rest);
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page weighs without a recording.
    const LARGEST: usize = 1_500_000;

    #[test]
    fn an_empty_page_is_small_and_whole() {
        let page = html(&Playback::default());
        assert!(page.len() <= LARGEST, "{} bytes", page.len());
        for name in ["style", "three", "data", "blob", "scripts"] {
            assert!(!page.contains(&format!("{{{{{name}}}}}")), "the place of {name} is empty");
        }
        // Each element that was opened is closed, and none of the joined files closes one early.
        let opened = page.matches("<script").count();
        assert_eq!((opened, page.matches("</script>").count()), (4, 4));
        assert_eq!(page.matches("</style>").count(), 1);
    }

    #[test]
    fn nothing_in_it_is_fetched() {
        let page = html(&Playback::default());
        assert!(page.contains("default-src 'none'"));
        for fetched in [" src=\"http", " href=\"http", "@import", "url(http", "fetch(\""] {
            assert!(!page.contains(fetched), "{fetched}");
        }
    }
}
