import Foundation
import TestSupport
import Testing

/// Stale generated files and leftover files.
@Suite struct FreshnessTests {
  private static let policy = """
    schema: 1
    app: { name: Notes, bundleIdentifier: com.example.notes, deploymentTarget: { iOS: "16.0" } }
    sessions: { sync: { identifier: com.example.notes.sync, timeoutIntervalForResource: 1d } }
    transfers: { notes: { session: sync, size: 1MB } }

    """
  private static let push = """
    pushes:
      new:
        headers: { apns-push-type: background, apns-priority: 5 }
        payload: { aps: { content-available: 1 } }

    """
  private static let assertion = "backgroundTasks: { saveState: { name: Save state } }\n"

  private func compiled(_ policy: String, as name: String = "bgpolicy.yaml") throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(policy, to: name)
    try #require(try Tool.run("compile", "--runs", "1", in: folder.path).status == 0)
    return folder
  }

  private func check(_ folder: ScratchFolder) throws -> Shell.Result {
    try Tool.run("compile", "--check", in: folder.path)
  }

  /// The same policy in a different notation, and keys that affect no file.
  @Test(arguments: [
    ("schema: 1", "# A comment.\nschema: 1"), ("schema: 1\n", "schema: 1\n\n"),
    ("size: 1MB }\n", "size: 1MB }\nbudgets: { notes: { completion: { p95: 30d } } }\n"),
    (
      "size: 1MB }\n",
      "size: 1MB }\nscenarios: { mine: { extends: commuter } }\nmodel: { limiter.base: 30s }\n"
    ),
    ("com.example.notes.sync", "\"com.example.notes.sync\""), ("1d", "24h"),
    ("name: Notes, bundleIdentifier: com.example.notes", "bundleIdentifier: com.example.notes, name: Notes"),
    ("identifier: com.example.notes.sync", "identifier: &sync com.example.notes.sync"),
  ])
  func meaningDecides(_ old: String, _ new: String) throws {
    let folder = try compiled(Self.policy)
    try folder.write(Self.policy.replacing(old, with: new), to: "bgpolicy.yaml")
    let result = try check(folder)
    #expect(result.status == 0, "\(result.output)")
  }

  /// A comparison detects an edited file, and `compile` generates the file again.
  @Test(arguments: [
    "NotesSessions.swift", "NotesInfo.plist", "NotesPushes.json", "NotesTestPlan.md",
  ])
  func editedFilesAreStale(_ name: String) throws {
    let folder = try compiled(Self.policy + Self.push)
    let path = "Generated/\(name)"
    let text = try String(contentsOfFile: folder.path(path), encoding: .utf8)
    try folder.write(text + "\n", to: path)
    let result = try check(folder)
    #expect(result.status == 1)
    #expect(result.output.contains("\(path) is out of date"), "\(result.output)")
    #expect(try Tool.run("compile", "--no-estimate", in: folder.path).status == 0)
    #expect(try String(contentsOfFile: folder.path(path), encoding: .utf8) == text)
  }

  /// Only the files that a change affects are stale.
  @Test func changeOfOneFile() throws {
    let folder = try compiled(Self.policy)
    try folder.write(Self.policy.replacing("1d", with: "2d"), to: "bgpolicy.yaml")
    let result = try check(folder)
    #expect(result.status == 1)
    #expect(
      result.output.contains("error[generated-out-of-date]\n  Generated/NotesSessions.swift is out of date"))
    #expect(!result.output.contains("NotesHandler.swift"), "\(result.output)")
  }

  /// Files other than code go to a separate folder, unless the call gives a folder for all files.
  @Test func supportFilesHaveAFolder() throws {
    let folder = try compiled(Self.policy + Self.push)
    let moved = Self.policy + Self.push + "generate: { supportOutput: Support }\n"
    try folder.write(moved, to: "bgpolicy.yaml")
    let stale = try check(folder)
    #expect(stale.status == 1)
    for text in ["Support/NotesInfo.plist is missing", "Generated/NotesInfo.plist is left over"] {
      #expect(stale.output.contains(text), "\(stale.output)")
    }
    let written = try Tool.run("compile", "--prune", "--runs", "1", in: folder.path)
    #expect(written.status == 0, "\(written.output)\(written.errors)")
    func names(_ name: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path(name))
    }
    #expect(try names("Generated").allSatisfy { $0.hasSuffix(".swift") || $0 == "Runtime" })
    #expect(
      try names("Support").sorted() == [
        "Notes.entitlements", "NotesInfo.plist", "NotesPushes.json", "NotesTestPlan.md",
      ])
    #expect(try check(folder).status == 0)
    let all = try Tool.run("compile", "--output", "All", "--runs", "1", in: folder.path)
    #expect(all.status == 0, "\(all.output)\(all.errors)")
    #expect(try names("All").count == names("Generated").count + names("Support").count)
  }

  @Test(arguments: ["text", "json", "gcc", "sarif", "junit", "github", "gitlab", "rdjson", "markdown"])
  func leftoversAreFindings(_ format: String) throws {
    let folder = try compiled(Self.policy + Self.push)
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    for words in [["compile", "--check"], ["gate"]] {
      let result = try Tool.run(words: words + ["--format", format], in: folder.path)
      #expect(result.status == 1, "\(words)")
      #expect(result.output.contains("generated-left-over"), "\(words): \(result.output)")
      #expect(result.output.contains("Generated/NotesPushes.json"), "\(words): \(result.output)")
    }
  }

  @Test func leftoversArePruned() throws {
    let folder = try compiled(Self.policy + Self.push + Self.assertion)
    try folder.write("// mine\n", to: "Generated/Mine.swift")
    let generated = folder.path("Generated/NotesBackgroundTasks.swift")
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    let plain = try Tool.run("compile", "--runs", "1", in: folder.path)
    #expect(plain.status == 0)
    #expect(plain.errors.contains("Generated/NotesBackgroundTasks.swift is left over"))
    #expect(FileManager.default.fileExists(atPath: generated))
    #expect(try check(folder).status == 1)
    let pruned = try Tool.run("compile", "--prune", "--runs", "1", in: folder.path)
    #expect(pruned.status == 0, "\(pruned.errors)")
    #expect(
      pruned.output.contains(
        "Removed Generated/NotesBackgroundTasks.swift\nRemoved Generated/NotesPushes.json\n"))
    #expect(!FileManager.default.fileExists(atPath: generated))
    #expect(FileManager.default.fileExists(atPath: folder.path("Generated/Mine.swift")))
    #expect(try check(folder).status == 0)
  }

  /// A folder goes with its last file, unless the folder has files of other owners.
  @Test(arguments: [false, true]) func emptyFoldersArePruned(_ hasOtherFiles: Bool) throws {
    let folder = try compiled(Self.policy)
    if hasOtherFiles { try folder.write("mine\n", to: "Generated/Runtime/Mine.txt") }
    try folder.write(
      Self.policy + "generate: { runtime: package }\n", to: "bgpolicy.yaml")
    let result = try Tool.run("compile", "--prune", "--runs", "1", in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.path("Generated/Runtime")) == hasOtherFiles)
    #expect(FileManager.default.fileExists(atPath: folder.path("Generated")))
  }

  /// The first line of a file says whether bgpolicy generated the file from the policy. If a person removes this line, bgpolicy keeps the
  /// file.
  @Test(arguments: [
    ("\n", "\r\n", true), ("import", "import", true), ("// Generated", "// Once generated", false),
    ("from bgpolicy.yaml", "from other.bgpolicy.yaml", false),
    ("from bgpolicy.yaml", "from bgpolicy.yaml.bak", false),
  ])
  func firstLineDecides(_ old: String, _ new: String, _ isPruned: Bool) throws {
    let folder = try compiled(Self.policy + Self.push + Self.assertion)
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    let path = folder.path("Generated/NotesBackgroundTasks.swift")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try folder.write(text.replacing(old, with: new), to: "Generated/NotesBackgroundTasks.swift")
    let result = try Tool.run("compile", "--prune", "--runs", "1", in: folder.path)
    #expect(result.status == 0)
    #expect(FileManager.default.fileExists(atPath: path) == !isPruned)
    #expect(result.output.contains("Removed Generated/NotesBackgroundTasks.swift\n") == isPruned)
  }

  /// A policy that shares a folder with other policies handles only its own files.
  @Test func sharedFolder() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy + "generate: { output: ../Out }\n", to: "a/bgpolicy.yaml")
    try folder.write(
      Self.policy.replacing("Notes", with: "Lists") + Self.push + "generate: { output: ../Out }\n",
      to: "b/bgpolicy.yaml")
    try folder.write(
      Self.policy.replacing("Notes", with: "Maps") + "generate: { output: Out }\n", to: "maps.bgpolicy.yaml")
    #expect(try Tool.run("compile", "--runs", "1", in: folder.path).status == 0)
    #expect(try check(folder).status == 0)
    #expect(try Tool.run("gate", in: folder.path).status == 0)
    #expect(try Tool.run("compile", "--check", "maps.bgpolicy.yaml", in: folder.path).status == 0)
    try folder.write(
      Self.policy.replacing("Notes", with: "Lists") + "generate: { output: ../Out }\n", to: "b/bgpolicy.yaml")
    let result = try check(folder)
    #expect(result.status == 1)
    #expect(result.output.contains("Out/ListsPushes.json is left over"))
  }

  /// A policy that lost its app had generated all of its files earlier.
  @Test func policyWithoutAnApp() throws {
    let folder = try compiled(Self.policy)
    try folder.write("schema: 1\nmodel: { limiter.base: 30s }\n", to: "bgpolicy.yaml")
    #expect(try check(folder).status == 1)
    #expect(try Tool.run("compile", "--prune", in: folder.path).status == 0)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path("Generated")) == [])
  }
}

