//! A client of `mtlb serve` without other crates: cargo run -- kernel.ll
//! It converts LLVM assembly, links it, and prints what both answers say. serde_json would read all of them.
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

struct Mtlb(Child, BufReader<std::process::ChildStdout>);

impl Mtlb {
    fn start() -> std::io::Result<Self> {
        let mut child = Command::new("mtlb").arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let out = BufReader::new(child.stdout.take().unwrap());
        Ok(Mtlb(child, out))
    }
    fn ask(&mut self, method: &str, params: &str) -> std::io::Result<String> {
        writeln!(self.0.stdin.as_mut().unwrap(), r#"{{"id":1,"method":"{method}","params":{params}}}"#)?;
        let mut line = String::new();
        self.1.read_line(&mut line)?;
        if line.contains("\"error\"") { Err(std::io::Error::other(line)) } else { Ok(line) }
    }
}

fn field<'a>(json: &'a str, name: &str) -> &'a str { // a text without escapes
    json.split(&format!("\"{name}\":\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("")
}

fn main() -> std::io::Result<()> {
    let ir = std::fs::read_to_string(std::env::args().nth(1).expect("a file of LLVM assembly"))?;
    let text = ir.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    let mut mtlb = Mtlb::start()?;
    let module = mtlb.ask("convert", &format!(r#"{{"input":{{"text":"{text}"}},"target":"macos14"}}"#))?;
    let library = mtlb.ask("link", &format!(r#"{{"inputs":[{{"base64":"{}"}}]}}"#, field(&module, "base64")))?;
    println!("{} {}", field(&library, "name"), &field(&library, "base64")[..8]);
    Ok(())
}
