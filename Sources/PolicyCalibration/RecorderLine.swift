/// A line of the recorder in generated code: the time, the app's bundle identifier, `bgpolicy-recorder:`, and an event.
enum RecorderLine {
  /// The text before the event.
  static let words = Array(" bgpolicy-recorder: ".utf8)

  /// The meaning of a line, from the text before and after `words`.
  static func event(_ before: String, _ event: String) -> LogPattern.Outcome {
    guard let app = before.split(whereSeparator: \.isWhitespace).last.map(String.init) else {
      return .unreadable("there is no bundle identifier before \"bgpolicy-recorder:\"")
    }
    let fields = event.split(whereSeparator: \.isWhitespace).map(String.init)
    switch fields.first {
    case "foreground": return .event(.foreground, app: app)
    case "wake": return wake(fields.dropFirst(), of: app)
    case "hold": return hold(fields.dropFirst(), of: app)
    default: return .nothing
    }
  }

  /// Reads `push`, `session library`, or `task BGAppRefreshTask com.example.refresh`.
  private static func wake(_ fields: ArraySlice<String>, of app: String) -> LogPattern.Outcome {
    switch (fields.first, fields.dropFirst().first) {
    case ("push", _): return .event(.push, app: app)
    case ("session", _): return .event(.sessionEvents, app: app)
    case ("task", let type?):
      guard let identifier = fields.dropFirst(2).first else {
        return .unreadable("there is no identifier after \"wake task \(type)\"")
      }
      switch type {
      case "BGAppRefreshTask": return .event(.refresh(identifier), app: app)
      case "BGProcessingTask": return .event(.processing(identifier), app: app)
      default: return .nothing
      }
    default: return .unreadable("there is no task, push or session after \"wake\"")
    }
  }

  /// Reads `library 61.204 2026-07-03T12:31:54.357Z`: the session, the seconds of the wait, and the time of the submission.
  private static func hold(_ fields: ArraySlice<String>, of app: String) -> LogPattern.Outcome {
    let fields = Array(fields)
    guard fields.count == 3, let seconds = Double(fields[1]), seconds.isFinite, seconds >= 0,
      let submission = LogTimestamp(Array(fields[2].utf8)[...]), submission.kind == .date
    else {
      return .unreadable("there are no seconds and no time of a submission after \"hold\"")
    }
    return .event(.held(seconds, since: submission.seconds), app: app)
  }
}
