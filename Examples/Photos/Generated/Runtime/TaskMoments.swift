// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  /// The moments in an app's life cycle at which requests are submitted.
  nonisolated public final class TaskMoments: @unchecked Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let lock = NSLock()
    private var hasBegun = false
    private var hasLaunched = false

    /// The moments of a process that has not begun.
    public init() {}

    /// Begins to observe the moments, and submits the requests of a launch. Only the first call has
    /// an effect, when the app has just launched.
    ///
    /// - Parameter waitsForScene: Whether SwiftUI registers a task. SwiftUI registers tasks until
    /// the app has finished launching, and the system ends an app that submits their requests
    /// earlier.
    ///
    /// - Parameter launched: Submits the requests of a launch; `nil` if a launch submits none.
    ///
    /// - Parameter enteringBackground: Submits requests each time when the app enters the
    /// background.
    public func begin(
      waitsForScene: Bool = false,
      launched: (@Sendable () async -> Void)?,
      enteringBackground: (@Sendable () async -> Void)? = nil
    ) {
      lock.lock()
      let isFirst = !hasBegun
      hasBegun = true
      lock.unlock()
      guard isFirst else { return }
      if let launched {
        if waitsForScene {
          waitForScene(launched)
        } else {
          SwiftTask { await launched() }
        }
      }
      #if canImport(UIKit) && !os(watchOS)
        guard let enteringBackground else { return }
        SwiftTask { @MainActor in
          _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
          ) { _ in
            SwiftTask { await enteringBackground() }
          }
        }
      #endif
    }

    private func waitForScene(_ launched: @escaping @Sendable () async -> Void) {
      let names = [
        "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
      ]
      for name in names {
        _ = NotificationCenter.default.addObserver(
          forName: Notification.Name(name), object: nil, queue: nil
        ) { _ in
          self.launch(launched)
        }
      }
    }

    private func launch(_ launched: @escaping @Sendable () async -> Void) {
      lock.lock()
      let isFirst = !hasLaunched
      hasLaunched = true
      lock.unlock()
      guard isFirst else { return }
      SwiftTask { await launched() }
    }
  }
#endif
