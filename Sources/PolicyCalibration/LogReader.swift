/// Reads logs of devices, with lines of nsurlsessiond, dasd and the app itself.
///
/// Matches the few patterns that are known from public logs and ignores everything else. Reads the formats of `log show`
/// (default, syslog, compact and ndjson), of lines copied from Console, and of sysdiagnose text.
package enum LogReader {
  /// The events of a log, or the reason why a file without events is not text.
  package static func read(_ bytes: [UInt8]) -> LogReading {
    var reader = SourceReader(name: "")
    reader.feed(bytes)
    return reader.finish().log ?? LogReading()
  }
}

/// Reads a log line by line.
struct LogLines {
  /// The number of bytes at the start of a file that show whether the file is text.
  static let headBytes = 4_096
  /// The number of unreadable lines that are kept; further unreadable lines are only counted.
  static let keptUnreadable = 100

  private var reading = LogReading()
  private var clock = LogClock()

  /// Reads a line without its line feed.
  mutating func read(_ line: ArraySlice<UInt8>) {
    reading.lines += 1
    Self.read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, into: &reading, &clock)
  }

  /// Reads a record that is an element of a list.
  mutating func read(_ piece: JSONObjectSplitter.Piece) {
    guard let record = LogRecord(piece.bytes[...]) else { return }
    reading.lines += 1
    Self.read(record, into: &reading, &clock)
  }

  /// The events, or the reason why a file without events is not text.
  func finished(head: [UInt8]) -> LogReading {
    var reading = reading
    if reading.events.isEmpty, reading.unreadable.isEmpty, let reason = Self.reasonWhyNoText(head) {
      reading.report(UnreadableLine(line: 1, reason: reason))
    }
    return reading
  }

  /// The reason why a file can't contain lines; `nil` if the file may contain lines.
  private static func reasonWhyNoText(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      return "this is a compressed file, not text; unpack it first"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return "this is UTF-16; save it as UTF-8"
    }
    // Text contains no zero byte, and binary files contain a zero byte near their start.
    guard bytes.prefix(headBytes).contains(0) else { return nil }
    return "this is not text; `log show --archive` converts a log archive to text"
  }

  private static func read(_ line: ArraySlice<UInt8>, into reading: inout LogReading, _ clock: inout LogClock)
  {
    if line.first == UInt8(ascii: "{"), let record = LogRecord(line) {
      read(record, into: &reading, &clock)
      return
    }
    let timestamp = LogTimestamp(line)
    let time = note(timestamp, reading: &reading, clock: &clock)
    let rest = timestamp.map { line[$0.end...] } ?? line
    guard let pattern = LogPattern.first(in: rest) else { return }
    take(pattern.event(in: rest), time: time, process: ProcessName.first(in: rest), into: &reading)
  }

  private static func read(_ record: LogRecord, into reading: inout LogReading, _ clock: inout LogClock) {
    let time = note(record.timestamp, reading: &reading, clock: &clock)
    guard let pattern = LogPattern.first(in: record.message[...]) else { return }
    take(pattern.event(in: record.message[...]), time: time, process: record.process, into: &reading)
  }

  private static func take(
    _ outcome: LogPattern.Outcome, time: Double?, process: String?, into reading: inout LogReading
  ) {
    switch outcome {
    case .event(let kind, let app):
      if kind.needsTime, time == nil {
        reading.report(
          UnreadableLine(line: reading.lines, reason: "the line begins with no time in a form that is known"))
      } else {
        reading.events.append(
          LogEvent(kind: kind, app: app, process: process, time: time, line: reading.lines))
      }
    case .nothing: break
    case .unreadable(let reason):
      reading.report(UnreadableLine(line: reading.lines, reason: reason))
    }
  }

  /// Records a line's time; returns the time on the log's own clock.
  private static func note(
    _ timestamp: LogTimestamp?, reading: inout LogReading, clock: inout LogClock
  ) -> Double? {
    guard let timestamp, let time = clock.time(of: timestamp) else { return nil }
    reading.timedLines += 1
    reading.date = timestamp.date ?? reading.date
    reading.span = reading.span.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    return time
  }
}

extension LogEvent.Kind {
  /// Whether an event is useful only with a time; for delays, the order is enough.
  fileprivate var needsTime: Bool {
    switch self {
    case .delaySet, .delayReset: false
    case .refresh, .processing, .push, .sessionEvents, .foreground, .held: true
    }
  }
}
