import Foundation
import TestSupport
import Testing

/// Runs the commands that a page shows without output, in the order of the page. The repository has everything that the page assumes: a
/// policy, an app, logs and a branch for comparisons.
@Suite(.enabled(if: Tool.readerPath != nil, "bgpolicy-appreader is not built"))
struct DocumentedCommandTests {
  /// Pages with at least one command that is shown without output, and examples with a README.
  static let pages: [String] = {
    let folders = ((try? Project.names(in: "Examples")) ?? []).map { "Examples/\($0)" } + ["Documentation"]
    let pages = folders.flatMap { folder in
      ((try? Project.names(in: folder)) ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    return (["README.md", "CONTRIBUTING.md"] + pages).filter { !commands(on: $0).isEmpty }
  }()

  /// Commands of other programs by their beginnings. Each has the script that runs it, and its text in the
  /// script.
  static let runElsewhere: [(start: String, file: String, text: String)] = [
    ("Scripts/setup.sh", "Scripts/test.sh", "Scripts/setup.sh"),
    ("Scripts/install.sh", "Scripts/installation.sh", "Scripts/install.sh --prefix"),
    ("Scripts/site.sh", "Scripts/check.sh", "Scripts/site.sh"),
    ("Scripts/rule.sh", "Scripts/check.sh", "Scripts/rule.sh"),
    ("Scripts/plugins.sh", ".github/workflows/test.yml", "Scripts/plugins.sh"),
    ("python3 Scripts/session.py", "Scripts/site.sh", "python3 Scripts/session.py"),
    ("swift build", "Scripts/test.sh", "swift build"), ("swift test", "Scripts/steps.sh", "swift test"),
    ("swift format lint", "Scripts/check.sh", "swift format lint --strict --recursive"),
    (
      "swift package --allow-writing-to-package-directory bgpolicy", "Scripts/plugins.sh",
      "swift package --allow-writing-to-package-directory bgpolicy"
    ),
    ("Scripts/release.sh", "Scripts/packages.sh", "Scripts/release.sh"),
    ("python3 -m venv .venv", "Scripts/fleet.sh", "pip\" install -q"),
    (
      "mkdir fleet && python3 Examples/Fleet/devices.py logs", "Scripts/fleet.sh",
      "python3 Examples/Fleet/devices.py logs"
    ),
    (
      "python3 Examples/Fleet/devices.py payloads", "Scripts/fleet.sh",
      "python3 Examples/Fleet/devices.py payloads"
    ),
    (".venv/bin/python Examples/Fleet/fleet.py", "Scripts/fleet.sh", "Examples/Fleet/fleet.py"),
  ]

  /// Commands that no test runs, with the reason.
  static let notRun: [(start: String, reason: String)] = [
    ("log show", "macOS has the command"), ("gh variable set", "it changes a repository on GitHub"),
    ("Scripts/test.sh", "it runs this test"), ("Scripts/check.sh", "it runs tests like this one"),
    ("RECORD_SNAPSHOTS=", "recording fails the run"),
    ("git diff", "its output is for the eyes"), ("export ", "it sets a variable of the shell"),
    ("Scripts/demo.sh", "it builds in release"), ("Scripts/packages.sh", "it takes minutes"),
    ("Scripts/installation.sh", "it builds in release"),
    ("Scripts/fuzz.sh", "it builds for ten minutes"), ("Scripts/kill-points.sh", "it takes minutes"),
    ("Scripts/mutants.sh", "it builds for minutes"),
    ("Scripts/yaml.sh", "it takes the executable of Scripts/fuzz.sh"),
    ("Scripts/sanitize.sh", "it runs these tests"), ("Scripts/coverage.sh", "it runs these tests"),
    ("Scripts/bazel.sh", "it installs Bazel"), ("python3 Benchmarks/", "it measures a build for release"),
    ("pre-commit install", "Scripts/pre-commit.sh runs the hooks without it"),
  ]

  /// Commands whose exit status is not 0, with the reason.
  static let statuses: [String: Int32] = [
    // The app of the repository has findings.
    "bgpolicy drift --format json": 1, "bgpolicy drift --app .": 1,
    "bgpolicy drift --format sarif=drift.sarif": 1,
    "bgpolicy import --output bgpolicy.yaml && bgpolicy drift": 1, "bgpolicy lint && bgpolicy drift": 1,
    // Nothing is generated yet.
    "bgpolicy compile --diff": 1,
    // The editor closes the stream without ending the session.
    "bgpolicy language-server": 1,
  ]

  /// The steps that a page assumes before a command.
  static let preparations: [String: String] = [
    "bgpolicy init": "rm bgpolicy.yaml",
    "bgpolicy init --name Photos --bundle-identifier com.example.photos": "rm bgpolicy.yaml",
    "bgpolicy import --set-up": "rm bgpolicy.yaml",
    "bgpolicy import --output bgpolicy.yaml && bgpolicy drift": "rm bgpolicy.yaml",
    "bgpolicy import Notes --output Notes/bgpolicy.yaml": "mkdir Notes && cp -r Gazette project.yml Notes",
    "bgpolicy-appreader App > facts.json": "mkdir App && cp -r Gazette project.yml App",
    "bgpolicy compile --check": "bgpolicy compile --quiet",
    "bgpolicy gate --format gcc --format sarif=bgpolicy.sarif": "bgpolicy compile --quiet",
    "bgpolicy gate --base git:origin/main --format markdown=comment.md": "bgpolicy compile --quiet",
    "bgpolicy calibrate --merge a.json b.json --apply bgpolicy.yaml":
      "bgpolicy calibrate --app com.example.photos Logs/*.log --partial b.json",
  ]

  @Test(arguments: pages) func commandsRun(_ page: String) throws {
    let folder = try repository()
    let path = [
      URL(filePath: Tool.path).deletingLastPathComponent().path,
      ProcessInfo.processInfo.environment["PATH"] ?? "",
    ].joined(separator: ":")
    for command in Self.commands(on: page)
    where command.hasPrefix("bgpolicy") || command.hasPrefix("git fetch") {
      let run = try Shell.run(
        ["sh", "-c", [Self.preparations[command], command].compactMap(\.self).joined(separator: "\n")],
        in: folder.path("work"),
        environment: ["PATH": path, "GITHUB_STEP_SUMMARY": folder.path("summary.md")])
      #expect(
        run.status == Self.statuses[command, default: 0], "\(page): \(command)\n\(run.output)\(run.errors)")
    }
  }

  @Test(arguments: pages) func commandsOfOtherProgramsAreRunElsewhere(_ page: String) throws {
    for command in Self.commands(on: page)
    where !command.hasPrefix("bgpolicy") && !command.hasPrefix("git fetch") {
      if Self.notRun.contains(where: { command.hasPrefix($0.start) }) { continue }
      guard let place = Self.runElsewhere.first(where: { command.hasPrefix($0.start) }) else {
        Issue.record("\(page): \(command) is not run; add the script that runs it to `runElsewhere`")
        continue
      }
      #expect(
        try Project.text(place.file).contains(place.text), "\(place.file) does not contain \(place.text)")
    }
  }

