internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// `bgpolicy baseline`: draws a line under the findings that are there today.
enum BaselineCommand {
  /// What to do with a baseline.
  private enum Action: String, CaseIterable {
    case write, check, prune
  }

  static let syntax = CommandSyntax(
    name: "baseline", operands: "write|check|prune [POLICY…]", operandCount: 1...Int.max,
    summary: "Keep the findings that are there today from counting",
    discussion: """
      write puts the findings of today into a file, which `bgpolicy lint --baseline FILE` then takes for not counting; new
      ones count. check fails where the file holds findings that are gone, and prune takes those out. What can't be read,
      and what is wrong with suppressions, is in no baseline.
      """,
    options: [
      CommandOption("--baseline", "FILE", "The file; \(BaselineFile.defaultPath) where none is named")
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    guard let action = Action(rawValue: arguments.operands[0]) else {
      throw UsageError(
        message: "baseline takes one of write, check, prune, and not \"\(arguments.operands[0])\"",
        command: syntax.name)
    }
    let file = BaselineFile(path: arguments.value("--baseline") ?? BaselineFile.defaultPath)
    let operands = Array(arguments.operands.dropFirst())
    var found: [(finding: Finding, sources: [SourceText])] = []
    var files: Set<String> = []
    for path in try PolicyFiles.paths(operands, command: syntax.name) {
      let reading = try PolicyFiles.read(path)
      files.formUnion(reading.sources.map(\.name))
      found += Linting.findings(in: reading).map { ($0, reading.sources) }
    }
    let today = Baseline(of: found)
    guard action != .write else { return try write(today, to: file, console) }
    let old = try file.read()
    // Where policies are named, the others' findings may still be there.
    let gone = old.filter { operands.isEmpty || files.contains($0) }.removing(today)
    return action == .check ? check(gone, file, console) : try prune(gone, from: old, file, console)
  }

  private static func write(
    _ baseline: Baseline, to file: BaselineFile, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let isNew = try file.write(baseline)
    let findings = DisplayText.count(baseline.findingCount, "finding")
    console.note("\(isNew ? "Wrote" : "Unchanged:") \(file.path) with \(findings)")
    return .success
  }

  private static func check(_ gone: Baseline, _ file: BaselineFile, _ console: Console) -> ExitStatus {
    for (entry, count) in gone.entries {
      console.say(
        "\(entry.file): \(entry.rule) at \(entry.location) is gone\(count > 1 ? ", \(count) times" : "")")
    }
    guard gone.findingCount > 0 else {
      console.note("Every finding in \(file.path) is still there")
      return .success
    }
    console.note("Run `bgpolicy baseline prune` and commit \(file.path)")
    return .failure
  }

  private static func prune(
    _ gone: Baseline, from old: Baseline, _ file: BaselineFile, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let rest = old.removing(gone)
    _ = try file.write(rest)
    let taken = DisplayText.count(gone.findingCount, "finding")
    console.note("Took \(taken) out of \(file.path), \(rest.findingCount) left")
    return .success
  }
}

extension Baseline.Entry {
  /// Where its findings are, in words.
  fileprivate var location: String {
    text.isEmpty ? path : "\(path) (\(text.split(separator: "\n").first.map(String.init) ?? ""))"
  }
}
