internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// The fixes that a call asks for.
struct FixOptions {
  /// Which fixes are made.
  let scope: FixResult.Scope
  /// Whether to show the change instead of making it.
  let isDiff: Bool

  /// What `--fix` and `--diff` ask for; `nil` for nothing.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard arguments.has("--fix") || arguments.has("--diff") else { return nil }
    isDiff = arguments.has("--diff")
    let isBare = arguments.value("--fix") ?? "" == ""
    scope = isBare ? .safe : try arguments.word("--fix", default: .safe, of: LintCommand.syntax.name)
    if !isDiff, arguments.operands.contains("-") {
      throw UsageError(
        message: "--fix can't write to standard input; --diff shows the change",
        command: LintCommand.syntax.name)
    }
  }

  /// Fixes a policy, or shows the change, and returns the policy as it then is.
  func fix(
    _ source: SourceText, at path: String, _ selection: RuleSelection, _ baseline: Baseline?,
    _ console: Console
  ) throws(UsageError) -> PolicyReading {
    let fixing = FixResult(
      source, allowing: scope, on: Linting.today,
      where: selection.includes,
      discount: { findings, reading in
        var baseline = baseline
        baseline?.apply(to: &findings, in: reading.sources)
      },
      read: PolicyFiles.reading)
    let count = DisplayText.count(fixing.fixes.count, "finding")
    if isDiff {
      console.print(UnifiedDiff(of: source.name, from: source.bytes, to: fixing.source.bytes).display)
      if !fixing.fixes.isEmpty { console.note("\(source.name): --fix would fix \(count)") }
      note(fixing, console)
      return PolicyFiles.reading(of: source)
    }
    if !fixing.fixes.isEmpty {
      try OutputFile.write(fixing.source.bytes, to: path)
      console.note("\(source.name): fixed \(count)")
    }
    note(fixing, console)
    return fixing.reading
  }

  /// Names the fixes that were not made, each with the reason.
  private func note(_ fixing: FixResult, _ console: Console) {
    guard !fixing.unmade.isEmpty else { return }
    let table = LineTable(fixing.source.bytes)
    for unmade in fixing.unmade {
      let location = table.position(ofByte: unmade.finding.diagnostic.span.range.lowerBound)
      console.note(
        "\(fixing.source.name):\(location.line):\(location.column): not fixed: \(unmade.fix.title) "
          + "[\(unmade.finding.name)]: \(unmade.reason)")
    }
  }
}
