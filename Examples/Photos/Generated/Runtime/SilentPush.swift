// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

/// A silent push that the app has received.
nonisolated public struct SilentPush: @unchecked Sendable {
  /// The payload, which no code changes after the initialization.
  public let userInfo: [AnyHashable: Any]

  /// A push with the payload that the system passes to the app.
  public init(userInfo: [AnyHashable: Any]) {
    self.userInfo = userInfo
  }

  /// Whether a member of the payload, given by its name, has a value.
  public func has<Value: Equatable>(_ name: String, _ value: Value) -> Bool {
    userInfo[name] as? Value == value
  }
}

/// The result of the work for a silent push. Work that fails throws an error instead.
///
/// The system uses the result to decide when to deliver further pushes (UIApplicationDelegate
/// reference).
nonisolated public enum PushResult: Hashable, Sendable {
  /// The app has new data.
  case newData
  /// The app has no new data.
  case noData
}
