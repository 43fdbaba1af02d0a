//! `--scaling FILE`: how the time of a step grows from a thousand boxes to a million, as a picture.

use crate::table::Row;
use crate::worlds::{self, Crowd};
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// How many boxes, and for how many steps they are watched.
const SIZES: [(usize, usize); 7] = [
    (1_000, 100),
    (3_000, 60),
    (10_000, 40),
    (30_000, 20),
    (100_000, 12),
    (300_000, 6),
    (1_000_000, 4),
];

/// A line of the picture: who, in which colour, and milliseconds a step by the number of boxes.
struct Line {
    name: String,
    color: RGBColor,
    points: Vec<(f64, f64)>,
}

/// Measures, prints every row, and draws the picture.
pub(crate) fn draw(
    file: &Path,
    largest: usize,
    print: &mut dyn FnMut(&Row),
) -> Result<(), Box<dyn Error>> {
    let (blue, orange) = (RGBColor(31, 119, 180), RGBColor(214, 96, 20));
    let mut lines = Vec::new();
    let mut measure = |name, colors: [RGBColor; 2], rows: &dyn Fn(usize, usize) -> Vec<Row>| {
        let (mut own, mut peers, mut called) = (Vec::new(), Vec::new(), "");
        for (count, steps) in SIZES.into_iter().filter(|&(count, _)| count <= largest) {
            let at = |ns: f64| (count as f64, ns * count as f64 * 1e-6);
            let rows = rows(count, steps);
            rows.iter().for_each(&mut *print);
            // Of a peer's ways the one that is better at this size.
            let best = rows.iter().min_by(|a, b| a.peer_ns.total_cmp(&b.peer_ns));
            if let Some(Row { asunder_ns, peer_ns, peer, .. }) = best {
                own.push(at(*asunder_ns));
                peers.push(at(*peer_ns));
                // Its ways are told apart after a comma.
                called = peer.split(',').next().unwrap_or(peer);
            }
        }
        lines.push(Line { name: format!("asunder, {name}"), color: colors[0], points: own });
        lines.push(Line { name: format!("{called}, {name}"), color: colors[1], points: peers });
    };
    measure("overlapping bounds", [blue, orange], &|count, steps| {
        worlds::pairs_3d(Crowd::Uniform, count).rows("pairs_uniform", steps)
    });
    measure("a whole tick with events", [darker(blue), darker(orange)], &|count, steps| {
        worlds::steps(Crowd::Uniform, count).rows("world_uniform", steps)
    });
    plot(file, &lines)
}

fn darker(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    RGBColor(red / 2, green / 2, blue / 2)
}

fn plot(file: &Path, lines: &[Line]) -> Result<(), Box<dyn Error>> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let range = |of: fn(&(f64, f64)) -> f64| {
        let low = points().map(of).fold(f64::INFINITY, f64::min);
        let high = points().map(of).fold(0.0, f64::max);
        (low / 1.5)..(high * 1.5)
    };
    let area = SVGBackend::new(file, (900, 560)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Everything moves: milliseconds a step, one thread", ("sans-serif", 22))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(
            range(|point| point.0).log_scale(),
            range(|point| point.1).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("boxes")
        .y_desc("ms a step")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y}"))
        .draw()?;
    for line in lines {
        let style = line.color.stroke_width(2);
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), style).point_size(3))?
            .label(line.name.as_str())
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 20, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
