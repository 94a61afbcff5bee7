internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let extensionTransferInForeground = Rule(
    "BGP770", "extension-transfer-in-foreground", .code, .warning,
    summary: "An extension that ends its request before a transfer has ended",
    why: """
      The system may end an extension as soon as its request is complete. Only the transfers of a background session, \
      with a container that the extension shares with its app, go on.
      """,
    guide: RuleGuide(
      symptom: "No error: now and then, what someone shares never arrives.",
      ignoreWhen: "The transfer may be lost.",
      swift: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.share")
        configuration.sharedContainerIdentifier = "group.com.example"
        """,
      related: ["session-extension-missing-container"]),
    citations: [.extensionTransfers],
    triggers: [
      .withExtension(
        RuleExample.library,
        """
        import UIKit

        final class ShareController: UIViewController {
          override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            «URLSession.shared.uploadTask»(with: request(), fromFile: file()).resume()
            extensionContext?.completeRequest(returningItems: nil)
          }
        }
        """)
    ],
    passes: [
      .withExtension(
        RuleExample.library,
        """
        import UIKit

        final class ShareController: UIViewController {
          override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            URLSession.shared.uploadTask(with: request(), fromFile: file()) { _, _, _ in
              self.extensionContext?.completeRequest(returningItems: nil)
            }.resume()
          }
        }
        """)
    ],
    check: .facts([.transfer]) { fact, code, _, context in
      guard fact[.outlivesRequest] == true, fact[.foreground] == true, code.isInExtension(fact) else {
        return nil
      }
      return context.diagnostic(
        at: fact.location, in: code,
        "The extension ends its request while this transfer runs, whose session is not a background session",
        help:
          "start it in a background session with a shared container, or end the request when the transfer has ended"
      )
    }
  )
}
