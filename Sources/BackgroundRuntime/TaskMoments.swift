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

  /// The moments in an app's life cycle at which the requests of tasks are submitted.
  nonisolated public final class TaskMoments: @unchecked Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let lock = NSLock()
    private let tasks: [ScheduledTask]
    private var hasLaunched = false

    private init(_ tasks: [ScheduledTask]) { self.tasks = tasks }

    /// Begins when the app launches, once in a process for each task: submits the requests of a launch
    /// and the missing requests of recurring work, and submits other requests whenever the app enters
    /// the background.
    ///
    /// SwiftUI registers tasks until the app has finished launching, and the system ends an app that
    /// submits their requests earlier.
    public static func begin(_ tasks: [ScheduledTask]) {
      let moments = TaskMoments(tasks)
      if tasks.contains(where: \.isSubmittedAtLaunch) {
        if tasks.contains(where: { $0.isRunByScene && $0.isSubmittedAtLaunch }) {
          moments.waitForScene()
        } else {
          moments.launch()
        }
      }
      #if canImport(UIKit) && !os(watchOS)
        let later = tasks.filter { $0.moments.contains(.enteringBackground) }
        guard !later.isEmpty else { return }
        SwiftTask { @MainActor in
          _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
          ) { _ in
            SwiftTask {
              for task in later { await task.submitNext() }
            }
          }
        }
      #endif
    }

    private func waitForScene() {
      let names = [
        "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
      ]
      for name in names {
        _ = NotificationCenter.default.addObserver(
          forName: Notification.Name(name), object: nil, queue: nil
        ) { _ in
          self.launch()
        }
      }
    }

    private func launch() {
      lock.lock()
      let isFirst = !hasLaunched
      hasLaunched = true
      lock.unlock()
      guard isFirst else { return }
      SwiftTask {
        for task in tasks where task.isSubmittedAtLaunch { await task.launched() }
      }
    }
  }
#endif
