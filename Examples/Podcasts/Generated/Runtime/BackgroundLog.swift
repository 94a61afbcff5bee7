// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  import os

  /// The log of an app's background work, with a category for each kind of work and each session.
  ///
  /// Filter by the bundle identifier of the app or extension in Console, which hides the texts of
  /// errors unless a device has a profile for them. `receive` passes the messages on to the app. A
  /// system without `Logger` logs nothing (Logger reference).
  nonisolated public struct BackgroundLog: Sendable {
    /// A message of the log, as the app receives it.
    public struct Message: Sendable {
      /// The category: the name of a session, or `sessions`, `tasks` or `pushes`.
      public let category: String
      /// The text, which contains only identifiers, numbers and codes besides its words.
      public let text: String
      /// The text of an error, which may name files, URLs and accounts; `nil` if the message is not
      /// about an error.
      public let detail: String?
      /// Whether the message reports a failure.
      public let isError: Bool
    }

    private static let receiver = Receiver()

    /// The log of tasks.
    public static let tasks = BackgroundLog(category: "tasks")
    /// The log of pushes.
    public static let pushes = BackgroundLog(category: "pushes")
    /// The log of sessions that the policy does not declare.
    public static let sessions = BackgroundLog(category: "sessions")

    /// The category of the messages.
    public let category: String

    /// The log with a category.
    public init(category: String) {
      self.category = category
    }

    /// Passes each message to a function, in addition to the log. If the function is `nil`,
    /// messages go only to the log.
    ///
    /// The function may be called on any thread, even before `receive` returns.
    public static func receive(_ function: (@Sendable (Message) -> Void)?) {
      receiver.set(function)
    }

    /// Logs an event.
    public func notice(_ text: String) {
      write(Message(category: category, text: text, detail: nil, isError: false))
    }

    /// Logs a failure and the error that caused it.
    public func error(_ text: String, _ error: (any Error)? = nil) {
      let code = error.map { $0 as NSError }.map { " (\($0.domain) \($0.code))" } ?? ""
      let detail = error.map { "\($0)" }
      write(Message(category: category, text: text + code, detail: detail, isError: true))
    }

    private func write(_ message: Message) {
      Self.receiver.pass(message)
      guard #available(iOS 14.0, macOS 11.0, watchOS 7.0, tvOS 14.0, visionOS 1.0, *) else {
        return
      }
      let detail = message.detail.map { ": \($0)" } ?? ""
      if message.isError {
        logger.error("\(message.text, privacy: .public)\(detail, privacy: .private)")
      } else {
        logger.notice("\(message.text, privacy: .public)")
      }
    }

    @available(iOS 14.0, macOS 11.0, watchOS 7.0, tvOS 14.0, visionOS 1.0, *)
    private var logger: os.Logger {
      os.Logger(
        subsystem: Bundle.main.bundleIdentifier ?? "BackgroundRuntime", category: category)
    }

    /// Keeps the function of the app, which any thread may set and call.
    nonisolated private final class Receiver: @unchecked Sendable {
      typealias Function = @Sendable (Message) -> Void

      private let lock = NSLock()
      private var function: Function?

      func set(_ function: Function?) {
        lock.lock()
        defer { lock.unlock() }
        self.function = function
      }

      func pass(_ message: Message) {
        lock.lock()
        let function = function
        lock.unlock()
        function?(message)
      }
    }
  }
#endif
