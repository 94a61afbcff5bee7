/// An event in a device's log.
package struct LogEvent: Hashable, Sendable {
  /// The kind of event.
  package enum Kind: Hashable, Sendable {
    /// The daemon sets the limiter's delay, in seconds.
    case delaySet(Double)
    /// The daemon resets the delay.
    case delayReset
    /// The app runs for an app refresh task of this identifier.
    case refresh(String)
    /// The app runs for a processing task of this identifier.
    case processing(String)
    /// The app is launched for a silent push.
    case push
    /// The app receives the events of a background session.
    case sessionEvents
    /// The user opens the app, according to the app's recorder.
    case foreground
    /// A transfer that the app submitted at the time `since` waited for some seconds before it began, according to the app's
    /// recorder.
    case held(Double, since: Double)
  }

  /// The kind of event.
  package let kind: Kind
  /// The bundle identifier in the line; `nil` if the line has no bundle identifier, or if the system has redacted the bundle identifier.
  package let app: String?
  /// The process that wrote the line; `nil` if the line does not name a process.
  package let process: String?
  /// Seconds on the log's own clock; `nil` if the line has no time.
  package let time: Double?
  /// The number of the line; the first line is 1.
  package let line: Int
}

/// A line that matches a known pattern and can't be read.
package struct UnreadableLine: Hashable, Sendable {
  /// The number of the line; the first line is 1.
  package let line: Int
  /// The reason, without a full stop.
  package let reason: String
}

/// The events of a log.
package struct LogReading: Hashable, Sendable {
  /// The events in the order of the lines.
  package var events: [LogEvent] = []
  /// The first lines that can't be read.
  package private(set) var unreadable: [UnreadableLine] = []
  /// The number of lines that can't be read.
  package private(set) var unreadableCount = 0
  /// The number of lines.
  package var lines = 0
  /// The number of lines with a time.
  package var timedLines = 0
  /// The first and the last time in seconds on the log's own clock; `nil` if no line has a time.
  package var span: ClosedRange<Double>?
  /// The date of the last line with a date, such as 2026-07-03; `nil` if no line has a date.
  package var date: String?

  /// A log without lines.
  package init() {}

  /// Counts a line that can't be read; keeps only the first such lines.
  mutating func report(_ line: UnreadableLine) {
    unreadableCount += 1
    if unreadable.count < LogLines.keptUnreadable { unreadable.append(line) }
  }
}
