// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

/// A completion handler of the system, which is called once on the main thread.
nonisolated public final class EventsCompletion: @unchecked Sendable {
  private let lock = NSLock()
  private var handler: (() -> Void)?

  /// Keeps a handler until it is called.
  public init(_ handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Calls the handler, unless it has been called.
  @MainActor
  public func call() {
    let handler = lock.withLock {
      defer { self.handler = nil }
      return self.handler
    }
    handler?()
  }
}
