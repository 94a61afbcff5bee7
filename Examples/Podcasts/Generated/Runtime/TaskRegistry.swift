// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// The task identifiers that this process has registered. Each identifier is registered only
  /// once, because the system ends an app that registers an identifier twice (BGTaskScheduler.h).
  nonisolated public final class TaskRegistry: @unchecked Sendable {
    /// The identifiers of this process.
    public static let shared = TaskRegistry()

    private let lock = NSLock()
    private var identifiers: Set<String> = []

    private init() {}

    /// Whether an identifier is registered.
    public func contains(_ identifier: String) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      return identifiers.contains(identifier)
    }

    /// Registers an identifier unless it is registered already, and returns whether it is
    /// registered now.
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public func register(
      _ identifier: String,
      launchHandler: @escaping @Sendable (BGTask) -> Void
    ) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      guard !identifiers.contains(identifier) else { return true }
      let isPermitted = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
      if isPermitted { identifiers.insert(identifier) }
      return isPermitted
    }
  }
#endif
