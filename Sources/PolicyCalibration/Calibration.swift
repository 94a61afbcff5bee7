internal import PlatformFacts
internal import Quantities

/// A file of a device and its contents.
package struct CalibrationSource: Sendable {
  /// The contents of a file.
  package enum Contents: Sendable {
    case log(LogReading)
    case metrics(MetricSummary, [UnreadableLine])
  }

  /// The file's name.
  package let name: String
  /// The events of a log or the summary of payloads, with the lines that can't be read.
  package let contents: Contents

  /// Reads a log or MetricKit payloads.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    if MetricReader.looksLikeMetrics(bytes) {
      let reading = MetricReader.read(bytes)
      contents = .metrics(reading.summary, reading.unreadable)
    } else {
      contents = .log(LogReader.read(bytes))
    }
  }

  /// Lines that match a known pattern and can't be read.
  package var unreadable: [UnreadableLine] {
    switch contents {
    case .log(let reading): reading.unreadable
    case .metrics(_, let lines): lines
    }
  }

  /// The log; `nil` if the file is not one.
  package var log: LogReading? { if case .log(let reading) = contents { reading } else { nil } }
}

/// A parameter of the model with its measured value.
package struct MeasuredParameter: Hashable, Sendable {
  /// The parameter's name.
  package let name: String
  /// The value as the policy writes it.
  package let text: String
  /// The range in which it may be, as the policy writes it: its interval, or the published range if the data give none; `nil`
  /// if it is certain.
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
  /// The bundle identifier of the app; `nil` if no line names one.
  package let app: String?
  /// Every app that lines name, with the number of lines, most first.
  package let apps: [(name: String, lines: Int)]
  /// The fit of the limiter; without delays if the logs name none.
  package let limiter: LimiterFit
  /// App refreshes; `nil` if the logs are too short for a rate.
  package let refreshes: LaunchFit?
  /// Processing tasks; `nil` if the logs are too short for a rate.
  package let processing: LaunchFit?
  /// Launches for silent pushes; `nil` if the logs are too short for a rate.
  package let pushes: LaunchFit?
  /// The number of times that the app received events of a background session.
  package let sessionEvents: Int
  /// The summary of the payloads; `nil` if there are none.
  package let metrics: MetricSummary?
  /// The parameters that could be measured.
  package let parameters: [MeasuredParameter]
  /// The parameters that could not be measured, with the reasons, in whole sentences.
  package let gaps: [String]

  /// The calibration of an app from files; of the app with the most lines if none is named.
  package init(_ sources: [CalibrationSource], app wanted: String? = nil) {
    apps = Self.apps(in: sources)
    let app = wanted ?? apps.first?.name
    self.app = app
    let logs = sources.compactMap { source in source.log.map { (name: source.name, log: $0) } }
    let selections = logs.map { AppSelection(app, in: $0.log) }
    limiter = LimiterFit.fit(selections.flatMap { Chain.chains(of: $0.delays) })
    let span = logs.reduce(0) { $0 + ($1.log.span.map { $0.upperBound - $0.lowerBound } ?? 0) }
    func fit(_ times: (AppSelection) -> [Double]) -> LaunchFit? {
      LaunchFit(Self.joined(selections.map(times), logs.map(\.log)), over: span)
    }
    refreshes = fit(\.refreshes)
    processing = fit(\.processing)
    pushes = fit(\.pushes)
    sessionEvents = selections.reduce(0) { $0 + $1.sessionEvents }
    metrics = Self.metrics(in: sources, of: app)
    var writer = ParameterWriter(app: app, files: logs.map(\.name), date: logs.compactMap(\.log.date).max())
    if logs.isEmpty {
      writer.reportMissingLog()
    } else {
      writer.take(limiter)
      writer.take(refreshes: refreshes, processing: processing, pushes: pushes)
    }
    parameters = writer.parameters
    gaps = writer.gaps
  }

  /// The times of several logs, one after the other, so far apart that no gap between two logs counts.
  private static func joined(_ times: [[Double]], _ logs: [LogReading]) -> [Double] {
    var offset = 0.0
    var result: [Double] = []
    for (times, log) in zip(times, logs) {
      guard let span = log.span else { continue }
      result += times.map { $0 - span.lowerBound + offset }
      // The gap between two logs must never be the least one.
      offset += span.upperBound - span.lowerBound + 1e9
    }
    return result
  }

  private static func apps(in sources: [CalibrationSource]) -> [(name: String, lines: Int)] {
    var names: [String] = []
    var counts: [String: Int] = [:]
    for app in sources.compactMap(\.log).flatMap(\.events).compactMap(\.app) {
      if counts[app] == nil { names.append(app) }
      counts[app, default: 0] += 1
    }
    return names.map { ($0, counts[$0] ?? 0) }.sorted { left, right in
      left.1 != right.1 ? left.1 > right.1 : left.0.isBefore(right.0)
    }
  }

  private static func metrics(in sources: [CalibrationSource], of app: String?) -> MetricSummary? {
    var sum: MetricSummary?
    for source in sources {
      guard case .metrics(let summary, _) = source.contents, summary.payloads > 0 else { continue }
      // Payloads that name another app belong to that app.
      if let app, !summary.apps.isEmpty, !summary.apps.contains(app) { continue }
      sum = sum?.adding(summary) ?? summary
    }
    return sum
  }
}

