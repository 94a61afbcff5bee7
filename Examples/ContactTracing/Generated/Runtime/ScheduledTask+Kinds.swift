// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  import BackgroundTasks
  public import Foundation

  nonisolated extension ScheduledTask {
    /// The time before which the system does not run a request.
    public enum EarliestBegin: Sendable {
      /// Some seconds after the submission.
      case after(TimeInterval)
      /// The next time of the device's clock.
      case at(hour: Int, minute: Int)
      /// Some seconds after the submission, and as many times longer after each failure in a row.
      case backoff(from: TimeInterval, factor: Double, atMost: TimeInterval)

      /// Whether the time depends on the failures of the task.
      var isBackedOff: Bool {
        if case .backoff = self { true } else { false }
      }

      /// The date of a request that is submitted now.
      func date(of identifier: String) -> Date? {
        switch self {
        case .after(let seconds):
          return Date(timeIntervalSinceNow: seconds)
        case .at(let hour, let minute):
          let time = DateComponents(hour: hour, minute: minute)
          return Calendar.current.nextDate(
            after: Date(), matching: time, matchingPolicy: .nextTime)
        case .backoff(let first, let factor, let longest):
          let wait = TaskBackoff.wait(for: identifier, from: first, factor: factor, atMost: longest)
          return Date(timeIntervalSinceNow: wait)
        }
      }
    }

    /// Passes a request to the system by the call that every system has.
    public static let submission: Submit = { try BGTaskScheduler.shared.submit($0) }

    /// A task that the system runs for a short time, when it expects a person to open the app.
    ///
    /// - Parameter identifier: The identifier, which the app's Info.plist lists.
    ///
    /// - Parameter earliestBegin: The time before which the system does not run a request.
    ///
    /// - Parameter unlessPending: Whether a pending request is left, instead of replaced.
    ///
    /// - Parameter moments: The moments at which requests are submitted.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task.
    ///
    /// - Parameter submit: Passes a request to the system.
    public static func appRefresh(
      _ identifier: String,
      earliestBegin: EarliestBegin? = nil,
      unlessPending: Bool = false,
      submittedAt moments: Set<Moment> = [],
      isRunByScene: Bool = false,
      by submit: @escaping Submit = submission
    ) -> ScheduledTask {
      // One app refresh request may be pending (BGTaskScheduler.h).
      ScheduledTask(
        identifier: identifier, type: "BGAppRefreshTask", limit: 1, earliestBegin: earliestBegin,
        isSubmittedOnlyOnce: unlessPending, moments: moments, isRunByScene: isRunByScene,
        passOn: submit, makeRequest: { BGAppRefreshTaskRequest(identifier: $0) })
    }

    /// A task that the system runs for some minutes, while the device is not in use.
    ///
    /// - Parameter identifier: The identifier, which the app's Info.plist lists.
    ///
    /// - Parameter requiresExternalPower: Whether the device has to be charging.
    ///
    /// - Parameter requiresNetworkConnectivity: Whether the device has to have a network.
    ///
    /// - Parameter earliestBegin: The time before which the system does not run a request.
    ///
    /// - Parameter unlessPending: Whether a pending request is left, instead of replaced.
    ///
    /// - Parameter moments: The moments at which requests are submitted.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task.
    ///
    /// - Parameter submit: Passes a request to the system.
    public static func processing(
      _ identifier: String,
      requiresExternalPower: Bool = false,
      requiresNetworkConnectivity: Bool = false,
      earliestBegin: EarliestBegin? = nil,
      unlessPending: Bool = false,
      submittedAt moments: Set<Moment> = [],
      isRunByScene: Bool = false,
      by submit: @escaping Submit = submission
    ) -> ScheduledTask {
      // Ten processing requests may be pending (BGTaskScheduler.h).
      ScheduledTask(
        identifier: identifier, type: "BGProcessingTask", limit: 10, earliestBegin: earliestBegin,
        isSubmittedOnlyOnce: unlessPending, moments: moments, isRunByScene: isRunByScene,
        passOn: submit,
        makeRequest: {
          let request = BGProcessingTaskRequest(identifier: $0)
          request.requiresExternalPower = requiresExternalPower
          request.requiresNetworkConnectivity = requiresNetworkConnectivity
          return request
        })
    }
  }
#endif