/// Options that a call would ignore, and invalid values that only a later step would detect.
@Suite struct UnusedOptionTests {
  private static let policy = """
    schema: 1
    app: { name: Notes, bundleIdentifier: com.example.notes }
    sessions: { sync: { identifier: com.example.notes.sync } }
    transfers: { notes: { session: sync, size: 1MB } }

    """

  static let calls: [(words: [String], option: String)] =
    [["--check"], ["--diff"], ["--single-file", "a.swift"]].flatMap { mode in
      [
        ["--scenario", "nosuch"], ["--model", "limiter.base=1s"], ["--model-preset", "x"], ["--seed", "1"],
        ["--runs", "5"], ["--jobs", "1"], ["--prune"],
      ].map { (["compile"] + mode + $0, $0[0]) }
    } + [
      (["lint", "bgpolicy.yaml", "--stdin-filename", "a.yaml"], "--stdin-filename"),
      (["lint", "--stdin-filename", "a.yaml"], "--stdin-filename"),
      (["gate", "--skip", "budgets", "--scenario", "lab"], "--scenario"),
      (["gate", "--skip", "budgets", "--runs", "5"], "--runs"),
      (["gate", "--skip", "generated", "--output", "a"], "--output"),
    ]

  @Test(arguments: calls) func isAUsageError(_ words: [String], _ option: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    let result = try Tool.run(words: words, in: folder.path)
    #expect(result.status == 2, "\(words)")
    #expect(result.errors.contains("so \(option) has no effect"), "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bgpolicy.yaml"])
  }

