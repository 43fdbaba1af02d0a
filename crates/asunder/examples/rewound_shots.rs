//! A server and two clients that see the past: whose shots hit?
//!
//! `cargo run --release --example rewound_shots`
//!
//! Three players run to and fro. Two clients watch them over UDP on this machine, one six ticks late
//! and one eleven, draw them between two ticks, and shoot now at what they see, now beside it. What a
//! client claims arrives late as well. The server judges every claim twice: by the world as its
//! shooter saw it, and by the world as it is when the claim arrives. It plays 240 ticks and ends.

use asunder::glam::Vec2;
use asunder::history::{History, ShotClaim, ShotFinding, Tick};
use asunder::prelude::*;
use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::io::ErrorKind;
use std::net::{SocketAddr, UdpSocket};
use std::thread;
use std::time::Duration;

const TICKS: u64 = 240;
const RUNNERS: u64 = 3;
/// How many ticks a packet takes, to and fro, for each client.
const LAGS: [u64; 2] = [6, 11];
/// Whoever waits longer than this for a packet takes it for lost.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where a runner is at a tick.
fn runner_at(runner: u64, tick: u64) -> f32 {
    let (lap, along) = (tick / 30, (tick % 30) as f32);
    let speed = 0.35 + 0.1 * runner as f32;
    if lap.is_multiple_of(2) { speed * along } else { speed * (30.0 - along) }
}

/// What a client sends: the moment it saw, whom it aims at and where, and whether it means to hit.
struct Shot {
    tick: u64,
    fraction: f32,
    victim: u64,
    x: f32,
    is_aimed: bool,
}

impl Shot {
    fn to_text(&self) -> String {
        let Self { tick, fraction, victim, x, is_aimed } = self;
        format!("{tick} {fraction} {victim} {x} {is_aimed}")
    }

    /// Nothing, of a packet that is none: it comes from the network.
    fn from_text(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        Some(Self {
            tick: words.next()?.parse().ok()?,
            fraction: words.next()?.parse().ok()?,
            victim: words.next()?.parse().ok()?,
            x: words.next()?.parse().ok().filter(|x: &f32| x.is_finite())?,
            is_aimed: words.next()?.parse().ok()?,
        })
    }
}

/// Draws what arrives half a tick late and shoots at it in every eighth frame.
fn client(server: SocketAddr) -> std::io::Result<()> {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.connect(server)?;
    socket.send(b"hello")?;
    let mut seen: VecDeque<(u64, Vec<f32>)> = VecDeque::new();
    let mut packet = [0; 512];
    loop {
        let length = socket.recv(&mut packet)?;
        let text = String::from_utf8_lossy(&packet[..length]).into_owned();
        if text == "bye" {
            return Ok(());
        }
        let mut words = text.split(' ');
        let tick = words.next().and_then(|word| word.parse().ok());
        let xs: Option<Vec<f32>> = words.map(|word| word.parse().ok()).collect();
        if let (Some(tick), Some(xs)) = (tick, xs) {
            seen.push_back((tick, xs));
        }
        while seen.len() > 2 {
            seen.pop_front();
        }
        let shot = match (seen.front(), seen.back()) {
            (Some((tick, from)), Some((next, to))) if tick + 1 == *next && tick % 8 == 0 => {
                let round = tick / 8;
                let victim = (round % RUNNERS) as usize;
                let is_aimed = !round.is_multiple_of(4);
                let x = 0.5 * (from[victim] + to[victim]) + if is_aimed { 0.1 } else { 1.5 };
                Shot { tick: *tick, fraction: 0.5, victim: victim as u64, x, is_aimed }.to_text()
            }
            _ => String::from("none"),
        };
        socket.send(shot.as_bytes())?;
    }
}

/// How the judgements of a client's shots came out.
#[derive(Default)]
struct Score {
    shots: u32,
    right_rewound: u32,
    right_now: u32,
}

struct Server {
    world: World2,
    runners: Vec<BodyId>,
    history: History<Vec2>,
    scores: [Score; 2],
}

impl Server {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut world = World2::new();
        let runners = (0..RUNNERS)
            .map(|runner| {
                let body = Sphere2::new([0.0, 4.0 * runner as f32], 0.4);
                world.insert(body, BodyOptions::from(BodyKind::Moving).owner(runner))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { world, runners, history: History::new(20), scores: Default::default() })
    }

