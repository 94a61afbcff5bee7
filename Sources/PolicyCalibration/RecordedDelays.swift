/// The limiter's delays, as the app's recorder shows them: the wait of transfers that the app submits when the system wakes
/// the app.
enum RecordedDelays {
  /// Seconds after a wake within which submitted transfers belong to this wake: the system suspends the app soon after a
  /// wake.
  private static let longestWork = 30.0
  /// Seconds that a transfer takes to begin without any delay.
  private static let noHold = 1.0

  /// The delays and resets in the events of an app.
  ///
  /// The delay begins at the wake and ends when the first transfer begins. A transfer can also wait for other reasons, so of
  /// several transfers only the first to begin counts.
  static func delays(of events: [LogEvent]) -> [LogEvent.Kind] {
    var marks: [(time: Double, isWake: Bool)] = []
    var holds: [(submission: Double, begin: Double)] = []
    for event in events {
      switch event.kind {
      case .foreground: if let time = event.time { marks.append((time, false)) }
      case .sessionEvents: if let time = event.time { marks.append((time, true)) }
      case .held(let seconds, let since) where seconds > noHold: holds.append((since, since + seconds))
      default: break
      }
    }
    marks.sort { $0.time < $1.time }
    holds.sort { $0.submission < $1.submission }
    var rest = holds[...]
    var delays: [LogEvent.Kind] = []
    for (index, mark) in marks.enumerated() {
      let end = index + 1 < marks.count ? marks[index + 1].time : .infinity
      rest = rest.drop { $0.submission < mark.time }
      guard mark.isWake else {
        delays.append(.delayReset)
        continue
      }
      let own = rest.prefix { $0.submission < min(end, mark.time + longestWork) }
      if let begin = own.map(\.begin).min() { delays.append(.delaySet(begin - mark.time)) }
    }
    return delays
  }
}
