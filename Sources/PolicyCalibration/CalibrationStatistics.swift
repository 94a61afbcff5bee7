internal import Quantities

/// The sums over logs and payloads from which the parameters of the model are fitted.
///
/// The sums over a set of files depend neither on the order of the files nor on how the files are divided into parts.
package struct CalibrationStatistics: Hashable, Sendable {
  /// A file, or all files with the same name.
  package struct Source: Hashable, Sendable {
    /// The kind of a file.
    package enum Kind: String, Sendable {
      case log, metrickit
    }

    /// The kind of the file.
    package let kind: Kind
    /// The file's name.
    package let name: String
    /// The number of lines of a log.
    package internal(set) var lines = 0
    /// The number of events of a log.
    package internal(set) var events = 0
    /// Milliseconds from the first to the last line of a log; `nil` if lines have no times.
    package internal(set) var span: Int?
    /// The number of payloads.
    package internal(set) var payloads = 0
    /// Milliseconds that the payloads cover.
    package internal(set) var covered = 0
    /// The first lines that can't be read.
    package internal(set) var unreadable: [UnreadableLine] = []
    /// The number of lines of a log that can't be read.
    package internal(set) var unreadableCount = 0

    init(kind: Kind, name: String) {
      self.kind = kind
      self.name = name
    }

    mutating func add(_ other: Source) {
      lines.addSaturating(other.lines)
      events.addSaturating(other.events)
      if let other = other.span {
        var sum = span ?? 0
        sum.addSaturating(other)
        span = sum
      }
      payloads.addSaturating(other.payloads)
      covered.addSaturating(other.covered)
      for line in other.unreadable { unreadable.insert(line, most: LogLines.keptUnreadable) }
      if kind == .log {
        unreadableCount.addSaturating(other.unreadableCount)
      } else {
        unreadableCount = unreadable.count
      }
    }
  }

  /// The bundle identifier of the app that the sums are about; `nil` if no line names an app.
  package var app: String?
  /// The number of lines that name each app.
  package internal(set) var appLines: [String: Int] = [:]
  /// The files by kind and name.
  var files: [String: Source] = [:]
  /// Milliseconds of all logs.
  var span = 0
  /// The latest date of a line; `nil` if lines have no dates.
  var date: String?
  /// The number of times that each chain of delays occurs.
  var chains: [Chain: Int] = [:]
  var refreshes = LaunchStatistics()
  var processing = LaunchStatistics()
  var pushes = LaunchStatistics()
  /// The number of times that the app received events of a background session.
  var sessionEvents = 0
  /// The summary of each app's payloads.
  var metrics: [String: MetricSummary] = [:]

  /// Sums about an app over no files.
  package init(app: String?) { self.app = app }

  /// Sums about an app over files. `wanted` is the bundle identifier of the app, or `nil` for the app that most lines name.
  package init(_ sources: [CalibrationSource], app wanted: String?) {
    var lines = CalibrationStatistics(app: nil)
    if wanted == nil { for source in sources { lines.countApps(in: source) } }
    self.init(app: wanted ?? lines.apps.first?.name)
    for source in sources { add(source) }
  }

  /// Adds the events of a file.
  package mutating func add(_ source: CalibrationSource) {
    countApps(in: source)
    switch source.contents {
    case .log(let log):
      var file = Source(kind: .log, name: source.name)
      file.lines = log.lines
      file.events = log.events.count
      file.span = log.span.map { Int((($0.upperBound - $0.lowerBound) * 1_000).rounded()) }
      file.unreadable = log.unreadable
      file.unreadableCount = log.unreadableCount
      add(file)
      span.addSaturating(file.span ?? 0)
      date = [date, log.date].compactMap(\.self).max { $0.isBefore($1) }
      let selection = AppSelection(app, in: log)
      for chain in Chain.chains(of: selection.delays) { chains[chain, default: 0] += 1 }
      refreshes.add(LaunchStatistics(selection.refreshes, span: file.span ?? 0))
      processing.add(LaunchStatistics(selection.processing, span: file.span ?? 0))
      pushes.add(LaunchStatistics(selection.pushes, span: file.span ?? 0))
      sessionEvents += selection.sessionEvents
    case .metrics(let summaries, let unreadable):
      var file = Source(kind: .metrickit, name: source.name)
      for (app, summary) in summaries {
        file.payloads += summary.payloads
        file.covered.addSaturating(summary.covered)
        metrics[app, default: MetricSummary()].add(summary)
      }
      file.unreadable = unreadable
      file.unreadableCount = unreadable.count
      add(file)
    }
  }

  private mutating func countApps(in source: CalibrationSource) {
    for case let app? in source.log?.events.lazy.map(\.app) ?? [] { appLines[app, default: 0] += 1 }
  }

  mutating func add(_ file: Source) {
    let key = "\(file.kind.rawValue) \(file.name)"
    if files[key]?.add(file) == nil { files[key] = file }
  }

  /// Adds the sums over other files. Both sums have to be about the same app, unless one of them has no logs.
  package mutating func add(_ other: CalibrationStatistics) {
    app = app ?? other.app
    for (app, lines) in other.appLines { appLines[app, default: 0].addSaturating(lines) }
    for file in other.files.values { add(file) }
    span.addSaturating(other.span)
    date = [date, other.date].compactMap(\.self).max { $0.isBefore($1) }
    for (chain, count) in other.chains { chains[chain, default: 0].addSaturating(count) }
    refreshes.add(other.refreshes)
    processing.add(other.processing)
    pushes.add(other.pushes)
    sessionEvents.addSaturating(other.sessionEvents)
    for (app, summary) in other.metrics { metrics[app, default: MetricSummary()].add(summary) }
  }

  /// Whether any file is a log, so that the sums depend on the app.
  package var hasLogs: Bool { files.values.contains { $0.kind == .log } }

  /// Every app that lines name, with the number of these lines, in descending order of this number.
  package var apps: [(name: String, lines: Int)] {
    appLines.map { (name: $0.key, lines: $0.value) }.sorted { left, right in
      left.lines != right.lines ? left.lines > right.lines : left.name.isBefore(right.name)
    }
  }

  /// The files by kind and name.
  package var sources: [Source] {
    files.sorted { $0.key.isBefore($1.key) }.map(\.value)
  }

  var logNames: [String] { sources.filter { $0.kind == .log }.map(\.name) }

  /// Every chain as often as it occurs, in an order that does not depend on the order of files.
  var allChains: [Chain] {
    sortedChains.flatMap { [Chain](repeating: $0.chain, count: $0.count) }
  }

  /// The most delays from which the limiter is fitted, which are in memory together.
  package static let mostDelays = 4_000_000

  /// The number of delays in all chains.
  package var delayCount: Int {
    chains.reduce(into: 0) { sum, chain in
      let (count, isLarge) = chain.value.multipliedReportingOverflow(by: chain.key.delays.count)
      sum.addSaturating(isLarge ? .max : count)
    }
  }

  /// The chains with the number of times that each occurs, in an order that does not depend on the order of files.
  var sortedChains: [(chain: Chain, count: Int)] {
    chains.map { (chain: $0.key, count: $0.value) }.sorted { left, right in
      left.chain.isWhole == right.chain.isWhole
        ? left.chain.delays.lexicographicallyPrecedes(right.chain.delays) : left.chain.isWhole
    }
  }

  /// The summary of the app's payloads, including payloads that do not name an app; `nil` if there are no such payloads.
  var metricsOfApp: MetricSummary? {
    var sum: MetricSummary?
    for (name, summary) in metrics where app == nil || name.isEmpty || name == app {
      sum = sum ?? MetricSummary()
      sum?.add(summary)
    }
    return sum
  }
}
