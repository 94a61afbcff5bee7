internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeCloudSubscriptionSilent = Rule(
    "BGP804", "code-cloud-subscription-silent", .code, .warning,
    summary: "A subscription of CloudKit whose notifications neither ask for a silent push nor show anything",
    why: """
      CloudKit sends a silent push for a change only if shouldSendContentAvailable of the subscription's notificationInfo is \
      true, and an alert only if the notificationInfo has one.
      """,
    guide: RuleGuide(
      symptom: "No error: no push arrives when records change.",
      swift: """
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        subscription.notificationInfo = info
        """,
      related: ["code-push-not-registered"]),
    citations: [.cloudKitSubscriptions],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import CloudKit

        public func subscribe() {
          let subscription = CKDatabaseSubscription(subscriptionID: "changes")
          subscription.notificationInfo = «CKSubscription.NotificationInfo»()
          save(subscription)
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import CloudKit

        public func subscribe() {
          let subscription = «CKDatabaseSubscription»(subscriptionID: "changes")
          CKContainer.default().privateCloudDatabase.save(subscription) { _, error in log(error) }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import CloudKit

        public func subscribe() {
          let subscription = CKDatabaseSubscription(subscriptionID: "changes")
          let info = CKSubscription.NotificationInfo()
          info.shouldSendContentAvailable = true
          subscription.notificationInfo = info
          save(subscription)
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import CloudKit

        public func subscribe() {
          let info = CKSubscription.NotificationInfo(alertBody: "A record has changed")
          save(info)
        }
        """),
    ],
    check: .facts([.cloudSubscription]) { fact, code, _, context in
      guard fact[.sendsNothing] == true, code.isComplete else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "CloudKit sends no push for this subscription",
        help: "set shouldSendContentAvailable of its notificationInfo to true, or alertBody")
    }
  )
}
