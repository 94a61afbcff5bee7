// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS) && !os(tvOS) && !os(watchOS)
  import BackgroundTasks
  public import Foundation

  @available(iOS 17.0, macCatalyst 17.0, visionOS 1.0, *)
  nonisolated extension ScheduledTask {
    /// A task that processes data of a health study in which a person takes part.
    ///
    /// - Parameter identifier: The identifier, which the app's Info.plist lists.
    ///
    /// - Parameter requiresExternalPower: Whether the device has to be charging.
    ///
    /// - Parameter requiresNetworkConnectivity: Whether the device has to have a network.
    ///
    /// - Parameter protection: The protection of the files that the work needs; `nil` for the
    /// system's default.
    ///
    /// - Parameter earliestBegin: The time before which the system does not run a request.
    ///
    /// - Parameter unlessPending: Whether a pending request is left, instead of replaced.
    ///
    /// - Parameter moments: The moments at which requests are submitted.
    ///
    /// - Parameter submit: Passes a request to the system.
    public static func healthResearch(
      _ identifier: String,
      requiresExternalPower: Bool = false,
      requiresNetworkConnectivity: Bool = false,
      protectionTypeOfRequiredData protection: FileProtectionType? = nil,
      earliestBegin: EarliestBegin? = nil,
      unlessPending: Bool = false,
      submittedAt moments: Set<Moment> = [],
      by submit: @escaping Submit = submission
    ) -> ScheduledTask {
      // Ten processing requests may be pending (BGTaskScheduler.h).
      ScheduledTask(
        identifier: identifier, type: "BGHealthResearchTask", limit: 10,
        earliestBegin: earliestBegin, isSubmittedOnlyOnce: unlessPending, moments: moments,
        isRunByScene: false, passOn: submit,
        makeRequest: {
          let request = BGHealthResearchTaskRequest(identifier: $0)
          request.requiresExternalPower = requiresExternalPower
          request.requiresNetworkConnectivity = requiresNetworkConnectivity
          if let protection {
            request.protectionTypeOfRequiredData = protection.rawValue as NSString
          }
          return request
        })
    }
  }
#endif
