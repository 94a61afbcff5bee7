internal import PlatformFacts
internal import Quantities

/// A file from a device, and the contents of this file.
package struct CalibrationSource: Sendable {
  /// The contents of a file.
  enum Contents: Sendable {
    case log(LogReading)
    /// The summary of each app's payloads, and the parts that can't be read.
    case metrics([String: MetricSummary], [UnreadableLine])
  }

  /// The file's name.
  package let name: String
  /// The events of a log or the summary of payloads, with the lines that can't be read.
  let contents: Contents

  init(name: String, contents: Contents) {
    self.name = name
    self.contents = contents
  }

  /// Reads a log or MetricKit payloads.
  package init(name: String, bytes: [UInt8]) {
    var reader = SourceReader(name: name)
    reader.feed(bytes)
    self = reader.finish()
  }

  /// The log; `nil` if the file is not a log.
  package var log: LogReading? { if case .log(let reading) = contents { reading } else { nil } }
}

/// A parameter of the model with its measured value.
package struct MeasuredParameter: Hashable, Sendable {
  /// The parameter's name.
  package let name: String
  /// The value as the policy writes it.
  package let text: String
  /// The range of the value, as the policy writes it: the measured interval, or the published range if the data give no
  /// interval; `nil` if the value is certain.
  package let range: String?
  /// The value in its unit, with its interval and the number of observations.
  package let measured: LimiterFit.Measured
  /// The unit: `s`, or empty.
  package let unit: String
  /// The basis of the value, for reports.
  package let source: String
}

/// The parameters of the model that logs and payloads of devices determine.
package struct Calibration: Sendable {
  /// The bundle identifier of the app; `nil` if no line names an app.
  package let app: String?
  /// Every app that lines name, with the number of these lines, in descending order of this number.
  package let apps: [(name: String, lines: Int)]
  /// The fit of the limiter; it has no delays if the logs contain none.
  package let limiter: LimiterFit
  /// App refreshes; `nil` if the logs are too short for a rate.
  package let refreshes: LaunchFit?
  /// Processing tasks; `nil` if the logs are too short for a rate.
  package let processing: LaunchFit?
  /// Launches for silent pushes; `nil` if the logs are too short for a rate.
  package let pushes: LaunchFit?
  /// The number of times that the app received events of a background session.
  package let sessionEvents: Int
  /// The summary of the app's payloads; `nil` if the app has no payloads.
  package let metrics: MetricSummary?
  /// The parameters that could be measured.
  package let parameters: [MeasuredParameter]
  /// The parameters that could not be measured, with the reasons, in whole sentences.
  package let gaps: [String]

  /// The sums over all files.
  package let statistics: CalibrationStatistics

  /// The calibration of an app from files. `wanted` is the bundle identifier of the app, or `nil` for the app that most lines name.
  package init(_ sources: [CalibrationSource], app wanted: String? = nil) {
    self.init(CalibrationStatistics(sources, app: wanted))
  }

  /// The calibration from the sums over files.
  package init(_ statistics: CalibrationStatistics) {
    self.statistics = statistics
    app = statistics.app
    apps = statistics.apps
    limiter = LimiterFit.fit(statistics.allChains)
    let seconds = Double(statistics.span) / 1_000
    refreshes = LaunchFit(statistics.refreshes, over: seconds)
    processing = LaunchFit(statistics.processing, over: seconds)
    pushes = LaunchFit(statistics.pushes, over: seconds)
    sessionEvents = statistics.sessionEvents
    metrics = statistics.metricsOfApp
    var writer = ParameterWriter(app: app, files: statistics.logNames, date: statistics.date)
    if statistics.logNames.isEmpty {
      writer.reportMissingLog()
    } else {
      writer.take(limiter)
      writer.take(refreshes: refreshes, processing: processing, pushes: pushes)
    }
    parameters = writer.parameters
    gaps = writer.gaps
  }
}
