import Foundation
import TestSupport
import Testing

/// An app with ten faults. `import --set-up` names each fault, the most severe first. After the set-up, every command that checks the app
/// reports the same faults.
@Suite(.enabled(if: Tool.readerPath != nil, "bgpolicy-appreader is not built")) struct TenFaultTests {
  private static let app = "Tests/Fixtures/TenFaults"

  /// The faults with their locations in the app.
  static let faults: [(severity: String, rule: String, location: String)] = [
    ("error", "bg-identifier-not-permitted", "Trails/Scheduler.swift:7"),
    ("error", "bg-expiration-missing", "Trails/AppDelegate.swift:11"),
    ("error", "session-identifier-unstable", "Trails/Photos.swift:9"),
    ("error", "session-delegate-required", "Trails/Maps.swift:7"),
    ("error", "session-upload-not-from-file", "Trails/Photos.swift:17"),
    ("error", "session-extension-missing-container", "Export/ActionViewController.swift:6"),
    ("error", "entitlement-group-missing", "Share/Share.entitlements:4"),
    ("warning", "bg-submit-error-ignored", "Trails/Scheduler.swift:13"),
    ("warning", "session-request-timeout-misread", "Trails/Maps.swift:9"),
    ("warning", "code-mode-unused", "Trails/Info.plist:14"),
  ]

  private static func repository() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    _ = try folder.copy(app, to: "root")
    try folder.write("", to: "root/.git/HEAD")
    return folder
  }

  @Test func importNamesTheWorstFirst() throws {
    let folder = try Self.repository()
    let run = try Tool.run("import", "--set-up", in: folder.path("root"))
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines.first == "Trails: 7 errors, 3 warnings, the worst first:", "\(run.errors)")
    let end = try #require(lines.firstIndex { $0.hasPrefix("Read ") })
    for fault in Self.faults {
      let line = lines[..<end].first {
        $0.hasSuffix("[\(fault.rule)]") && $0.contains(" \(fault.location): ")
      }
      #expect(line?.hasPrefix("  \(fault.severity): ") ?? false, "\(fault) \(run.errors)")
    }
    // The report has the ten faults and no other finding.
    #expect(lines[1..<end].count { !$0.contains("note") } == Self.faults.count, "\(run.errors)")
    #expect(run.output.contains("bgpolicy-baseline.json: 7 errors, 3 warnings"), "\(run.output)")
    let severities = lines[1..<end].map { $0.split(separator: ":")[0] }.filter { !$0.contains("note") }
    #expect(severities == severities.sorted(), "errors come before warnings")
    #expect(run.errors.contains("code-session-not-created"), "rules that are off are named")
    // A single cause has one finding, which proposes the other spelling.
    let typo = lines.filter { $0.contains("com.example.trails.clean") && $0.hasPrefix("  error") }
    #expect(typo.count == 1)
    #expect(typo.first?.contains("did you mean com.example.trails.clean?") ?? false, "\(typo)")
  }

  /// The import causes no findings: the policy marks an identifier that the app composes at run time as such, and no command reports new
  /// findings.
  @Test func everyCheckAgrees() throws {
    let folder = try Self.repository()
    let root = folder.path("root")
    _ = try Tool.run("import", "--set-up", in: root)
    func text(_ file: String) throws -> String {
      try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
    }
    let workflow = try text(".github/workflows/background-policy.yml")
    let gate = try #require(workflow.split(separator: "\n").first { $0.contains("bin/\"bgpolicy gate") })
    let hooks = try text(".pre-commit-config.yaml").split(separator: "\n").filter { $0.contains("entry:") }
    var commands = [["lint"], ["gate"]]
    commands.append(gate.split(separator: " ").dropFirst().map(String.init).filter { $0 != "\\" })
    commands += hooks.map { $0.split(separator: " ").dropFirst(2).map(String.init) }
    #expect(commands.count == 5, "\(commands)")
    for command in commands {
      let run = try Tool.run(words: command + ["--fail-on", "warning", "--format", "concise"], in: root)
      #expect(run.status == 0, "\(command) \(run.output)\(run.errors)")
    }
    // If an unknown identifier turns a rule off, the gate reports a note. A strict gate reports an error.
    let strict = try Tool.run("gate", "--strict", "--format", "concise", in: root)
    #expect(strict.status == 1)
    #expect(strict.output.contains("error: Not decided: "), "\(strict.output)")
    #expect(strict.output.contains("code-session-not-created"), "\(strict.output)")
  }

  /// An identifier that is misspelled in the property list or in a request is one fault. What follows from the misspelling is not reported.
  @Test(arguments: [
    ("Info.plist", "com.example.gazette.refresh", "com.example.gazette.refesh"),
    (
      "Tasks.swift", "BGAppRefreshTaskRequest(identifier: identifier)",
      #"BGAppRefreshTaskRequest(identifier: "com.example.gazette.refesh")"#
    ),
  ]) func aMisspellingIsOneFault(_ file: String, _ written: String, _ misspelled: String) throws {
    let folder = try ScratchFolder()
    let root = try folder.copy("Tests/Fixtures/Existing", to: "root")
    let text = try String(contentsOfFile: "\(root)/Gazette/\(file)", encoding: .utf8)
    #expect(text.contains(written))
    try folder.write(text.replacing(written, with: misspelled), to: "root/Gazette/\(file)")
    let errors = try Tool.run("import", in: root).errors
    let faults = errors.split(separator: "\n").filter { line in
      ["bg-identifier-not-permitted", "code-identifier-not-registered", "bg-refresh-not-rescheduled"]
        .contains { line.hasSuffix("[\($0)]") }
    }
    #expect(faults.count == 1, "\(errors)")
    #expect(faults.first?.contains("did you mean com.example.gazette.") == true, "\(errors)")
  }
}
