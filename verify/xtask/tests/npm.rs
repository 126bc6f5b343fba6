//! The npm package: it is packed, installed and loaded by Node, the example of its README runs, and
//! its answers equal those of this program.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use site::Question;
use vancura_xtask::{compile, write_package};
use web::{Read, Worker};

const README: &str = include_str!("../../web/npm/README.md");

/// Positions of three to five pieces: solved, by a rule, by a proof, not known; with a counter, en
/// passant, castling, six pieces.
const POSITIONS: [&str; 8] = [
    "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
    "8/8/8/3k4/8/3K4/8/3BN3 w - - 90 1",
    "R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1",
    "8/8/1k6/8/8/8/K3P1b1/3Q4 w - - 0 1",
    "8/8/8/8/3k4/2n5/1B6/K1B5 w - - 0 1",
    "8/8/8/8/1Pp5/2K5/8/7k b - b3 0 1",
    "4k3/5q2/8/8/8/8/8/R3K2R w KQ - 0 1",
    "8/2p5/8/3k4/5r2/8/4P3/4K2R w - - 0 1",
];

/// Runs a program; its output, or an error message.
fn run(program: &str, arguments: &[&str], folder: &Path) -> Result<String, String> {
    let done = Command::new(program).args(arguments).current_dir(folder).output();
    let done = done.map_err(|error| format!("{program}: {error}"))?;
    let [out, err] = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    if done.status.success() { Ok(out) } else { Err(format!("{program} {arguments:?}: {out}{err}")) }
}

/// The module, if Node and npm are available and it can be compiled; otherwise reports what is
/// missing.
fn module() -> Option<Vec<u8>> {
    let node =
        ["node", "npm"].iter().try_for_each(|name| run(name, &["--version"], Path::new(".")).map(drop));
    if let Err(missing) = node {
        assert!(!reference::is_required("node"), "{missing}, and VANCURA_REQUIRE lists `node`");
        let _ = writeln!(std::io::stderr(), "NOT TRIED: the package for Node: {missing}");
        return None;
    }
    match compile() {
        Ok(module) => Some(module),
        Err(error) => {
            assert!(!reference::is_required("wasm"), "{error:#}, and VANCURA_REQUIRE lists `wasm`");
            let _ = writeln!(std::io::stderr(), "NOT TRIED: the package for Node: {error:#}");
            None
        }
    }
}

struct NoFiles;

impl Read for NoFiles {
    fn read(&self, _file: u32, _at: u32, _room: &mut [u8]) -> bool {
        false
    }
}

/// The answers of this program.
fn expected() -> Vec<String> {
    let mut worker = Worker::new([], Arc::new(NoFiles));
    let mut answer = |fen: &&str| {
        let question = Question::new("api/v1/position", &format!("fen={}", fen.replace(' ', "_")));
        while worker.prepare(&question, true) {}
        let reply = worker.ask(&question);
        let told: serde_json::Value = serde_json::from_slice(&reply.text).unwrap();
        format!(
            "{} | {} | {}",
            told["verdict"].as_str().unwrap(),
            told["dtm"],
            told["moves"].as_array().unwrap().len()
        )
    };
    POSITIONS.iter().map(&mut answer).collect()
}

#[test]
fn it_is_packed_and_node_loads_it() {
    let Some(module) = module() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (package, user) = (folder.path().join("package"), folder.path().join("user"));
    write_package(&module, &package).unwrap();
    let packed = run("npm", &["pack", "--json", "--pack-destination", ".."], &package).unwrap();
    let told: serde_json::Value = serde_json::from_str(&packed).unwrap();
    let names: Vec<&str> =
        told[0]["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    for name in
        ["index.js", "index.d.ts", "answers.js", "worker.js", "vancura.wasm", "README.md", "package.json"]
    {
        assert!(names.contains(&name), "{name} is not packed: {names:?}");
    }
    let archive = folder.path().join(told[0]["filename"].as_str().unwrap());
    std::fs::create_dir(&user).unwrap();
    std::fs::write(user.join("package.json"), "{\"private\": true, \"type\": \"module\"}").unwrap();
    let archive = archive.display().to_string();
    run("npm", &["install", "--offline", "--no-audit", "--no-fund", &archive], &user).unwrap();

    // The example of the README.
    let lines = README.split_once("```js\n").unwrap().1.split_once("```").unwrap().0;
    std::fs::write(user.join("readme.js"), lines).unwrap();
    let told = run("node", &["readme.js"], &user).unwrap();
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told[..2], ["Drawn with best play by both sides.", "the Vancura defense"]);
    assert!(told[2].ends_with(" draw") && told[3].starts_with("White wins: White mates in 14"), "{told:?}");
    assert_eq!(told[4].split(' ').count(), 27, "{told:?}");

    // The answers equal those of this program; refusals are errors with messages.
    let script = format!(
        "import {{ open, Refused }} from 'vancura';\n\
         const vancura = await open();\n\
         for (const fen of {}) {{ const p = vancura.position(fen); console.log(`${{p.verdict}} | ${{p.dtm}} | ${{p.moves.length}}`); }}\n\
         for (const ask of [() => vancura.position('nonsense'), () => vancura.addFile('KQvK.rtbw', new Uint8Array(80)), () => vancura.ask('nowhere')])\n\
         try {{ ask(); console.log('answered'); }} catch (error) {{ console.log(error instanceof Refused, error.status, error.message); }}\n",
        serde_json::json!(POSITIONS)
    );
    std::fs::write(user.join("ask.js"), script).unwrap();
    let told = run("node", &["ask.js"], &user).unwrap();
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told[..POSITIONS.len()], expected());
    let refused = &told[POSITIONS.len()..];
    assert!(refused[0].starts_with("true 400 bad FEN"), "{refused:?}");
    assert!(refused[1].starts_with("true 400 KQvK.rtbw is not a valid WDL table"), "{refused:?}");
    assert!(refused[2].starts_with("true 404 there is nothing at nowhere"), "{refused:?}");
}
