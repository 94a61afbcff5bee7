internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let notificationServiceExpiryMissing = Rule(
    "BGP802", "notification-service-expiry-missing", .code, .warning,
    summary: "A notification service extension that waits for work, and does nothing when its time is up",
    why: """
      The extension has about 30 s. Without serviceExtensionTimeWillExpire(), the system then shows the notification as \
      it came, also without the changes that were ready.
      """,
    guide: RuleGuide(
      symptom: "The notification appears some 30 s late, as the server sent it (seen in 2026).",
      seenIn: [.notificationExpiryReport],
      ignoreWhen: "The work certainly ends in time.",
      swift: """
        override func serviceExtensionTimeWillExpire() {
          if let contentHandler, let content { contentHandler(content) }
        }
        """,
      related: ["notification-service-not-completed"]),
    citations: [.notificationService],
    triggers: [
      .withExtension(
        RuleExample.library,
        """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
          «override» func didReceive(
            _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            URLSession.shared.downloadTask(with: image(of: request)) { file, _, _ in
              contentHandler(content(of: request, with: file))
            }.resume()
          }
        }
        """)
    ],
    passes: [
      .withExtension(
        RuleExample.library,
        """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
          private var contentHandler: ((UNNotificationContent) -> Void)?

          override func didReceive(
            _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            self.contentHandler = contentHandler
            URLSession.shared.downloadTask(with: image(of: request)) { file, _, _ in
              contentHandler(content(of: request, with: file))
            }.resume()
          }

          override func serviceExtensionTimeWillExpire() { contentHandler?(UNNotificationContent()) }
        }
        """),
      .withExtension(
        RuleExample.library,
        """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
          override func didReceive(
            _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) { contentHandler(changed(request.content)) }
        }
        """),
    ],
    check: .facts([.notificationService]) { fact, code, _, context in
      guard fact[.expires] == false else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "This extension waits for work, and does not have serviceExtensionTimeWillExpire()",
        help: "implement it, and call the content handler with what is ready")
    }
  )
}
