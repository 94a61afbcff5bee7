/// The events of one app in a log.
struct AppSelection {
  var delays: [LogEvent.Kind] = []
  var refreshes: [Double] = []
  var processing: [Double] = []
  var pushes: [Double] = []
  var sessionEvents = 0

  init(_ app: String?, in log: LogReading) {
    // Lines that the app itself writes name the app's process, not the app's bundle identifier.
    let own = log.events.filter { $0.process != "dasd" && $0.process != "nsurlsessiond" }
    let processes = Set(own.filter { $0.app == nil }.compactMap(\.process))
    let last = app?.split(separator: ".").last?.lowercased()
    func isOwn(_ event: LogEvent, _ identifier: String) -> Bool {
      if event.app != nil { return true }
      if let app, identifier.hasPrefix(app) { return true }
      return event.process != "dasd" && (processes.count < 2 || event.process?.lowercased() == last)
        || event.process == "dasd" && app == nil
    }
    // If the app logs its tasks itself, the daemon's lines repeat the same launches.
    func hasOwn(_ isKind: (LogEvent.Kind) -> Bool) -> Bool { own.contains { isKind($0.kind) } }
    let tellsRefreshes = hasOwn { if case .refresh = $0 { true } else { false } }
    let tellsProcessing = hasOwn { if case .processing = $0 { true } else { false } }
    for event in log.events {
      let isNamed = event.app == nil || app == nil || event.app == app
      switch event.kind {
      case .delaySet, .delayReset: if isNamed { delays.append(event.kind) }
      case .push: if isNamed, let time = event.time { pushes.append(time) }
      case .foreground, .held: break
      case .refresh(let identifier):
        guard let time = event.time, !(tellsRefreshes && event.process == "dasd") else { continue }
        if isNamed, isOwn(event, identifier) { refreshes.append(time) }
      case .processing(let identifier):
        guard let time = event.time, !(tellsProcessing && event.process == "dasd") else { continue }
        if isNamed, isOwn(event, identifier) { processing.append(time) }
      case .sessionEvents: if isNamed, isOwn(event, "") { sessionEvents += 1 }
      }
    }
    delays += RecordedDelays.delays(of: log.events.filter { $0.app != nil && (app == nil || $0.app == app) })
  }
}
