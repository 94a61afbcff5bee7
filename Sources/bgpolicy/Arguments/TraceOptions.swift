internal import JSON
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import RepositoryFiles

/// The options that ask for a timeline of one run.
struct TraceOptions: OptionGroup {
  private static let trace = Option<String?>(
    "--trace", "FILE",
    "Show one run as a timeline instead of the estimate; =FILE writes it there, as a Chrome trace if FILE ends in .json",
    completion: .file, isValueOptional: true
  ) { $0.last }
  private static let run = Option<RunChoice?>(
    "--run", "N|typical|bad",
    "The run to show: typical and bad are nearest to p50 and p95 of the slowest transfer; default typical",
    completion: .words { RunChoice.words.map { Completion.Word($0) } }
  ) { text throws(UsageError) in
    if let run = RunChoice(text) { return run }
    throw UsageError(message: "--run expects typical, bad or a number from 1; found \"\(text)\"")
  }

  /// The trace that the call asks for. `nil` if the call does not ask for a trace.
  let trace: Trace?

  init(_ arguments: inout Arguments) throws(UsageError) {
    let file = try arguments[Self.trace]
    let run = try arguments[Self.run]
    guard let file else {
      guard run == nil else {
        throw UsageError(
          message: "--run chooses the run that --trace shows; add --trace", command: arguments.command)
      }
      trace = nil
      return
    }
    trace = Trace(run: run ?? .typical, file: file.isEmpty ? nil : file)
  }

  /// A timeline of one run, and the file to which it is written.
  struct Trace {
    let run: RunChoice
    /// The file. `nil` means standard output.
    let file: String?

    /// Whether the file is for Perfetto and similar tools.
    private var isChromeTrace: Bool { file?.hasSuffix(".json") ?? false }

    /// Throws if the trace would overwrite a file that was read, or a file of the estimate.
    func keepOff(
      _ inputs: [String], and formats: [ReportFormat<EstimateFormat>], of command: String
    ) throws(UsageError) {
      guard let file else { return }
      if let input = OutputFile.input(among: inputs, overwrittenBy: file) {
        throw UsageError(
          message: "--trace=\(file) would overwrite \(input), which is read; name another file")
      }
      let taken = formats.compactMap(\.file).map { RelativePath.normalized($0) }
      // A device, such as `/dev/stdout`, accepts any number of reports.
      guard taken.contains(RelativePath.normalized(file)), FileAccess.kind(of: file) != .other else { return }
      throw UsageError(
        message: "The trace and a format can't be written to one file: \(file) is named twice",
        command: command)
    }

    /// Throws if the estimate does not have the run.
    func check(amongRuns runs: Int, of command: String) throws(UsageError) {
      guard case .number(let number) = run, number > runs else { return }
      throw UsageError(
        message:
          "There is no run \(number): the estimate makes \(DisplayText.count(runs, "run")), see --runs",
        command: command)
    }

    /// Writes the chosen run of an estimate.
    func write(
      _ report: EstimateReport, with settings: Estimator.Settings, to console: Console
    ) throws(UsageError) {
      let chosen = report.run(run, settings)
      try EstimateOptions.checkEvents(of: report.policy, settings)
      let style = file == nil ? console.style : Style(isColored: false)
      let text =
        isChromeTrace
        ? report.chromeTrace(chosen).prettyText + "\n" : report.traceText(chosen, style: style)
      try OutputFile.write(text, to: file, console)
    }
  }
}