  @Test(arguments: [
    ["--scenario", "nosuch"], ["--model", "nosuch=1"], ["--model-preset", "nosuch"], ["--runs", "0"],
    ["--seed", "x"], ["--jobs", "0"],
  ])
  func nothingIsWrittenBeforeTheCallIsRight(_ words: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    #expect(try Tool.run(words: ["compile"] + words, in: folder.path).status == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bgpolicy.yaml"])
  }

  /// Generated files of version 0.1 had a header with the version and a hash, and some files had other paths. If both the old and the new
  /// files exist, the app has each type twice.
  @Test(arguments: ["content", "input"]) func filesOfAnOlderVersionAreReported(_ hash: String) throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: Notes, bundleIdentifier: com.example.notes }
      tasks: { refresh: { type: appRefresh, identifier: com.example.notes.refresh } }

      """, to: "bgpolicy.yaml")
    let old = "// Generated by bgpolicy 0.1.0 from bgpolicy.yaml, \(hash) 6bf6801ea56e5509.\n"
    try folder.write(old, to: "Generated/NotesOld.swift")
    let run = try Tool.run("compile", "--no-estimate", in: folder.path)
    #expect(run.status == 1)
    #expect(
      run.errors.contains("Generated/NotesOld.swift is from an older version of bgpolicy"), "\(run.errors)")
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 1)
    #expect(try String(contentsOfFile: folder.path("Generated/NotesOld.swift"), encoding: .utf8) == old)
    let pruned = try Tool.run("compile", "--no-estimate", "--prune", in: folder.path)
    #expect(pruned.output.contains("Removed Generated/NotesOld.swift\n"), "\(pruned.output)")
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 0)
    // A file that is still generated is replaced.
    try folder.write(old, to: "Generated/NotesTasks.swift")
    #expect(
      !(try Tool.run("compile", "--no-estimate", in: folder.path).errors.contains("NotesTasks.swift is")))
  }

  /// Files of the runtime are left over when no policy of the folder needs them, and when they come from the library.
  @Test func filesOfTheRuntimeAreLeftOver() throws {
    let folder = try ScratchFolder()
    func write(_ generate: String) throws {
      try folder.write(
        """
        schema: 1
        app: { name: Notes, bundleIdentifier: com.example.notes }
        tasks: { refresh: { type: appRefresh, identifier: com.example.notes.refresh } }
        generate: { \(generate) }

        """, to: "bgpolicy.yaml")
    }
    try write("runtime: inline")
    #expect(try Tool.run("compile", "--no-estimate", in: folder.path).status == 0)
    let file = "Generated/Runtime/TaskSubmissionError.swift"
    let copy = try String(contentsOfFile: folder.path(file), encoding: .utf8)
    #expect(try copy == Project.text("Sources/BackgroundRuntime/TaskSubmissionError.swift"))
    // An edited file, and a file that only another version of bgpolicy generates.
    try folder.write(copy + "// Edited.\n", to: file)
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 1)
    try folder.write(copy, to: file)
    try folder.write(copy, to: "Generated/Runtime/Gone.swift")
    try folder.write("// Written by a person.\n", to: "Generated/Runtime/Own.swift")
    let check = try Tool.run("compile", "--check", in: folder.path)
    #expect(check.status == 1 && check.output.contains("Runtime/Gone.swift"), "\(check.output)")
    #expect(!check.output.contains("Own.swift"))
    #expect(
      try Tool.run("compile", "--no-estimate", "--prune", in: folder.path).output.contains("Gone.swift"))
    try write("runtime: package")
    let pruned = try Tool.run("compile", "--no-estimate", "--prune", in: folder.path)
    #expect(pruned.output.contains("Removed \(file)\n"), "\(pruned.output)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("Generated/Runtime")) == ["Own.swift"])
  }

  /// The files of the runtime that another policy in the same folder needs are kept.
  @Test func anotherPolicyKeepsTheRuntime() throws {
    let folder = try ScratchFolder()
    func policy(_ name: String, _ rest: String) -> String {
      "schema: 1\napp: { name: \(name), bundleIdentifier: com.example.\(name.lowercased()) }\n\(rest)\n"
    }
    try folder.write(
      policy("Notes", "tasks: { refresh: { type: appRefresh, identifier: com.example.notes.refresh } }"),
      to: "notes.yaml")
    try folder.write(
      policy("Plain", "sessions: { feed: { type: default } }"), to: "plain.yaml")
    #expect(try Tool.run("compile", "--no-estimate", "notes.yaml", in: folder.path).status == 0)
    let other = try Tool.run("compile", "--no-estimate", "--prune", "plain.yaml", in: folder.path)
    #expect(other.status == 0 && !other.output.contains("Removed"), "\(other.output)\(other.errors)")
    #expect(try Tool.run("compile", "--check", "notes.yaml", in: folder.path).status == 0)
  }
}
