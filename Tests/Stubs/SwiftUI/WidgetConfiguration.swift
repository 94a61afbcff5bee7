// The part of SwiftUI that widgets need.

@MainActor @preconcurrency public protocol WidgetConfiguration {
  /// The action for events of sessions, by the session's identifier.
  var sessionEvents: (String, @escaping () -> Void) -> Void { get }
}

public struct EmptyWidgetConfiguration: WidgetConfiguration {
  public init() {}
  public var sessionEvents: (String, @escaping () -> Void) -> Void { { _, _ in } }
}

public struct ModifiedWidget: WidgetConfiguration {
  public let sessionEvents: (String, @escaping () -> Void) -> Void

  public init(sessionEvents: @escaping (String, @escaping () -> Void) -> Void) {
    self.sessionEvents = sessionEvents
  }
}
