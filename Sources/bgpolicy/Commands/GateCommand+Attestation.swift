internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

// The record of a gate. With the record, a later call can check whether the verdict still holds.
extension GateCommand {
  /// Throws if an attestation would overwrite an input.
  func keepAttestation(off paths: [String]) throws(UsageError) {
    guard let attestation else { return }
    if let input = OutputFile.input(
      among: paths + [baselinePath].compactMap(\.self), overwrittenBy: attestation)
    {
      throw UsageError(
        message: "--attest \(attestation) would overwrite \(input), which is read; name another file",
        command: Self.name)
    }
  }

  /// The inputs that belong to no single policy.
  private func sharedInputs(_ access: FileAccess) -> [Attestation.Input] {
    [baselinePath, configuration?.path].compactMap(\.self).map { GateAttestation.input($0, access) }
  }

  /// Writes an attestation of a report.
  func attest(
    _ report: GateReport, _ inputs: [Attestation.Input], to path: String, _ access: FileAccess
  ) throws(UsageError) {
    let record = Attestation(
      report, tool: GateAttestation.tool, options: decidingOptions, operands: operands,
      baseCommit: try base?.commit(), inputs: inputs + sharedInputs(access))
    try OutputFile.write(Array(record.text.utf8), to: path, access)
  }

  /// Reports whether an attested gate passed and would have the same inputs now.
  func verify(_ path: String, _ console: Console) throws(UsageError) -> Outcome {
    let record = try GateAttestation.read(path, console.access)
    var problems: [String] = []
    if record.isIntact {
      problems = try changes(since: record, console.access)
    } else {
      problems.append("\(path) was changed after it was written: its sha256 is that of another text")
    }
    if record.tool != GateAttestation.tool {
      problems.append("\(path) is of \(record.tool), and this is \(GateAttestation.tool)")
    }
    if !record.isPassed { problems.append("The attested gate failed") }
    for problem in problems.prefix(Self.mostProblems) { console.say(problem) }
    if problems.count > Self.mostProblems {
      console.say(DisplayText.count(problems.count - Self.mostProblems, "more problem"))
    }
    if !console.isQuiet {
      let inputs = DisplayText.count(record.inputs.count, "input")
      console.say(
        problems.isEmpty
          ? "Verified: \(path) attests that the gate passed with \(inputs) by \(record.tool)"
          : "Not verified: \(path)")
    }
    return Outcome(.changedInput, if: !problems.isEmpty)
  }

  /// The most problems of a record that are listed.
  private static let mostProblems = 1_000

  /// The differences between the record's inputs and the current inputs of the same call.
  private func changes(since record: Attestation, _ access: FileAccess) throws(UsageError) -> [String] {
    var problems: [String] = []
    let call: GateCommand
    do throws(UsageError) {
      var operands: Set<String> = []
      var arguments = try Arguments(
        record.options + ["--"] + record.operands.filter { operands.insert($0).inserted },
        for: CommandSyntax(GateCommand.self))
      // A record is valid only for the options that `--attest` records, and only for files inside the
      // boundary.
      guard arguments.words(without: Self.unattestedOptions) == record.options else {
        return ["The record has options that `bgpolicy gate --attest` does not record"]
      }
      if let configuration { arguments.add(configuration) }
      call = try GateCommand(&arguments)
    } catch {
      return ["The record has options that `bgpolicy gate` does not have: \(error.message)"]
    }
    // Without a repository, the boundary is the working directory.
    let boundary = access.app(at: ".")
    if let path = call.namedPaths.first(where: { boundary.refusal(of: $0) != nil }) {
      return ["The record names \(path), which is outside of the repository; --allow-outside lets it"]
    }
    do throws(UsageError) {
      problems += record.changes(to: try call.currentInputs(access))
    } catch {
      problems.append(error.message)
    }
    if let before = record.baseCommit, let name = call.base?.name {
      let now = try? call.base?.commit()
      if now != before { problems.append("\(name) is \(now ?? "gone"), and was \(before)") }
    }
    return problems
  }

  /// The files and folders that the call names.
  private var namedPaths: [String] {
    operands.filter { $0 != "-" }
      + [baselinePath, output, app.named, app.facts, base?.file].compactMap(\.self)
  }

  /// The inputs that the recorded call would have now. No check is run.
  private func currentInputs(_ access: FileAccess) throws(UsageError) -> [Attestation.Input] {
    var apps = try app.apps()
    var files = PolicyFiles(access)
    let paths = try files.paths(operands, command: Self.name, search)
    files = files.sharing(among: paths)
    var inputs = sharedInputs(access)
    for path in paths {
      guard path == "-" || FileAccess.kind(of: path) != nil else {
        inputs.append(Attestation.Input(path: path, nil))
        continue
      }
      var reading = try files.read(path)
      apps.add(to: &reading, at: path)
      let isCompiled =
        !skipped.contains(.generated) && !Linting.findings(in: reading).contains(where: \.breaksShape)
      let policy = isCompiled ? reading.policy : nil
      inputs += GateAttestation.inputs(
        of: reading, at: path, policy.map { Compilation($0, at: path, output: output, access) }, access)
    }
    return inputs
  }
}
