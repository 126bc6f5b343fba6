//! A game as lichess-bot plays it: python-chess sends the commands, options as text.

use std::time::{Duration, Instant};

use board::{Board, notation};

use crate::conversation::Session;

/// Plays a move and returns the moves with it.
fn with(moves: &str, mv: &str) -> String {
    format!("{moves} {mv}").trim().to_owned()
}

/// The best move and the move to ponder on of the last line.
fn best(lines: &[String]) -> (String, Option<String>) {
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    assert_eq!(words[0], "bestmove", "{lines:?}");
    (words[1].to_owned(), words.get(3).map(|mv| (*mv).to_owned()))
}

/// The position after some moves, which must all be legal.
fn board(moves: &str) -> Board {
    let mut board = Board::startpos();
    for text in moves.split_whitespace() {
        let mv = notation::parse_uci(&board, text).unwrap_or_else(|fault| panic!("{moves}: {fault}"));
        board.play_unchecked(mv);
    }
    board
}

#[test]
fn a_game_with_pondering_as_a_bot_plays_it() {
    let mut bot = Session::start();
    let options = bot.ask("uci", "uciok");
    let has = |name: &str| options.iter().any(|line| line.starts_with(&format!("option name {name} type ")));
    // python-chess sets these itself where they are announced.
    for name in
        ["Ponder", "MultiPV", "UCI_Chess960", "Move Overhead", "Hash", "Threads", "SyzygyPath", "UCI_ShowWDL"]
    {
        assert!(has(name), "{name}: {options:?}");
    }
    for (name, value) in [
        ("Move Overhead", "100"),
        ("Threads", "1"),
        ("Hash", "16"),
        ("UCI_ShowWDL", "true"),
        ("SyzygyPath", "<empty>"),
    ] {
        bot.send(&format!("setoption name {name} value {value}"));
    }
    bot.send("ucinewgame");
    assert_eq!(bot.ask("isready", "readyok"), ["readyok"], "no option was refused");
    let mut moves = String::new();
    // The first move has a time of its own.
    bot.send("position startpos");
    let (mv, _) = best(&bot.ask("go movetime 200", "bestmove"));
    moves = with(&moves, &mv);
    for turn in 0..6 {
        // The opponent's move: a legal one, the last of the list.
        let reply = board::legal_moves(&board(&moves)).pop().unwrap();
        moves = with(&moves, &notation::uci(&board(&moves), reply, false));
        bot.send(&format!("position startpos moves {moves}"));
        let lines = bot.ask("go wtime 3000 btime 3000 winc 20 binc 20", "bestmove");
        assert!(lines.iter().any(|line| line.contains(" wdl ")), "{lines:?}");
        let (mv, ponder) = best(&lines);
        moves = with(&moves, &mv);
        board(&moves);
        let Some(ponder) = ponder else { continue };
        let guessed = with(&moves, &ponder);
        bot.send(&format!("position startpos moves {guessed}"));
        bot.send("go ponder wtime 3000 btime 3000 winc 20 binc 20");
        std::thread::sleep(Duration::from_millis(50));
        if turn % 2 == 0 {
            // The opponent plays something else.
            best(&bot.ask("stop", "bestmove"));
        } else {
            let hit = Instant::now();
            let (mv, _) = best(&bot.ask("ponderhit", "bestmove"));
            assert!(hit.elapsed() < Duration::from_secs(3), "the clock counts from the hit");
            moves = with(&guessed, &mv);
            board(&moves);
        }
    }
    bot.send("quit");
    assert!(bot.finish().0);
}

/// What a file of settings may do wrong: every fault is named, and the game goes on.
#[test]
fn faults_in_options_and_positions_are_named_and_the_engine_stays_ready() {
    let mut bot = Session::start();
    for (line, fault) in [
        ("setoption name Skill Level value 20", "unknown option `Skill Level`"),
        ("setoption name Hash value lots", "option Hash: `lots` is not a whole number"),
        ("setoption name UCI_ShowWDL value 1", "option UCI_ShowWDL: `1` is neither true nor false"),
        ("setoption name SyzygyPath value /no/such/folder", "/no/such/folder"),
        ("position startpos moves e2e5", "`e2e5` is not a legal move"),
    ] {
        let said = bot.remarks(line);
        assert!(said.iter().any(|line| line.contains(fault)), "{line}: {said:?}");
    }
    bot.send("position startpos moves e2e4");
    best(&bot.ask("go nodes 100", "bestmove"));
}
