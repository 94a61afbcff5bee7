internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let notificationServiceNotCompleted = Rule(
    "BGP801", "notification-service-not-completed", .code, .warning,
    summary: "A notification service extension with a way out on which its content handler is not called",
    why: """
      The system waits for the content handler for up to 30 s, and then shows the notification as it came.
      """,
    guide: RuleGuide(
      symptom: "The notification appears late, and without the changes of the extension.",
      swift: """
        guard let url = imageURL(of: request.content) else {
          contentHandler(request.content)
          return
        }
        """,
      related: ["notification-service-expiry-missing"]),
    citations: [.notificationService],
    triggers: [
      .withExtension(
        RuleExample.library,
        """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
          override func didReceive(
            _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            guard let content = changed(request.content) else { «return» }
            contentHandler(content)
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
          override func didReceive(
            _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            guard let content = changed(request.content) else {
              contentHandler(request.content)
              return
            }
            contentHandler(content)
          }
        }
        """),
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
            change(request.content)
          }

          override func serviceExtensionTimeWillExpire() { contentHandler?(UNNotificationContent()) }
        }
        """),
    ],
    check: .code { code, _, context in
      code.facts(.notificationService).flatMap { fact -> [Diagnostic] in
        guard ["sometimes", "never"].contains(fact["completes"]?.string) else { return [] }
        return fact.values.filter { $0.key == "exit" }.compactMap { exit in
          context.diagnostic(
            at: exit.value.location, in: code, "Nothing calls the content handler on this way out",
            help: "call it with the content of the request")
        }
      }
    }
  )
}
