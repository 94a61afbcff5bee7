internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// The options that ask for fixes.
struct FixOptions: OptionGroup {
  private static let fix = Option<FixResult.Scope?>(
    "--fix", "safe|all",
    "Apply fixes: safe ones, the default, change no generated file and no estimate; all includes unsafe ones",
    completion: .choices(FixResult.Scope.self), isValueOptional: true
  ) { texts throws(UsageError) in
    guard let text = texts.last else { return nil }
    return text.isEmpty ? .safe : try Choices.value(of: text, for: "--fix")
  }
  private static let diff = Flag("--diff", "Show the changes that --fix would make, and write nothing")

  /// The fixes that the call asks for. `nil` if the call does not ask for fixes.
  let request: FixRequest?

  init(_ arguments: inout Arguments) throws(UsageError) {
    let scope = try arguments[Self.fix]
    let isDiff = arguments[Self.diff]
    request = scope != nil || isDiff ? FixRequest(scope: scope ?? .safe, isDiff: isDiff) : nil
    if scope != nil, !isDiff, arguments.operands.contains("-") {
      throw UsageError(
        message: "--fix can't write to standard input; --diff shows the change", command: arguments.command)
    }
  }
}

/// The fixes that a call asks for.
struct FixRequest: Sendable {
  /// The fixes to make.
  let scope: FixResult.Scope
  /// Whether to show the change instead of making it.
  let isDiff: Bool

  /// Fixes a policy, or shows the change, and returns the resulting policy.
  func fix(
    _ source: SourceText, at path: String, _ files: PolicyFiles, selection: RuleSelection,
    baseline: Baseline?,
    console: Console
  ) throws(UsageError) -> PolicyReading {
    let fixing = FixResult(
      source, allowing: scope, on: Linting.today,
      where: selection.includes,
      discount: { findings, reading in
        var baseline = baseline
        baseline?.apply(to: &findings, in: reading.sources)
      },
      read: files.reading)
    let count = DisplayText.count(fixing.fixes.count, "finding")
    if isDiff {
      let diff = UnifiedDiff(of: source.name, from: source.bytes, to: fixing.source.bytes).display
      console.print(console.style.coloredDiff(diff))
      let option = scope == .all ? "--fix=all" : "--fix"
      if !fixing.fixes.isEmpty { console.note("\(source.name): \(option) would fix \(count)") }
      note(fixing, console)
      return files.reading(of: source)
    }
    if !fixing.fixes.isEmpty {
      try OutputFile.write(fixing.source.bytes, to: path, console.access)
      console.note("\(source.name): fixed \(count)")
    }
    note(fixing, console)
    return fixing.reading
  }

  /// Prints the fixes that were not made, each with the reason.
  private func note(_ fixing: FixResult, _ console: Console) {
    guard !fixing.unmade.isEmpty else { return }
    let table = LineTable(fixing.source.bytes)
    for unmade in fixing.unmade.prefix(LintReport.File.mostListed) {
      let location = table.position(ofByte: unmade.finding.diagnostic.span.range.lowerBound)
      console.note(
        "\(fixing.source.name):\(location.line):\(location.column): not fixed: \(unmade.fix.title) "
          + "[\(unmade.finding.name)]: \(unmade.reason)")
    }
    let others = fixing.unmade.count - LintReport.File.mostListed
    if others > 0 { console.note("\(fixing.source.name): \(others) more were not fixed") }
  }
}
