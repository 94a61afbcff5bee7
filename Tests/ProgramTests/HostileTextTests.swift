import Foundation
import TestSupport
import Testing

/// Texts in policies, logs and calls that try to control a terminal, or the service that reads a log.
struct HostileText: Sendable, CustomTestStringConvertible {
  let text: String
  let testDescription: String

  init(_ testDescription: String, _ text: String) {
    self.testDescription = testDescription
    self.text = text
  }

  static let all = [
    HostileText("line feed and command", "k\n::add-matcher::m.json"),
    HostileText("carriage return and command", "k\r::error::injected"),
    HostileText("line separator and command", "k\u{2028}::stop-commands::x"),
    HostileText("next line and command", "k\u{85}::debug::x"),
    HostileText("command at the beginning", "::add-mask::x"),
    HostileText("command after blanks", " \u{A0}\u{200B}::group::x"),
    HostileText(
      "command after a word", "a long text whose last word may begin a line of its own \n ::endgroup::"),
    HostileText("command inside", "k ##[add-matcher]m.json"),
    HostileText("Azure's command", "k##vso[task.setvariable variable=x]y"),
    HostileText("color", "k\u{1B}[31mred"),
    HostileText("title", "k\u{1B}]0;pwned\u{7}"),
    HostileText("one-byte escape", "k\u{9B}31mred"),
    HostileText("backspace and delete", "k\u{8}\u{7F}"),
    HostileText("tab and vertical tab", "k\tx\u{B}y\u{C}z"),
    HostileText("right-to-left override", "k\u{202E}gpj.exe"),
    HostileText("isolate", "k\u{2066}x\u{2069}"),
    HostileText("Arabic letter mark", "k\u{61C}x"),
    HostileText("byte order mark", "k\u{FEFF}x"),
    HostileText("end of a script", "k</script><b>"),
    HostileText("end of a comment", "k*/ x -->"),
    HostileText("interpolation", "k\\(exit())"),
  ]

  /// The text in double quotes of YAML.
  var yaml: String {
    let content = text.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\"" && scalar != "\\"
        ? String(scalar) : "\\U" + String(format: "%08X", scalar.value)
    }.joined()
    return "\"\(content)\""
  }
}

