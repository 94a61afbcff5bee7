internal import JSON
internal import PolicyModel
internal import PolicyReports
internal import PolicySim

/// The options by which a call has one run told.
struct TraceOption {
  /// The run to tell.
  let run: RunChoice
  /// Where to; `nil` for standard output.
  let file: String?

  static let traceOption = CommandOption(
    "--trace", "FILE", isValueOptional: true,
    "Tell one run as a timeline instead of the estimate; FILE takes it, as a Chrome trace if it ends in .json"
  )

  static let runOption = CommandOption(
    "--run", "N|typical|bad",
    "The run to tell: typical and bad are nearest to p50 and p95 of the slowest transfer; default typical")

  /// What a call asks for; `nil` where it wants nothing told.
  init?(_ arguments: Arguments, of command: String) throws(UsageError) {
    let word = arguments.value("--run")
    guard let value = arguments.value("--trace") else {
      guard word == nil else {
        throw UsageError(
          message: "--run chooses the run that --trace tells; add --trace", command: command)
      }
      return nil
    }
    guard let run = RunChoice(word ?? "typical") else {
      throw UsageError(
        message: "--run takes typical, bad or a number from 1, and not \"\(word ?? "")\"", command: command)
    }
    self.run = run
    file = value.isEmpty ? nil : value
  }

  /// Whether the file is one for Perfetto and the like.
  var isChromeTrace: Bool { file?.hasSuffix(".json") ?? false }

  /// Refuses to write the run over a file that was read, or to where the estimate goes in some form.
  func keepOff(
    _ inputs: [String], _ formats: [ReportFormat<EstimateFormat>], of command: String
  ) throws(UsageError) {
    guard let file else { return }
    if let input = OutputFile.input(among: inputs, overwrittenBy: file) {
      throw UsageError(
        message: "--trace=\(file) would overwrite \(input), which is read; name another file")
    }
    let taken = formats.compactMap(\.file).map { RelativePath.normalized($0) }
    // A device takes as many as come.
    guard taken.contains(RelativePath.normalized(file)), System.kind(of: file) != .other else { return }
    throw UsageError(
      message: "The trace and a format can't go to one file: \(file) is named twice", command: command)
  }

  /// Writes the run of an estimate to where it goes.
  func write(
    _ report: EstimateReport, _ settings: Estimator.Settings, _ console: Console
  ) throws(UsageError) {
    let chosen = report.run(run, settings)
    let style = Style(isColored: file == nil && console.usesColor)
    let text =
      isChromeTrace ? report.chromeTrace(chosen).prettyText + "\n" : report.traceText(chosen, style: style)
    try OutputFile.write(text, to: file, console)
  }
}

extension RunChoice {
  /// Refuses a run that the estimate does not make.
  func check(among runs: Int, of command: String) throws(UsageError) {
    guard case .number(let number) = self, number > runs else { return }
    throw UsageError(
      message: "There is no run \(number): the estimate makes \(DisplayText.count(runs, "run")), see --runs",
      command: command)
  }
}