  @Test func aWrongCommandIsSeen() throws {
    let folder = try repository()
    let run = try Tool.run("estimate", "bgpolicy.yaml", "--scenario", "nobody", in: folder.path("work"))
    #expect(run.status == 2)
  }

  /// The commands in the shell blocks of a page, each on one line and without comments. A synopsis is not a
  /// command.
  private static func commands(on page: String) -> [String] {
    var commands: [String] = []
    var isInBlock = false
    var rest = ""
    let text = (try? Project.text(page)) ?? ""
    // Most pages have no block of shell commands, and searching bytes is a thousand times faster than
    // searching characters.
    guard Data(text.utf8).range(of: Data("```sh\n".utf8)) != nil else { return [] }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("```") {
        isInBlock = line == "```sh"
      } else if isInBlock, line.hasSuffix("\\") {
        rest += line.dropLast()
      } else if isInBlock {
        let comment = line.hasPrefix("# ") ? line.startIndex : line.range(of: " # ")?.lowerBound
        let command = (rest + line.prefix(upTo: comment ?? line.endIndex)).trimmingCharacters(
          in: .whitespaces)
        if !command.isEmpty, !command.contains("[OPTIONS]") { commands.append(command) }
        rest = ""
      }
    }
    return commands
  }

  /// A clone, in `work`, of a repository with everything that pages name.
  private func repository() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let origin = folder.path("origin")
    let policy = try Project.text("Tests/Fixtures/Documentation/bgpolicy.yaml")
    try folder.write(policy, to: "origin/bgpolicy.yaml")
    // A small policy replaces the example that pages name, so that estimates are fast.
    try folder.write(
      policy.replacing("photos:", with: "cameraRoll:").replacing("issues", with: "library"),
      to: "origin/Examples/Photos/bgpolicy.yaml")
    for name in ["Gazette", "project.yml"] {
      _ = try folder.copy("Tests/Fixtures/Existing/\(name)", to: "origin/\(name)")
    }
    let log = try Project.text("Tests/Fixtures/Calibration/device.log")
    for name in ["device.log", "device-1.log", "Logs/1.log", "Logs/2.log", "Photos.bgpolicy.log"] {
      try folder.write(log, to: "origin/\(name)")
    }
    // A search for policies finds only the policy of the app.
    try folder.write("/Examples/\n", to: "origin/.gitignore")
    let script = """
      git init -q -b main && git add -A -f . && git -c user.name=test -c user.email=test@example.com commit -q -m app
      git tag v1.0 && git tag v2.0 && git clone -q . ../work
      """
    let run = try Shell.run(["sh", "-e", "-c", script], in: origin)
    #expect(run.status == 0, "\(run.errors)")
    return folder
  }
}