/// Text from policies, logs and calls is shown as text, with escapes where necessary.
@Suite struct HostileTextTests {
  /// Scalars that no output contains, except line feeds between lines and tabs in a diff.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF: true
    default: false
    }
  }

  private func check(_ run: Shell.Result, _ words: [String]) {
    #expect([0, 1, 2].contains(run.status), "\(words): \(run.errors)")
    for (stream, text) in [("output", run.output), ("errors", run.errors)] {
      check(text, "\(words): \(stream)")
    }
  }

  /// Checks text that is printed. With `isFile`, the text of a file, in which no runner looks for commands.
  private func check(_ text: String, _ name: String, isFile: Bool = false) {
    // Rows of CSV end with a carriage return and a line feed.
    let text = text.replacing("\r\n", with: "\n")
    let found = text.unicodeScalars.filter(Self.isForbidden).map { String($0.value, radix: 16) }
    #expect(found.isEmpty, "\(name) holds \(found)")
    for line in text.unicodeScalars.split(separator: "\n") {
      let start = line.drop { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
      #expect(!String(start).hasPrefix("::"), "\(name) has the line \(String(line))")
    }
    #expect(!text.contains("k</script><b>") || !text.contains("<html"), "\(name) has the element")
    for command in isFile ? [] : ["##[", "##vso["] {
      #expect(!text.contains(command), "\(name) holds \(command)")
    }
  }

  /// A valid policy with names that an attacker chose.
  private static let sound = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    generate: { output: OUTPUT }
    sessions: { NAME: { identifier: com.example.lab.s, timeoutIntervalForResource: 1d } }
    tasks:
      NAME: { type: appRefresh, identifier: com.example.lab.r, reschedule: true, earliestBegin: 1h, startsTransfers: [NAME] }
    pushes: { NAME: { perDay: 2, headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } } }
    transfers: { NAME: { session: NAME, count: 20, duration: 5s, submit: oneAtATime } }
    scenarios: { NAME: { extends: commuter } }
    budgets: { NAME: { completion: { p95: 1s }, launchesPerDay: { p95: 0 } } }

    """

  /// A policy with a hostile text in each value that a message may quote.
  private static let broken = """
    schema: 1
    app: { name: NAME, bundleIdentifier: NAME, NAME: 1, deploymentTarget: { NAME: NAME } }
    targets: { NAME: { type: NAME, appGroups: [NAME] } }
    backgroundModes: [NAME, NAME]
    permittedIdentifiers: [NAME]
    sessions: { NAME: { identifier: NAME, timeoutIntervalForResource: NAME } }
    tasks: { NAME: { type: appRefresh, identifier: NAME, startsTransfers: [NAME] } }
    pushes: { NAME: { headers: { NAME: NAME }, payload: { NAME: NAME } } }
    transfers: { NAME: { session: NAME, size: NAME } }
    scenarios: { NAME: { extends: NAME } }
    budgets: { NAME: { NAME: NAME } }
    require: [{ id: NAME, for: app, must: { name: Lab } }]
    rules: { NAME: off }
    model: { NAME: NAME }
    NAME: 1
    NAME: 2 # bgpolicy:ignore nothing

    """

  private static func policy(_ template: String, _ text: HostileText) -> String {
    template.replacing("NAME", with: text.yaml).replacing("OUTPUT", with: text.yaml)
  }

  private static let estimateForms = ["text", "json", "html", "markdown", "csv"]
  private static let lintForms = ["json", "sarif", "github", "gitlab", "junit", "rdjson"]

  @Test(arguments: HostileText.all) func policyThatIsSound(_ text: HostileText) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy(Self.sound, text), to: "bgpolicy.yaml")
    let estimate = ["--runs", "2", "--jobs", "1"]
    let calls: [[String]] =
      ["text", "gcc", "markdown"].flatMap {
        [["lint", "--format", $0], ["gate", "--format", $0] + estimate]
      }
      + [
        ["lint"] + Self.lintForms.flatMap { ["--format", "\($0)=lint.\($0)"] },
        // One estimate in all of its formats.
        ["estimate", "--why"] + Self.estimateForms.flatMap { ["--format", "\($0)=\($0)"] } + estimate,
        ["lint", "--fix", "--diff"], ["compile", "--diff"], ["compile"] + estimate, ["compile", "--check"],
        ["estimate", "--trace", "--scenario", text.text] + estimate,
        ["whatif", "bgpolicy.yaml", "--set", "transfers.\(text.text).count=30"] + estimate,
        ["advise", "bgpolicy.yaml"] + estimate, ["baseline", "write"], ["baseline", "check"],
      ]
    #expect(try Tool.run("lint", in: folder.path).status == 0)
    for words in calls { check(try Tool.run(words: words, in: folder.path), words) }
    for form in ["text", "markdown", "csv"] {
      check(try String(contentsOfFile: folder.path(form), encoding: .utf8), "the estimate as \(form)")
    }
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 0, "nothing was compiled")
    try checkFiles(in: folder)
  }

  @Test(arguments: HostileText.all) func policyThatIsBroken(_ text: HostileText) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy(Self.broken, text), to: "bgpolicy.yaml")
    for words in [
      ["lint"], ["lint", "--format", "gcc"], ["lint", "--format", "markdown"],
      ["lint", "--fix=all", "--diff"],
      ["compile"], ["gate"], ["estimate"], ["whatif", "bgpolicy.yaml", "--set", "a=b"],
      ["advise", "bgpolicy.yaml"], ["baseline", "write"],
    ] {
      check(try Tool.run(words: words, in: folder.path), words)
    }
    let words = ["lint"] + Self.lintForms.flatMap { ["--format", "\($0)=lint.\($0)"] }
    check(try Tool.run(words: words, in: folder.path), words)
    try checkFiles(in: folder)
  }

  /// Checks all written files: reports, generated files and the baseline.
  private func checkFiles(in folder: ScratchFolder) throws {
    let root = folder.path
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for path in paths where !path.hasSuffix("bgpolicy.yaml") {
      guard let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) else { continue }
      // One of the formats consists of workflow commands.
      if path == "lint.github" {
        let found = text.unicodeScalars.filter(Self.isForbidden)
        #expect(found.isEmpty, "\(path) holds \(found.map { String($0.value, radix: 16) })")
      } else {
        check(text, path, isFile: true)
      }
    }
  }

  /// Messages about files that a policy names and that are missing or belong to other users.
  @Test(arguments: HostileText.all) func pathsOfAPolicy(_ text: HostileText) throws {
    let folder = try ScratchFolder()
    let head =
      "schema: 1\nextends: [BASE]\napp: { name: Lab, bundleIdentifier: com.example.lab, infoPlist: PLIST }\n"
    let missing = head.replacing("BASE", with: text.yaml).replacing("PLIST", with: text.yaml)
    try folder.write(missing, to: "missing.bgpolicy.yaml")
    let there = head.replacing("extends: [BASE]\n", with: "").replacing("PLIST", with: text.yaml)
    try folder.write(there + "backgroundModes: [audio]\n", to: "there.bgpolicy.yaml")
    try folder.write(
      "<plist version=\"1.0\"><dict><key>UIBackgroundModes</key></dict></plist>", to: text.text)
    for words in [
      ["lint", "missing.bgpolicy.yaml"], ["compile", "--merge", "missing.bgpolicy.yaml"],
      ["compile", "--merge", "there.bgpolicy.yaml"],
      ["compile", "--check", "--merge", "there.bgpolicy.yaml"],
    ] {
      check(try Tool.run(words: words, in: folder.path), words)
    }
  }

  /// File names and words of the command line.
  @Test(arguments: HostileText.all) func namesInACall(_ text: HostileText) throws {
    let folder = try ScratchFolder()
    let name = text.text.replacing("/", with: "") + ".bgpolicy.yaml"
    try folder.write(Self.policy(Self.sound, text) + "unknown: 1\n", to: name)
    try folder.write(
      "Set request delay to 58\nSet request delay \(text.text)\n", to: "device \(text.text).log")
    for words in [
      ["lint"], ["lint", "--format", "gcc"], ["lint", "--format", "markdown"], ["gate"], ["compile"],
      ["lint", "--fix", "--diff"], ["estimate"], ["baseline", "write", "--baseline", "\(text.text).json"],
      ["calibrate", "device \(text.text).log"], ["calibrate", "--app", text.text, "device \(text.text).log"],
      ["lint", text.text], ["explain", text.text], [text.text], ["lint", "--\(text.text)"],
      ["lint", "--fail-on", text.text], ["init", "--name", text.text], ["init", text.text],
      ["estimate", name, "--scenario", text.text], ["estimate", name, "--model", text.text],
      ["whatif", name, "--set", text.text], ["lint", "-", "--stdin-filename", text.text],
    ] {
      check(try Tool.run(words: words, input: "a: 1", in: folder.path), words)
    }
  }

  /// The escapes are useful, because they show the text.
  @Test func escapesTellWhatIsThere() throws {
    let run = try Tool.run("lint", "-", "--format", "gcc", input: "\"k\\n::error::\\e[1m\\t\\u061C\": 1\n")
    #expect(
      run.output.contains("<stdin>:1:1: error: A policy has no key k\\n::error::\\u{1B}[1m\\t\\u{61C}"),
      "\(run.output)")
  }
}

/// Files that can't be read again are never written, whatever severity the policy sets for the rule.
@Suite struct UnwritableTextTests {
  private static let head = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab, infoPlist: Info.plist }
    tasks: { r: { type: appRefresh, identifier: "com.example.lab.\\u0001", reschedule: true, earliestBegin: 1h } }

    """
  private static let list = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict></dict></plist>

    """

  @Test(arguments: [
    "rules: { plist-control-character: off }\n", "rules: { plist-control-character: info }\n",
    "# bgpolicy:ignore-file plist-control-character -- no\n", "",
  ])
  func controlCharacterIsRefused(_ silence: String) throws {
    let folder = try ScratchFolder()
    let ignored = silence.hasPrefix("#")
    let head =
      ignored
      ? Self.head.replacing("tasks:", with: "# bgpolicy:ignore plist-control-character -- no\ntasks:")
      : Self.head
    try folder.write(head + (ignored ? "" : silence), to: "bgpolicy.yaml")
    try folder.write(Self.list, to: "Info.plist")
    for words in [["compile"], ["compile", "--merge"], ["gate"]] {
      let run = try Tool.run(words: words, in: folder.path)
      #expect(run.status == 1, "\(words)")
      #expect(run.output.contains("error[plist-control-character]"), "\(words): \(run.output)")
    }
    #expect(try String(contentsOfFile: folder.path("Info.plist"), encoding: .utf8) == Self.list)
    #expect(!FileManager.default.fileExists(atPath: folder.path("Generated")))
  }

  @Test func nameThatIsNoneInSwiftIsRefused() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      backgroundTasks: { "__": {} }
      rules: { swift-name-unusable: off }

      """, to: "bgpolicy.yaml")
    #expect(try Tool.run("compile", in: folder.path).status == 1)
  }

  /// Hyphens in a file's name never end the comment of a property list.
  @Test(arguments: ["a--b", "a---b", "a----b", "-", "--", "a-", "--->"])
  func hyphensInAName(_ name: String) throws {
    let folder = try ScratchFolder()
    try folder.write(
      Self.head.replacing("\\u0001", with: "r").replacing(", infoPlist: Info.plist", with: ""),
      to: "\(name).bgpolicy.yaml")
    let run = try Tool.run(
      "compile", "--runs", "1", "--output", "out", "--", "\(name).bgpolicy.yaml", in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let list = try Data(contentsOf: URL(filePath: folder.path("out/LabInfo.plist")))
    #expect(throws: Never.self) { try PropertyListSerialization.propertyList(from: list, format: nil) }
    let text = String(decoding: list, as: UTF8.self)
    let comment = text.split(separator: "<!--")[1].split(separator: "-->")[0]
    #expect(!comment.contains("--"))
  }
}

