//! `check`: checks every block and every game.

use std::io::Write;
use std::path::Path;

use trainer::games::{Block, Event, GameFault, GamesReader, Positions};

use super::amount;
use super::request::{Answer, Files};

/// The contents of a file.
#[derive(Default)]
struct Sound {
    blocks: u64,
    games: u64,
    positions: u64,
}

pub(super) fn run(files: &Files, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut answer = Answer::Right;
    for path in files.all()? {
        if check(&path, out)? == Answer::Wrong {
            answer = Answer::Wrong;
        }
    }
    Ok(answer)
}

fn check(path: &Path, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let name = path.display();
    let mut reader = match GamesReader::open(path) {
        Ok(reader) => reader,
        Err(error) => {
            writeln!(out, "{error}")?;
            return Ok(Answer::Wrong);
        }
    };
    let (mut sound, mut answer) = (Sound::default(), Answer::Right);
    while let Some(event) = reader.next_event()? {
        match event {
            Event::Damage(damage) if damage.is_torn_end() => {
                writeln!(out, "{name}: {damage} (a run was killed while writing; nothing else is lost)")?;
            }
            Event::Damage(damage) => {
                writeln!(out, "{name}: damaged: {damage}")?;
                answer = Answer::Wrong;
            }
            Event::Block(block) => {
                if let Err(fault) = play_over(&block, &mut sound) {
                    writeln!(out, "{name}: damaged: in the block at byte {}: {fault}", block.offset)?;
                    answer = Answer::Wrong;
                }
            }
        }
    }
    let verdict = if answer == Answer::Right { "sound" } else { "damaged" };
    let Sound { blocks, games, positions } = sound;
    let counts = [(blocks, "block"), (games, "game"), (positions, "position")];
    let [blocks, games, positions] = counts.map(|(count, one)| amount::counted(count, one));
    writeln!(out, "{name}: {verdict}: {blocks}, {games}, {positions}")?;
    Ok(answer)
}

/// Faults of a block whose checksum is right.
#[derive(Debug, thiserror::Error)]
enum BlockFault {
    #[error(transparent)]
    Game(#[from] GameFault),
    #[error(
        "{games} games and {positions} positions instead of {said_games} and {said_positions} as the block says"
    )]
    Counts { games: u32, positions: u32, said_games: u32, said_positions: u32 },
}

fn play_over(block: &Block, sound: &mut Sound) -> Result<(), BlockFault> {
    let (mut games, mut positions) = (0, 0);
    for game in block.games() {
        for position in Positions::of(&game?) {
            position?;
            positions += 1;
        }
        games += 1;
    }
    if (games, positions) != (block.games, block.positions) {
        let (said_games, said_positions) = (block.games, block.positions);
        return Err(BlockFault::Counts { games, positions, said_games, said_positions });
    }
    sound.blocks += 1;
    sound.games += u64::from(games);
    sound.positions += u64::from(positions);
    Ok(())
}