    fn play(&mut self, tick: u64) -> Result<(), Box<dyn Error>> {
        for (runner, body) in (0..).zip(&self.runners) {
            let pose = Pose2::from_translation([runner_at(runner, tick), 0.0]);
            self.world.set_body_pose(*body, &pose)?;
        }
        self.world.step();
        self.history.record(Tick(tick), &self.world);
        Ok(())
    }

    fn judge(&mut self, client: usize, shot: &Shot, now: u64) -> Result<(), Box<dyn Error>> {
        let y = 4.0 * shot.victim as f32;
        let shooter = 100 + client as u64;
        let way = Segment2::try_new([shot.x, y - 1.0], [shot.x, y + 1.0])?;
        let (tick, fraction) = (Tick(shot.tick), shot.fraction);
        let claim = ShotClaim { shooter, victim: shot.victim, tick, fraction, shot: way };
        let hits = |claim: &ShotClaim<Vec2>| -> Result<bool, Box<dyn Error>> {
            let verdict = self.history.validate_shot(&self.world, claim, Filter::new())?;
            Ok(matches!(verdict.finding, ShotFinding::Hit { .. }))
        };
        let rewound = hits(&claim)?;
        let un_rewound = hits(&ShotClaim { tick: Tick(now), fraction: 0.0, ..claim })?;
        let score = &mut self.scores[client];
        score.shots += 1;
        score.right_rewound += u32::from(rewound == shot.is_aimed);
        score.right_now += u32::from(un_rewound == shot.is_aimed);
        Ok(())
    }
}

/// The next packet, from whomever; nothing, if none comes.
fn receive(socket: &UdpSocket) -> std::io::Result<Option<(SocketAddr, String)>> {
    let mut packet = [0; 512];
    match socket.recv_from(&mut packet) {
        Ok((length, from)) => {
            Ok(Some((from, String::from_utf8_lossy(&packet[..length]).into_owned())))
        }
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.set_read_timeout(Some(PATIENCE))?;
    let address = socket.local_addr()?;
    let clients = LAGS.map(|_| thread::spawn(move || client(address)));

    let mut places: BTreeMap<SocketAddr, usize> = BTreeMap::new();
    while places.len() < LAGS.len() {
        let (from, _) = receive(&socket)?.ok_or("a client did not say hello")?;
        let next = places.len();
        places.entry(from).or_insert(next);
    }

    let mut server = Server::new()?;
    // What is on its way to the server: when it arrives, from whom, what.
    let mut arriving: VecDeque<(u64, usize, Shot)> = VecDeque::new();
    for tick in 0..TICKS {
        server.play(tick)?;
        for (&to, &client) in &places {
            let Some(then) = tick.checked_sub(LAGS[client]) else { continue };
            let xs = (0..RUNNERS).map(|runner| format!(" {}", runner_at(runner, then)));
            socket.send_to(format!("{then}{}", xs.collect::<String>()).as_bytes(), to)?;
            let Some((from, text)) = receive(&socket)? else { continue };
            if let (Some(&client), Some(shot)) = (places.get(&from), Shot::from_text(&text)) {
                arriving.push_back((tick, client, shot));
            }
        }
        while let Some((sent, client, shot)) = arriving.pop_front() {
            if sent < tick {
                server.judge(client, &shot, tick)?;
            } else {
                arriving.push_front((sent, client, shot));
                break;
            }
        }
    }
    for to in places.keys() {
        socket.send_to(b"bye", to)?;
    }
    for client in clients {
        client.join().map_err(|_| "a client panicked")??;
    }

    println!("client  lag  shots  judged rightly: rewound  as it is now");
    for (client, (score, lag)) in server.scores.iter().zip(LAGS).enumerate() {
        let Score { shots, right_rewound, right_now } = score;
        println!("{client:>6}  {lag:>3}  {shots:>5}  {right_rewound:>23}  {right_now:>12}");
        if *shots == 0 || right_rewound != shots || right_now * 2 > *shots {
            return Err("rewound, every shot should be judged rightly, and un-rewound few".into());
        }
    }
    Ok(())
}
