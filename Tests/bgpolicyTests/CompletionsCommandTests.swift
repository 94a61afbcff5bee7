import Foundation
import TestSupport
import Testing

/// The completions of shells. Scripts/completions.py tests the shells themselves on a terminal.
@Suite struct CompletionsCommandTests {
  struct Line: Sendable, CustomTestStringConvertible {
    /// The words as bash passes them. The last word is at the cursor.
    let words: [String]
    let offers: [String]
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., offers: [String]) {
      self.words = words
      self.offers = offers
    }
  }

  static let lines = [
    Line("li", offers: ["lint"]),
    Line("--he", offers: ["--help"]),
    Line("nonsense", "", offers: []),
    Line("lint", "--stdin", offers: ["--stdin-filename"]),
    Line("lint", "--stdin-filename", "fir", offers: []),
    Line("lint", "--fail-on", "", offers: ["info", "warning", "error"]),
    Line("lint", "--fail-on", "=", offers: ["info", "warning", "error"]),
    Line("lint", "--fail-on", "=", "w", offers: ["warning"]),
    // COMP_WORDBREAKS without the equals sign.
    Line("lint", "--fail-on=w", offers: ["--fail-on=warning"]),
    Line("lint", "--format=json=rep", offers: ["--format=json=report.json"]),
    Line("lint", "--format", "json", "=", "rep", offers: ["report.json"]),
    Line("lint", "--format", "=", "json", "=", "rep", offers: ["report.json"]),
    Line("lint", "--fix", "=", offers: ["safe", "all"]),
    Line("lint", "--fix", "fir", offers: ["first.yaml"]),
    Line("lint", "--quiet", "", offers: ["a folder", "first.yaml", "second.yml"]),
    Line("lint", "--color", "never", "fir", offers: ["first.yaml"]),
    Line("compile", "--output", "", offers: ["a folder"]),
    Line("explain", "uitask-un", offers: ["uitask-unnamed", "uitask-unbalanced"]),
    Line("rules", "--format", "m", offers: ["markdown"]),
    Line("schema", "", offers: []),
    Line("completions", "", offers: ["bash", "zsh", "fish"]),
    Line("help", "li", offers: ["lint"]),
  ]

  @Test(arguments: lines) func bashOffers(_ line: Line) throws {
    let folder = try ScratchFolder()
    for name in ["first.yaml", "second.yml", "notes.txt", "report.json", "a folder/third.yaml"] {
      try folder.write("", to: name)
    }
    let script = try Tool.run("completions", "bash").output
    let words = (["bgpolicy"] + line.words).map { "'\($0)'" }.joined(separator: " ")
    let call = """
      \(script)
      COMP_WORDS=(\(words)) COMP_CWORD=\(line.words.count)
      _bgpolicy
      for offer in "${COMPREPLY[@]}"; do printf '%s\\n' "$offer"; done
      """
    let run = try Shell.run(["bash", "-c", call], in: folder.path, environment: ["LC_ALL": "C"])
    #expect(run.errors == "")
    #expect(run.output.split(separator: "\n").map(String.init).sorted() == line.offers.sorted())
  }

  @Test func bashReadsTheScript() throws {
    let folder = try ScratchFolder()
    let script = try folder.write(try Tool.run("completions", "bash").output, to: "bgpolicy.bash")
    let run = try Shell.run(["bash", "-n", script])
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Each script contains every command and every option in the syntax of its shell.
  @Test(arguments: ["bash", "zsh", "fish"]) func scriptKnowsEveryOption(_ shell: String) throws {
    let script = try Tool.run("completions", shell).output
    let commands = try Tool.run("--help").output.matches(of: #/(?m)^  ([a-z]+)  /#).map {
      String($0.output.1)
    }
    #expect(commands.contains("lint"))
    for command in commands {
      let part = part(of: script, about: command, in: shell)
      let options = try Tool.run(command, "--help").output.matches(of: #/(?m)^  (?:-[a-z], )?--([a-z-]+)/#)
      for option in options.map({ String($0.output.1) }) {
        let forms =
          switch shell {
          case "bash": ["--\(option) ", "--\(option)'"]
          case "zsh": ["'--\(option)[", "'*--\(option)=[", "'*--\(option)=-["]
          default: [" -l \(option) "]
          }
        #expect(forms.contains { part.contains($0) }, "\(command) --\(option)")
      }
    }
  }

  private func part(of script: String, about command: String, in shell: String) -> String {
    let (start, end) =
      switch shell {
      case "bash": ("    \(command)) options=", ";;")
      case "zsh": ("    \(command))\n", "\n      ;;")
      default:
        ("__fish_seen_subcommand_from \(command)'", "__fish_seen_subcommand_from \(command)' -l version ")
      }
    guard let first = script.firstRange(of: start),
      let last = script[first.upperBound...].firstRange(of: end)
    else { return "" }
    return String(script[first.upperBound..<last.upperBound])
  }

  @Test func unknownShellIsUnusable() throws {
    let run = try Tool.run("completions", "tcsh")
    #expect(run.status == 2)
    #expect(run.errors.contains("completions expects bash, zsh or fish; found \"tcsh\""))
  }
}
