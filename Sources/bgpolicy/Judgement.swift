internal import PolicyLint
internal import PolicyModel
internal import Quantities

/// What is wrong with a policy today.
enum Judgement {
  /// The findings of a reading, with suppressions held against today's date.
  static func findings(in reading: PolicyReading) -> [Finding] {
    Linter.findings(in: reading, on: CalendarDate(daysSince1970: System.daysSince1970))
  }
}
