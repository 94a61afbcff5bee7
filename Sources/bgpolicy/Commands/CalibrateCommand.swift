internal import PolicyCalibration
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy calibrate`: fits the model's parameters to logs of devices.
struct CalibrateCommand: Command {
  static let configuration = CommandConfiguration(
    name: "calibrate", operands: Operands("LOG…", count: 1...Int.max, completion: .file),
    summary: "Fit the model's parameters to logs of your own devices",
    problems: [.nothingFitted, .unreadableFile],
    examples: [
      .init("calibrate Logs/*.log", "A model from logs of devices"),
      .init("calibrate Logs/*.log --app com.example.photos", "The lines of one app only"),
    ],
    discussion: """
      Reads text from Console, from `log show` in any style and from sysdiagnose archives, and JSON from MetricKit. Prints a
      `model:` block for a policy, how well its values fit, and the parameters that the logs don't show. The delays that
      nsurlsessiond sets determine the rate limiter, launches determine the rates of tasks and pushes, and MetricKit
      determines how often the app is opened. Lines that look relevant but can't be read are reported with their location.
      No data leaves this machine.

      The logs of many devices can be read where they are: --partial writes the sums of some, and --merge fits the sums of all,
      with the same result as one call with all logs.
      """)

  private static let app = Option<String?>(
    "--app", "BUNDLE-ID", "The app's bundle identifier; default the app with the most lines"
  ) { text throws(UsageError) in
    guard !text.isEmpty else {
      throw UsageError(message: "--app expects a bundle identifier; found \"\"")
    }
    return text
  }
  private static let apply = Option<String?>(
    "--apply", "POLICY", "Write the values into the model of a policy, in place of its own",
    completion: .policy)

  private let app: String?
  private let policy: String?
  private let parts: PartOptions
  private let formats: [ReportFormat<CalibrationFormat>]
  private let logs: [String]
  private let access: FileAccess

  init(_ arguments: inout Arguments) throws(UsageError) {
    app = try arguments[Self.app]
    policy = try arguments[Self.apply]
    parts = try PartOptions(&arguments)
    formats = try arguments[ReportFormat<CalibrationFormat>.option]
    logs = arguments.operands
    access = arguments.access
    try parts.reject(
      ("--apply", policy != nil), ("--format", arguments.isGiven(ReportFormat<CalibrationFormat>.option)),
      of: Self.name)
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    try formats.keepOff(logs + [policy].compactMap(\.self))
    let statistics = parts.isMerge ? try mergedParts() : try statistics()
    if let app, !statistics.appLines.isEmpty, statistics.appLines[app] == nil {
      throw .unknown(
        "No line is about \(app)", app, among: statistics.apps.map(\.name), of: Self.name)
    }
    if let file = parts.partial {
      try parts.write(statistics.json, to: file, logs, console)
      return .success
    }
    let calibration = Calibration(statistics)
    let report = CalibrationReport(calibration)
    try formats.write(console) { report.rendered(as: $0, style: $1) }
    for line in report.unreadableLines { console.alongside(formats).note(line) }
    guard !calibration.parameters.isEmpty else {
      // Without logs, payloads only show how the app is used. This gives a scenario, but no parameters.
      if report.offersScenario, policy == nil { return .success }
      console.note(
        report.offersScenario
          ? "No parameter could be fitted, so nothing is applied; the scenario can be pasted"
          : "Nothing could be fitted; `bgpolicy calibrate --help` lists the logs that help")
      return Outcome(.nothingFitted)
    }
    if let policy { try apply(calibration.parameters, to: policy, console) }
    return .success
  }

  /// The summed statistics of the logs.
  private func statistics() throws(UsageError) -> CalibrationStatistics {
    // Unless the call names the app, the events of all logs together decide which app is calibrated.
    guard let app else {
      return CalibrationStatistics(
        try logs.map { path throws(UsageError) in try source(at: path) }, app: nil)
    }
    var statistics = CalibrationStatistics(app: app)
    for path in logs { statistics.add(try source(at: path)) }
    return statistics
  }

  private func source(at path: String) throws(UsageError) -> CalibrationSource {
    var reader = SourceReader(name: path == "-" ? "<stdin>" : path)
    do throws(FileError) {
      try access.readPieces(path) { reader.feed($0) }
    } catch {
      let archive =
        path.contains(".logarchive") ? "; `log show --archive \(path)` prints a log archive as text" : ""
      throw UsageError(message: "Can't read \(path): \(error.reason)\(archive)")
    }
    return reader.finish()
  }

  /// The summed statistics of all parts.
  private func mergedParts() throws(UsageError) -> CalibrationStatistics {
    var sum = CalibrationStatistics(app: nil)
    var first: (path: String, app: String?)?
    for path in logs {
      let part = try part(at: path)
      // The statistics of payloads are kept for each app separately, so such parts need no common app.
      if part.hasLogs || part.app != nil {
        if let first, first.app != part.app {
          throw UsageError(
            message:
              "\(first.path) is about \(first.app ?? "no app"), and \(path) is about \(part.app ?? "no app"); write each part with the same --app",
            command: Self.name)
        }
        first = first ?? (path, part.app)
      }
      sum.add(part)
      guard sum.delayCount <= CalibrationStatistics.mostDelays else {
        throw UsageError(
          message: "The parts have more than \(CalibrationStatistics.mostDelays) delays; merge fewer",
          command: Self.name)
      }
    }
    if let app {
      guard first == nil || first?.app == app else {
        throw UsageError(
          message: "The parts are about \(first?.app ?? "no app"), not \(app); write them with --app \(app)",
          command: Self.name)
      }
      sum.app = app
    }
    return sum
  }

  private func part(at path: String) throws(UsageError) -> CalibrationStatistics {
    let bytes = try PartOptions.read(path, access)
    do throws(CalibrationStatistics.FormatError) {
      return try CalibrationStatistics(json: bytes)
    } catch {
      throw UsageError(message: "Can't merge \(path): \(error.reason)", command: Self.name)
    }
  }

  /// Writes values into a policy.
  private func apply(
    _ parameters: [MeasuredParameter], to path: String, _ console: Console
  ) throws(UsageError) {
    let source = try PolicyFiles(console.access).source(path)
    guard path != "-" else {
      throw UsageError(message: "--apply expects a file; found standard input", command: Self.name)
    }
    let changed: SourceText
    do throws(PolicyEdit.EditError) {
      changed = try ModelBlock(parameters).inserted(into: source)
    } catch {
      throw UsageError(message: "\(error.reason); `--format yaml` prints the block to paste")
    }
    guard changed.bytes != source.bytes else {
      console.note("Unchanged: \(path)")
      return
    }
    try OutputFile.write(changed.bytes, to: path, console.access)
    console.note("Wrote \(DisplayText.count(parameters.count, "value")) into the model of \(path)")
  }
}
