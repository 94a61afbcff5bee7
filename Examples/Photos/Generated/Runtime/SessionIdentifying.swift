// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  /// The identifier of a background session of a policy.
  nonisolated public protocol SessionIdentifying: RawRepresentable, Hashable, Sendable
  where RawValue == String {
    /// An identifier with a string, such as a string that the system passes to the app.
    init(rawValue: String)
  }
#endif
