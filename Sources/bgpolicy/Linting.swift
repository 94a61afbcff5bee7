internal import PolicyLint
internal import PolicyModel
internal import Quantities

/// What is wrong with a policy today.
enum Linting {
  /// Today in UTC.
  static var today: CalendarDate { CalendarDate(daysSince1970: System.daysSince1970) }

  /// The findings of a reading, with suppressions held against today's date.
  static func findings(in reading: PolicyReading) -> [Finding] { Linter.findings(in: reading, on: today) }
}