extension MetricSummary {
  fileprivate func adding(_ other: MetricSummary) -> MetricSummary {
    var sum = self
    sum.payloads += other.payloads
    sum.days += other.days
    sum.apps += other.apps.filter { !apps.contains($0) }
    sum.visits += other.visits
    sum.foreground += other.foreground
    sum.background += other.background
    sum.wifiBytes += other.wifiBytes
    sum.cellularBytes += other.cellularBytes
    for exits in other.timeouts {
      if let index = sum.timeouts.firstIndex(where: { $0.name == exits.name }) {
        sum.timeouts[index].count += exits.count
      } else {
        sum.timeouts.append(exits)
      }
    }
    return sum
  }
}

/// The events of one app in a log.
private struct AppSelection {
  var delays: [LogEvent.Kind] = []
  var refreshes: [Double] = []
  var processing: [Double] = []
  var pushes: [Double] = []
  var sessionEvents = 0

  init(_ app: String?, in log: LogReading) {
    // Lines of the app itself name its process, not the app.
    let own = log.events.filter { $0.process != "dasd" && $0.process != "nsurlsessiond" }
    let processes = Set(own.compactMap(\.process))
    let last = app?.split(separator: ".").last?.lowercased()
    func isOwn(_ event: LogEvent, _ identifier: String) -> Bool {
      if let app, identifier.hasPrefix(app) { return true }
      return event.process != "dasd" && (processes.count < 2 || event.process?.lowercased() == last)
        || event.process == "dasd" && app == nil
    }
    // If the app logs its tasks itself, the daemon's lines repeat them.
    func hasOwn(_ isKind: (LogEvent.Kind) -> Bool) -> Bool { own.contains { isKind($0.kind) } }
    let tellsRefreshes = hasOwn { if case .refresh = $0 { true } else { false } }
    let tellsProcessing = hasOwn { if case .processing = $0 { true } else { false } }
    for event in log.events {
      let isNamed = event.app == nil || app == nil || event.app == app
      switch event.kind {
      case .delaySet, .delayReset: if isNamed { delays.append(event.kind) }
      case .push: if isNamed, let time = event.time { pushes.append(time) }
      case .refresh(let identifier):
        guard let time = event.time, !(tellsRefreshes && event.process == "dasd") else { continue }
        if isOwn(event, identifier) { refreshes.append(time) }
      case .processing(let identifier):
        guard let time = event.time, !(tellsProcessing && event.process == "dasd") else { continue }
        if isOwn(event, identifier) { processing.append(time) }
      case .sessionEvents: if isOwn(event, "") { sessionEvents += 1 }
      }
    }
  }
}
