import Foundation
import TestSupport
import Testing

/// Errors for calls that can't be carried out, and for files that are not policies.
@Suite struct UsageErrorTests {
  struct Call: Sendable, CustomTestStringConvertible {
    let words: [String]
    let message: String
    var testDescription: String { words.joined(separator: " ") }
  }

  static let unusable = [
    Call(words: [], message: "Usage: bgpolicy COMMAND"),
    Call(words: ["-x"], message: "bgpolicy: There is no option -x"),
    Call(words: ["--fix", "lint"], message: "There is no option --fix"),
    Call(
      words: ["--color", "sometimes"], message: "--color expects auto, always or never; found \"sometimes\""),
    Call(words: ["--color", "sometimes", "rules"], message: "--color expects auto, always or never"),
    Call(words: ["--color"], message: "The option --color requires a value: --color WHEN"),
    Call(words: ["--quiet", "lnit"], message: "There is no command lnit, did you mean lint?"),
    Call(
      words: ["explain", "push-prio"], message: "No rule is called push-prio, did you mean push-priority?"),
    Call(
      words: ["explain", "xyzzy"],
      message: "No rule is called xyzzy, and none mentions it; `bgpolicy rules` lists them"),
    Call(words: ["help", "lnit"], message: "There is no command lnit, did you mean lint?"),
    Call(words: ["lnit"], message: "There is no command lnit, did you mean lint?"),
    Call(
      words: ["lint", "--fromat", "json"], message: "lint has no option --fromat, did you mean --format?"),
    Call(words: ["lint", "--format"], message: "The option --format requires a value: --format F[=FILE]"),
    Call(words: ["lint", "--format", "xml"], message: "--format expects text, concise, json"),
    Call(words: ["lint", "--quiet=yes"], message: "The option --quiet has no value; found \"yes\""),
    Call(
      words: ["lint", "no-such-file.yaml"], message: "Can't read no-such-file.yaml: No such file or directory"
    ),
    Call(
      words: ["lint", "Sources"],
      message: "No policy found: there is no bgpolicy.yaml or *.bgpolicy.yaml under Sources"),
    Call(
      words: ["lint", "--exclude", ""], message: "--exclude expects a pattern such as legacy/; found \"\""),
    Call(words: ["lint", "--output-file", ""], message: "--output-file requires the name of a file"),
    Call(
      words: ["lint", "--format", "json=a", "--output-file", "b"],
      message: "Each --format names its file, so --output-file has no effect"),
    Call(
      words: ["lint", "--format", "json=a", "--format", "gcc", "--output-file", "a"],
      message: "Two formats can't be written to one file: a is named twice"),
    Call(
      words: ["rules", "--severity", "fatal"],
      message: "--severity expects info, warning or error; found \"fatal\""),
    Call(
      words: ["rules", "--needs-app", "--fixable"],
      message: "--needs-app lists rules that have no check here, so --fixable has no effect"),
    Call(
      words: ["compile", "--only", "swift,kotlin"],
      message: "--only expects swift, plist, entitlements or other; found \"kotlin\""),
    Call(
      words: ["compile", "--check", "--no-estimate"], message: "--check estimates nothing, so --no-estimate"),
    Call(
      words: ["compile", "--no-estimate", "--runs", "3"],
      message: "--no-estimate estimates nothing, so --runs has no effect"),
    Call(
      words: ["compile", "--single-file", "a.swift", "--only", "swift"],
      message: "--single-file writes only Swift, so --only has no effect"),
    Call(words: ["explain", "no-such-rule"], message: "No rule is called no-such-rule"),
    Call(words: ["check"], message: "There is no command check; `bgpolicy lint` does that"),
    Call(words: ["help", "validate"], message: "There is no command validate; `bgpolicy lint` does that"),
    Call(
      words: ["lint", "--output-format", "json"], message: "lint has no option --output-format; use --format"),
    Call(words: ["lint", "--unsafe-fixes"], message: "lint has no option --unsafe-fixes; use --fix=all"),
    Call(words: ["estimate", "--unsafe-fixes"], message: "estimate has no option --unsafe-fixes"),
    Call(words: ["explain"], message: "explain requires TEXT…"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--scenario", "mars"],
      message: "No scenario is called mars"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--model", "limiter.bass=3s"],
      message: "The model has no parameter limiter.bass, did you mean limiter.base?"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--model", "limiter.base=soon"],
      message: "limiter.base expects a duration"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--model", "foo=1"],
      message: "The model has no parameter foo; `bgpolicy estimate --assumptions` lists"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--model", "=1"],
      message: "--model expects NAME=VALUE; found \"=1\""),
    Call(
      words: ["whatif", "Examples/Photos/bgpolicy.yaml", "--set", "sessions.x.identifier=a"],
      message: "The policy has no sessions.x; it has library"),
    Call(
      words: [
        "whatif", "Examples/Photos/bgpolicy.yaml", "--set", "transfers.cameraRoll.count=3", "--sweep",
        "transfers.cameraRoll.count=4,5",
      ],
      message: "transfers.cameraRoll.count is given twice; to try several values, give them to one --sweep"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "Examples/Podcasts/bgpolicy.yaml"],
      message: "estimate expects one POLICY; found \"Examples/Podcasts/bgpolicy.yaml\" as well"),
    Call(
      words: ["init", "--editor", "ed"],
      message: "--editor expects neovim, emacs, helix, zed, sublime or vscode; found \"ed\""),
    Call(
      words: ["init", "--editor", "zed", "--name", "A"],
      message: "--editor prints settings and writes no policy, so --name has no effect"),
    Call(words: ["language-server", "a.yaml"], message: "language-server expects only options"),
    Call(words: ["rules", "all"], message: "rules expects only options; found \"all\""),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--trace="],
      message: "The option --trace requires a value after =, or no =: --trace[=FILE]"),
    Call(
      words: ["calibrate", "Sources"], message: "Can't read Sources: It is a folder"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--runs", "0"],
      message: "--runs expects a whole number"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--run", "bad"],
      message: "--run chooses the run that --trace shows; add --trace"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--trace", "--run", "0"],
      message: "--run expects typical, bad or a number from 1; found \"0\""),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--runs", "10", "--trace", "--run", "11"],
      message: "There is no run 11: the estimate makes 10 runs, see --runs"),
    Call(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml", "--trace", "--format", "json"],
      message: "--trace writes to standard output; name a file for the format"),
  ]

  @Test(arguments: unusable) func unusableCallSaysWhy(_ call: Call) throws {
    let result = try Shell.run([Tool.path] + call.words, in: Project.root)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains(call.message), "\(result.errors)")
  }

  static let meaningless = [
    ("limiter.factor", "0.5", "a number from 1 on"),
    ("limiter.concurrency", "0", "a number from 1 on, in transfers"),
    ("discretionary.relax", "1.5", "a number from 0 to 1, of the resource timeout"),
    ("discretionary.relax_network", "-0.1", "a number from 0 to 1, of the resource timeout"),
    ("battery_critical", "20", "a number from 0 to 1, of a full battery"),
    ("battery_V", "0", "a number above 0, in V"), ("launch_J", "-1", "a number from 0 on, in J"),
  ]

  /// Values that no device can have are rejected, in calls and in policies.
  @Test(arguments: meaningless) func numberThatMeansNothing(_ name: String, _ value: String, _ form: String)
    throws
  {
    let call = try Tool.run("estimate", "Examples/Photos/bgpolicy.yaml", "--model", "\(name)=\(value)")
    #expect(call.status == 2)
    #expect(call.errors.contains("\(name) expects \(form); found \"\(value)\""), "\(call.errors)")
    let policy =
      "schema: 1\napp: { name: Lab, bundleIdentifier: com.example.lab }\nmodel: { \(name): \(value) }\n"
    let lint = try Tool.run("lint", "-", input: policy)
    #expect(lint.status == 1)
    #expect(lint.output.contains("\(name) must be \(form); found \(value)"), "\(lint.output)")
  }

  @Test func noPolicyFound() throws {
    let folder = try ScratchFolder()
    let result = try Tool.run("lint", in: folder.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("No policy found"))
  }

  @Test func helpAndVersionAreForEveryCommand() throws {
    #expect(try Tool.run("--version").output == "bgpolicy 0.1.0\n")
    for command in [
      "compile", "lint", "baseline", "estimate", "calibrate", "gate", "diff", "whatif", "advise", "explain",
      "rules",
      "schema", "init", "import", "drift", "language-server", "completions", "help",
    ] {
      let help = try Tool.run(command, "--help")
      #expect(help.status == 0)
      Snapshot.check(help.output, against: "Tests/Fixtures/Help/\(command).txt")
      #expect(try Tool.run(command, "--version").status == 0)
    }
    Snapshot.check(try Tool.run("--help").output, against: "Tests/Fixtures/Help/bgpolicy.txt")
  }

  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let rule: String
    var testDescription: String { name }
  }

  static let hostile: [File] = {
    var random = SplitMix(seed: 7)
    let noise = (0..<5_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let bomb =
      "a0: &a0 [x]\n"
      + (1...10).map {
        "a\($0): &a\($0) [" + Array(repeating: "*a\($0 - 1)", count: 10).joined(separator: ", ") + "]\n"
      }.joined()
    return [
      File(
        name: "200 000 brackets", bytes: Array(repeating: UInt8(ascii: "["), count: 200_000),
        rule: "yaml-limit"),
      File(name: "alias bomb", bytes: Array(bomb.utf8), rule: "yaml-limit"),
      File(name: "5 MB of random bytes", bytes: noise, rule: "yaml-syntax"),
      File(name: "empty file", bytes: [], rule: "policy-empty"),
    ]
  }()

  @Test(arguments: hostile) func hostileFileIsOneFinding(_ file: File) throws {
    let folder = try ScratchFolder()
    let path = folder.path("hostile.yaml")
    try Data(file.bytes).write(to: URL(filePath: path))
    for command in ["lint", "compile"] {
      let result = try Tool.run(command, path)
      #expect(result.status == 1)
      #expect(result.output.contains("error[\(file.rule)]"))
      #expect(result.output.utf8.count < 4_000)
    }
  }

  @Test func unreadableFileIsNamed() throws {
    // Root may read any file, so the unreadable path is not a file.
    let folder = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop.yaml"), withDestinationPath: "loop.yaml")
    let result = try Tool.run("lint", "loop.yaml", in: folder.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("Can't read loop.yaml: "))
  }

  /// A mistake in one file does not prevent the linting of other files.
  @Test func otherFilesAreStillLinted() throws {
    let folder = try ScratchFolder()
    try folder.write("schema: 2\n", to: "a.bgpolicy.yaml")
    let result = try Tool.run("lint", "missing.yaml", "a.bgpolicy.yaml", in: folder.path)
    #expect(result.status == 2)
    #expect(result.output.contains("a.bgpolicy.yaml:1:9"))
    #expect(result.errors.contains("missing.yaml"))
  }
}
