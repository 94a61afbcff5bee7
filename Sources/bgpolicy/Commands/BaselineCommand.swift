internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy baseline`: records current findings, so that only new findings count.
struct BaselineCommand: Command {
  static let configuration = CommandConfiguration(
    name: "baseline",
    operands: Operands("write|check|prune [POLICY…]", count: 1...Int.max, completion: .policy),
    summary: "Record current findings as a baseline",
    problems: [.goneFinding, .unreadableFile, .noPolicy, .unreadApp],
    examples: [
      .init("baseline write", "Record today's findings"),
      .init("baseline prune", "Remove those that are fixed"),
    ],
    discussion: """
      `write` records the current findings in a file, and `bgpolicy lint --baseline FILE` ignores those, so that only new
      findings count. `check` fails if the file has findings that no longer exist, and `prune` removes them. Files that can't
      be read and wrong suppressions are never part of a baseline. The app of every policy with `app.sources` is read, as in
      `gate`, and an app that can't be read is an error; findings in code that was not read stay as they are.
      """)

  private static let file = Option<String?>(
    "--baseline", "FILE", "The baseline; default \(BaselineFile.defaultPath)", completion: .file)

  private enum Action: String, CaseIterable {
    case write, check, prune
  }

  private let file: BaselineFile
  private let action: Action
  private let app: AppOptions
  private let search: PolicySearch
  private let operands: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    let named = try arguments[Self.file]
    // If the call does not name a file, the file belongs to the repository.
    file = BaselineFile(
      path: named ?? BaselineFile.defaultPath,
      access: named == nil ? arguments.access.repository(at: ".") : arguments.access)
    app = try AppOptions(&arguments)
    search = try SearchOptions(&arguments).search
    action = try arguments.operand()
    operands = Array(arguments.operands.dropFirst())
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    var found: [(finding: Finding, sources: [SourceText])] = []
    var files: Set<String> = []
    var apps = try app.apps()
    var filesOfCode: Set<String> = []
    var policies = PolicyFiles(console.access)
    let paths = try policies.paths(operands, command: Self.name, search)
    policies = policies.sharing(among: paths)
    for path in paths {
      var reading = try policies.read(path)
      apps.add(to: &reading, at: path)
      if let reason = UnreadCode(in: reading).reason {
        throw UsageError(message: "The app of \(path) was not read, so its findings are not known: \(reason)")
      }
      filesOfCode.formUnion(reading.filesOfCode)
      files.formUnion(reading.sources.map(\.name))
      found += Linting.findings(in: reading).map { ($0, reading.sources) }
    }
    let today = Baseline(of: found)
    // Findings in code that was not read may still exist.
    let isKnown = { (entry: Baseline.Entry) in
      !entry.isAboutCode || filesOfCode.contains(entry.file) || FileAccess.kind(of: entry.file) == nil
    }
    guard action != .write else { return try write(today, keepingUnless: isKnown, console) }
    let old = try file.read()
    // If the call names policies, findings in other policies may still exist.
    let gone = old.filter { isKnown($0) && ($0.isAboutCode || operands.isEmpty || files.contains($0.file)) }
      .removing(today)
    return action == .check ? check(gone, console) : try prune(gone, from: old, console)
  }

  private func write(
    _ baseline: Baseline, keepingUnless isKnown: (Baseline.Entry) -> Bool, _ console: Console
  ) throws(UsageError) -> Outcome {
    var baseline = baseline
    if let old = try? file.read() { baseline.add(old.filter { !isKnown($0) }) }
    let isNew = try file.write(baseline)
    let findings = DisplayText.count(baseline.findingCount, "finding")
    console.note("\(isNew ? "Wrote" : "Unchanged:") \(file.path) with \(findings)")
    return .success
  }

  private func check(_ gone: Baseline, _ console: Console) -> Outcome {
    for (entry, count) in gone.entries {
      console.say(
        "\(entry.file): \(entry.rule) at \(entry.location) is gone\(count > 1 ? ", \(count) times" : "")")
    }
    guard gone.findingCount > 0 else {
      console.note("Every finding in \(file.path) still exists")
      return .success
    }
    console.note("Run `bgpolicy baseline prune` and commit \(file.path)")
    return Outcome(.goneFinding)
  }

  private func prune(
    _ gone: Baseline, from old: Baseline, _ console: Console
  ) throws(UsageError) -> Outcome {
    let rest = old.removing(gone)
    _ = try file.write(rest)
    let taken = DisplayText.count(gone.findingCount, "finding")
    console.note("Removed \(taken) from \(file.path), \(rest.findingCount) left")
    return .success
  }
}

extension PolicyReading {
  /// The files of the code that was compared with the policy, and the policy itself. Empty if no code was
  /// read.
  fileprivate var filesOfCode: Set<String> {
    guard case .success(let app)? = appFiles.app else { return [] }
    return Set(
      app.facts.files.map { AppReading.name(of: $0, in: app.folder) } + sources.map(\.name))
  }
}

extension Baseline.Entry {
  /// The location of the findings, for a message.
  fileprivate var location: String {
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    return text.isEmpty ? path : path.isEmpty ? line : "\(path) (\(line))"
  }
}
