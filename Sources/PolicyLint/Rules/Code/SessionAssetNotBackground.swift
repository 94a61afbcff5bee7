internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionAssetNotBackground = Rule(
    "BGP818", "session-asset-not-background", .code, .warning,
    summary: "An AVAssetDownloadURLSession of a configuration that is not a background configuration",
    why: "AVAssetDownloadURLSession supports only background configurations.",
    guide: RuleGuide(
      symptom: "Making the session raises an exception.",
      swift: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.media")
        """),
    citations: [.assetDownloadSession],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import AVFoundation

        final class Media: NSObject, AVAssetDownloadDelegate {
          lazy var session = AVAssetDownloadURLSession(
            configuration: «.default», assetDownloadDelegate: self, delegateQueue: .main)
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import AVFoundation

        final class Media: NSObject, AVAssetDownloadDelegate {
          lazy var session = AVAssetDownloadURLSession(
            configuration: .background(withIdentifier: "com.example.media"), assetDownloadDelegate: self,
            delegateQueue: .main)
        }
        """)
    ],
    check: .facts([.assetDownloadSession]) { fact, code, _, context in
      guard let type = fact["type"]?.string, type != "background" else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "AVAssetDownloadURLSession needs a background configuration, and this one is .\(type)",
        help: "use .background(withIdentifier:)")
    }
  )
}
