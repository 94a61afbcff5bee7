/// The limiter's delays, as the app's own recorder shows them: the wait of transfers that it submits when the system calls it.
enum RecordedDelays {
  /// Seconds after a wake within which transfers belong to it: the system suspends the app soon after.
  private static let longestWork = 30.0
  /// Seconds that a transfer takes to begin without any delay.
  private static let noHold = 1.0

  /// The delays and resets in the events of an app.
  ///
  /// The delay counts from the wake, so it ends when the first transfer begins. A transfer can wait for other reasons, too, so
  /// that of several the one that begins first counts.
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
