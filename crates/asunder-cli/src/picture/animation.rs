//! Pictures that move: panels, frame by frame, in one SVG document that needs no script.

use super::{Panel, PanelScale, Picture, TOP, bounds, draw_frame, lefts};
use std::fmt::Write as _;

/// A picture of several frames, which are shown in turn, over and over.
#[derive(Debug)]
pub(crate) struct Animation {
    /// The heading and the legend.
    picture: Picture,
    widths: Vec<f32>,
    frames: Vec<Vec<Panel>>,
    seconds_per_frame: f32,
}

impl Animation {
    /// An animation with the heading and legend of a picture without panels, and panels of these widths.
    pub(crate) fn new(picture: Picture, widths: Vec<f32>, seconds_per_frame: f32) -> Self {
        Self { picture, widths, frames: Vec::new(), seconds_per_frame }
    }

    /// Adds a frame: a panel for each width.
    pub(crate) fn frame(&mut self, panels: Vec<Panel>) {
        self.frames.push(panels);
    }

    /// The SVG document. Where motion is not wanted it shows the first frame.
    pub(crate) fn svg(mut self) -> String {
        let count = self.frames.len().max(1) as f32;
        let style = format!(
            ".f{{visibility:hidden;animation:f {:.2}s step-end infinite}}\
             @keyframes f{{0%{{visibility:visible}}{:.3}%{{visibility:hidden}}}}\
             @media(prefers-reduced-motion:reduce){{.f{{animation:none}}.f0{{visibility:visible}}}}",
            count * self.seconds_per_frame,
            100.0 / count
        );
        let mut svg = String::new();
        self.picture.begin(&mut svg, &self.widths, &style);
        for (column, left) in lefts(&self.widths).enumerate() {
            let size = [self.widths[column], self.picture.height];
            let _ = write!(svg, "<g transform=\"translate({left} {TOP})\">");
            // All frames are drawn to one scale.
            let ends = self.frames.iter().filter_map(|panels| panels[column].bounds());
            let fit = bounds(ends.flat_map(|(min, max)| [min, max]))
                .map(|ends| PanelScale::of(ends, size));
            if let Some(panels) = self.frames.first() {
                draw_frame(&mut svg, &panels[column].title, size);
            }
            let frames = self.frames.iter_mut().enumerate();
            for (number, panels) in frames.take_while(|_| fit.is_some()) {
                let first = if number == 0 { " f0" } else { "" };
                let delay = number as f32 * self.seconds_per_frame;
                let _ =
                    writeln!(svg, "<g class=\"f{first}\" style=\"animation-delay:{delay:.2}s\">");
                if let Some(fit) = &fit {
                    panels[column].draw_content(&mut svg, fit);
                }
                svg.push_str("</g>\n");
            }
            svg.push_str("</g>\n");
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::LineClass;

    #[test]
    fn frames_share_a_scale_and_follow_one_another() {
        let mut animation = Animation::new(Picture::new("moves"), vec![400.0], 0.1);
        for x in [0.0_f32, 10.0] {
            let mut panel = Panel::new("dot");
            panel.line2([x, 0.0], [x + 1.0, 0.0], LineClass::Idle);
            animation.frame(vec![panel]);
        }
        let svg = animation.svg();
        assert_eq!(svg.matches("<g class=\"f").count(), 2);
        assert!(svg.contains("animation:f 0.20s") && svg.contains("50.000%{visibility:hidden}"));
        assert!(svg.contains("animation-delay:0.10s"));
        // The first begins at the left margin, the second ends at the right one.
        assert!(svg.contains("d=\"M26.0 ") && svg.contains("L374.0 "), "{svg}");
        assert_eq!(svg.matches(">dot</text>").count(), 1, "the title stands still");
    }
}
