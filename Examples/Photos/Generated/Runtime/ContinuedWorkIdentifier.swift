// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

/// The identifier of one piece of work that a person starts.
nonisolated public struct ContinuedWorkIdentifier<ID>: Hashable, Sendable
where ID: RawRepresentable<String> & Hashable & Sendable {
  /// The identifier of the task for the piece of work.
  public let task: ID
  /// The part that identifies the piece of work.
  public let suffix: String

  /// The identifier as a string.
  public var rawValue: String { task.rawValue }

  /// An identifier of a task for one piece of work.
  ///
  /// - Parameter prefix: The part of the identifier before the `*` in the Info.plist.
  ///
  /// - Parameter suffix: Letters, digits, hyphens and underscores that identify the piece of work.
  /// The result is `nil` if the suffix is empty or contains other characters.
  public init?(prefix: String, suffix: String) {
    let isAllowed: (Character) -> Bool = { character in
      character.isASCII
        && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }
    guard !suffix.isEmpty, suffix.allSatisfy(isAllowed),
      let task = ID(rawValue: prefix + suffix)
    else { return nil }
    self.task = task
    self.suffix = suffix
  }
}
