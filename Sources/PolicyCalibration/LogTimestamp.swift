internal import Quantities

/// The time of a line of a log, and the index at which the timestamp ends in the line.
///
/// Reads the formats of `log show` (default, syslog, compact), of lines copied from Console, and of sysdiagnose
/// text.
struct LogTimestamp {
  /// Seconds since the origin of the timestamp's kind.
  var seconds: Double
  /// The origin from which the seconds count.
  var kind: Kind
  /// The index after the time and its zone.
  var end: Int
  /// The date; `nil` if the timestamp has no year.
  var date: String?

  /// An origin from which the seconds of a line count.
  enum Kind: Hashable {
    /// The start of 1970.
    case date
    /// The start of an unknown year.
    case dayOfYear
    /// Midnight.
    case clock
  }

  /// The time at the start of a line; `nil` if the line does not start with a time.
  init?(_ line: ArraySlice<UInt8>) {
    var cursor = LineCursor(line)
    guard let timestamp = Self.dated(&cursor) ?? Self.monthNamed(line) ?? Self.clock(line) else {
      return nil
    }
    self = timestamp
  }

  private init(seconds: Double, kind: Kind, end: Int, date: String? = nil) {
    self.seconds = seconds
    self.kind = kind
    self.end = end
    self.date = date
  }

  /// Reads `2022-08-25 15:22:01.008417+0100`, or the same with a `T` between date and time.
  private static func dated(_ cursor: inout LineCursor) -> LogTimestamp? {
    let start = cursor.position
    guard cursor.skipDigits(4), cursor.skip("-"), cursor.skipDigits(2), cursor.skip("-"),
      cursor.skipDigits(2),
      let date = CalendarDate(cursor.text(from: start)), cursor.skip(" ") || cursor.skip("T"),
      let time = cursor.clock()
    else { return nil }
    let end = cursor.position
    cursor.skipSpaces()
    let zone = cursor.zone()
    if zone == nil { cursor.position = end }
    let seconds = Double(date.daysSince1970) * TimeSpan.secondsPerDay + time - Double(zone ?? 0)
    return LogTimestamp(seconds: seconds, kind: .date, end: cursor.position, date: date.description)
  }

  /// Reads `Sep 30 09:02:51`.
  private static func monthNamed(_ line: ArraySlice<UInt8>) -> LogTimestamp? {
    var cursor = LineCursor(line)
    let name = cursor.word()
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard let month = months.firstIndex(of: name) else { return nil }
    cursor.skipSpaces()
    let start = cursor.position
    guard cursor.skipDigits(2) || cursor.skipDigits(1), let day = Int(cursor.text(from: start)),
      (1...31).contains(day)
    else { return nil }
    cursor.skipSpaces()
    guard let time = cursor.clock() else { return nil }
    // The year is unknown. Every year is treated as a leap year; in other years, no line has the time of the leap day.
    let before = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335][month]
    return LogTimestamp(
      seconds: Double(before + day - 1) * TimeSpan.secondsPerDay + time, kind: .dayOfYear,
      end: cursor.position)
  }

  /// Reads `default 22:02:42.313511 -0800`, with or without the level.
  private static func clock(_ line: ArraySlice<UInt8>) -> LogTimestamp? {
    var cursor = LineCursor(line)
    let level = cursor.word()
    if ["default", "info", "debug", "error", "fault", "notice"].contains(level.lowercased()) {
      cursor.skipSpaces()
    } else {
      cursor = LineCursor(line)
    }
    guard let time = cursor.clock() else { return nil }
    let end = cursor.position
    cursor.skipSpaces()
    // The zone can be ignored: only differences of times count, and all clock times of a log have the same zone.
    if cursor.zone() == nil { cursor.position = end }
    return LogTimestamp(seconds: time, kind: .clock, end: cursor.position)
  }
}

extension CalendarDate {
  /// The days since 1970-01-01.
  fileprivate var daysSince1970: Int {
    // Years that begin in March have their leap day at the end.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// A position in a line that advances as the line is read.
struct LineCursor {
  private let line: ArraySlice<UInt8>
  var position: Int

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    position = line.startIndex
  }

  private var byte: UInt8? { position < line.endIndex ? line[position] : nil }

  func text(from start: Int) -> String { String(decoding: line[start..<position], as: UTF8.self) }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  mutating func skipSpaces() {
    while byte?.isSpaceOrTab ?? false { position += 1 }
  }

  /// Skips exactly `count` digits, or nothing.
  mutating func skipDigits(_ count: Int) -> Bool {
    let end = position + count
    guard end <= line.endIndex, line[position..<end].allSatisfy(Self.isDigit) else { return false }
    position = end
    return true
  }

  /// Reads the letters at the position.
  mutating func word() -> String {
    let start = position
    while let byte, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) { position += 1 }
    return text(from: start)
  }

  /// Reads a time such as `22:02:42.313511` in seconds; returns `nil` and does not move if no time follows.
  mutating func clock() -> Double? {
    let start = position
    guard skipDigits(2), skip(":"), skipDigits(2), skip(":"), skipDigits(2) else {
      position = start
      return nil
    }
    let digits = line[start..<position].filter(Self.isDigit).map { Double($0 - UInt8(ascii: "0")) }
    let seconds =
      (digits[0] * 10 + digits[1]) * 3_600 + (digits[2] * 10 + digits[3]) * 60 + digits[4] * 10 + digits[5]
    guard skip(".") || skip(",") else { return seconds }
    var unit = 0.1
    var fraction = 0.0
    while let byte, Self.isDigit(byte) {
      fraction += Double(byte - UInt8(ascii: "0")) * unit
      unit /= 10
      position += 1
    }
    return seconds + fraction
  }

  /// Reads a zone such as `+0100`, `-08:00` or `Z` in seconds; returns `nil` and does not move if no zone follows.
  mutating func zone() -> Int? {
    if skip("Z") { return 0 }
    let start = position
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    let digits = position
    guard sign != 0, skipDigits(2) else {
      position = start
      return nil
    }
    let hours = Int(text(from: digits)) ?? 0
    _ = skip(":")
    let minutes = position
    guard skipDigits(2) else { return sign * hours * 3_600 }
    return sign * (hours * 3_600 + (Int(text(from: minutes)) ?? 0) * 60)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
