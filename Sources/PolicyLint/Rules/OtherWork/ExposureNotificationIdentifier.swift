internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let exposureNotificationIdentifier = Rule(
    "BGP653", "exposure-notification-identifier", .otherWork, .warning, .reported,
    summary: "An Exposure Notification task whose identifier does not end as the system expects",
    why: """
      The system runs a task on the schedule of Exposure Notification if its identifier ends in \
      .exposure-notification. Any other processing task waits until the device is idle.
      """,
    citations: [.exposureNotificationApps],
    triggers: [
      """
      otherWork:
        exposures: { kind: exposureNotification, identifier: «com.example.exposures» }
      """
    ],
    passes: [
      """
      otherWork:
        exposures: { kind: exposureNotification, identifier: com.example.exposure-notification }
      """
    ],
    check: .policy { policy, context in
      policy.otherWork.compactMap { work in
        let suffix = PlatformFacts.exposureNotificationSuffix.value
        guard work.kind?.value == .exposureNotification, let identifier = work.identifier,
          !identifier.value.text.hasSuffix(suffix)
        else { return nil }
        return context.diagnostic(
          at: .value(identifier.node), "\(identifier.value.text) does not end in \(suffix)",
          help: "write the bundle identifier followed by \(suffix)")
      }
    }
  )
}
