internal import PlatformFacts
internal import Quantities

/// A file of a device, and what it tells.
package struct CalibrationSource: Sendable {
  /// What a file holds.
  package enum Contents: Sendable {
    case log(LogReading)
    case metrics(MetricSummary, [UnreadableLine])
  }

  /// The file's name.
  package let name: String
  /// What it holds.
  package let contents: Contents

  /// Reads a file, whatever it is.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    if MetricReader.looksLikeMetrics(bytes) {
      let reading = MetricReader.read(bytes)
      contents = .metrics(reading.summary, reading.unreadable)
    } else {
      contents = .log(LogReader.read(bytes))
    }
  }

  /// Lines that look as if they told something, and can't be read.
  package var unreadable: [UnreadableLine] {
    switch contents {
    case .log(let reading): reading.unreadable
    case .metrics(_, let lines): lines
    }
  }

  /// The log; `nil` where it is none.
  package var log: LogReading? { if case .log(let reading) = contents { reading } else { nil } }
}

/// A parameter of the model with what devices say of it.
package struct MeasuredParameter: Hashable, Sendable {
  /// The parameter's name.
  package let name: String
  /// The value as the policy writes it.
  package let text: String
  /// The value in its unit, with its interval and the number of observations.
  package let measured: LimiterFit.Measured
  /// The unit: `s`, or empty.
  package let unit: String
  /// On what it rests, for reports.
  package let source: String
}

/// What logs and payloads of devices say of the model's parameters.
package struct Calibration: Sendable {
  /// The app that it is about; `nil` where no line names one.
  package let app: String?
  /// Every app that lines name, with the number of lines, the most first.
  package let apps: [(name: String, lines: Int)]
  /// What the delays say.
  package let limiter: LimiterFit
  /// App refreshes, processing tasks and launches for pushes; `nil` where the logs are too short to tell how often.
  package let refreshes: LaunchFit?
  /// Processing tasks.
  package let processing: LaunchFit?
  /// Launches for silent pushes.
  package let pushes: LaunchFit?
  /// How often the app heard of a background session's events.
  package let sessionEvents: Int
  /// What the payloads say; `nil` where there are none.
  package let metrics: MetricSummary?
  /// The parameters that could be told.
  package let parameters: [MeasuredParameter]
  /// What could not be told, and why, in whole sentences.
  package let gaps: [String]

  /// What files say of an app; of the one with the most lines, where none is named.
  package init(_ sources: [CalibrationSource], app wanted: String? = nil) {
    apps = Self.apps(in: sources)
    let app = wanted ?? apps.first?.name
    self.app = app
    let logs = sources.compactMap { source in source.log.map { (name: source.name, log: $0) } }
    let selections = logs.map { AppSelection(app, in: $0.log) }
    limiter = LimiterFit(selections.flatMap { Chain.chains(of: $0.delays) })
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
      writer.tellOfNoLog()
    } else {
      writer.take(limiter)
      writer.take(refreshes: refreshes, processing: processing, pushes: pushes)
    }
    parameters = writer.parameters
    gaps = writer.gaps
  }

  /// The times of several logs, each behind the one before so that no gap between two counts.
  private static func joined(_ times: [[Double]], _ logs: [LogReading]) -> [Double] {
    var offset = 0.0
    var result: [Double] = []
    for (times, log) in zip(times, logs) {
      guard let span = log.span else { continue }
      result += times.map { $0 - span.lowerBound + offset }
      // So far that the gap between two logs is never the least one.
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
      // Payloads that name another app are another app's.
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
    // What the app writes itself names its process and not the app.
    let own = log.events.filter { $0.process != "dasd" && $0.process != "nsurlsessiond" }
    let processes = Set(own.compactMap(\.process))
    let last = app?.split(separator: ".").last?.lowercased()
    func isOwn(_ event: LogEvent, _ identifier: String) -> Bool {
      if let app, identifier.hasPrefix(app) { return true }
      return event.process != "dasd" && (processes.count < 2 || event.process?.lowercased() == last)
        || event.process == "dasd" && app == nil
    }
    // Where the app tells of its tasks itself, the daemon tells of the same ones again.
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