/// Output that can't be written is an error with a message about the output.
@Suite struct OutputFailureTests {
  #if os(Linux)
    @Test(arguments: [
      ["lint", "p.bgpolicy.yaml"], ["--help"], ["--version"], ["lint", "--help"], ["schema"],
    ])
    func fullDevice(_ words: [String]) throws {
      let folder = try ScratchFolder()
      try folder.write("schema: 1\n", to: "p.bgpolicy.yaml")
      let run = try Shell.run(["sh", "-c", "\"$0\" \"$@\" > /dev/full", Tool.path] + words, in: folder.path)
      #expect(run.status == 2)
      #expect(run.errors == "bgpolicy: Can't write to standard output: No space left on device\n")
    }
  #endif

  /// A report never replaces the policy into which values are written.
  @Test func reportOverAnInput() throws {
    let folder = try ScratchFolder()
    try folder.write("Set request delay for a.b to 58\n", to: "a.log")
    try folder.write("schema: 1\n", to: "p.yaml")
    let run = try Tool.run(
      "calibrate", "a.log", "--apply", "p.yaml", "--format", "json=p.yaml", in: folder.path)
    #expect(run.status == 2)
    #expect(try String(contentsOfFile: folder.path("p.yaml"), encoding: .utf8) == "schema: 1\n")
  }

  /// A path with a NUL, which the system would cut off, does not name a file.
  @Test func pathWithNUL() throws {
    let folder = try ScratchFolder()
    try folder.write("schema: 1\n", to: "base.yaml")
    try folder.write("schema: 1\nextends: \"base.yaml\\0x\"\n", to: "bgpolicy.yaml")
    let run = try Tool.run("lint", in: folder.path)
    #expect(run.status == 1)
    #expect(run.output.contains("The path holds a NUL"), "\(run.output)")
  }
}
