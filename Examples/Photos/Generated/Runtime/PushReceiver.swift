// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

/// A process that receives silent pushes.
nonisolated public protocol PushReceiver: Sendable {
  /// Hands a push to the method of the handler for it.
  func receive(_ push: SilentPush) async throws -> PushResult
}

#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  nonisolated extension PushReceiver {
    /// Implements `application(_:didReceiveRemoteNotification:)`.
    ///
    /// The completion handler must be called within 30s, or the system ends the app
    /// (UIApplicationDelegate reference). So the work is cancelled 25s after the push is received, and
    /// abandoned 1s later.
    @MainActor
    public func handlePush(_ userInfo: [AnyHashable: Any]) async -> UIBackgroundFetchResult {
      let push = SilentPush(userInfo: userInfo)
      return await PushRun.result { try await receive(push) }
    }

    /// Implements `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    ///
    /// - Parameter userInfo: The payload of the push.
    ///
    /// - Parameter completionHandler: The completion handler of the system, called once on the main
    /// thread.
    @MainActor
    public func handlePush(
      _ userInfo: [AnyHashable: Any],
      completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      let push = SilentPush(userInfo: userInfo)
      PushRun(completionHandler).start { try await receive(push) }
    }
  }
#endif
