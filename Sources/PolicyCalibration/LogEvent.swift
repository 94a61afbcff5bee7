/// Something that a device's log tells of an app.
package struct LogEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    /// The daemon sets the limiter's delay, in seconds.
    case delaySet(Double)
    /// The daemon forgets the delay.
    case delayReset
    /// The app runs for an app refresh task of this identifier.
    case refresh(String)
    /// The app runs for a processing task of this identifier.
    case processing(String)
    /// The app is launched for a silent push.
    case push
    /// The app hears of a background session's events.
    case sessionEvents
  }

  /// What happened.
  package let kind: Kind
  /// The bundle identifier that the line names; `nil` where it names none or it is redacted.
  package let app: String?
  /// The process that wrote the line; `nil` where the line does not tell.
  package let process: String?
  /// Seconds on the log's own clock; `nil` where the line has no time.
  package let time: Double?
  /// The line, from 1.
  package let line: Int
}

/// A line that looks as if it told something, and can't be read.
package struct UnreadableLine: Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// Why, without a full stop.
  package let reason: String
}

/// What a log tells.
package struct LogReading: Hashable, Sendable {
  /// What happened, in the order of the lines.
  package var events: [LogEvent] = []
  /// Lines that can't be read.
  package var unreadable: [UnreadableLine] = []
  /// How many lines it has.
  package var lines = 0
  /// How many of them have a time.
  package var timedLines = 0
  /// The first and the last time, in seconds on the log's own clock; `nil` where no line has one.
  package var span: ClosedRange<Double>?
  /// The date of the last line, as 2026-07-03; `nil` where lines have none.
  package var date: String?

  /// A reading of nothing.
  package init() {}
}
