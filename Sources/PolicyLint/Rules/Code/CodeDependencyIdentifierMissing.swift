internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeDependencyIdentifierMissing = Rule(
    "BGP784", "code-dependency-identifier-missing", .code, .warning, .reported,
    summary: "A package that submits a request with an identifier that the Info.plist does not permit",
    why: """
      Some packages submit requests of their own in every app that uses them. The system rejects these requests until \
      BGTaskSchedulerPermittedIdentifiers contains the identifier.
      """,
    guide: RuleGuide(
      symptom: """
        The log has “Could not schedule app refresh: Error Domain=BGTaskSchedulerErrorDomain Code=3” (seen in 2022), and the task never \
        runs.
        """,
      seenIn: [.flutterServiceReport],
      ignoreWhen: "The app uses the package on Android alone.",
      related: ["code-identifier-not-registered", "code-dependency-mode-missing"]),
    citations: [.flutterBackgroundService, .backgroundFetchInstallation, .reactBackgroundFetch],
    triggers: [
      .withApp(
        """
        backgroundModes: [fetch]
        permittedIdentifiers: [dev.flutter.background.refresh]
        """,
        """
        import UIKit
        import flutter_background_service_ios

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            SwiftFlutterBackgroundServicePlugin.taskIdentifier = «"com.example.refresh"»
            return true
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [fetch]
        permittedIdentifiers: []
        """,
        """
        «import» TSBackgroundFetch
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """),
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch]
        permittedIdentifiers: [dev.flutter.background.refresh]
        """,
        """
        import UIKit
        import flutter_background_service_ios

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """)
    ],
    check: .code { code, policy, context in
      let permitted = policy.placedPermittedIdentifiers.map(\.value)
      func isPermitted(_ identifier: String) -> Bool {
        permitted.contains { $0.permits(identifier) || $0.text.isUnresolved }
      }
      // The app may use a dependency only with identifiers of the app's choice, which begin like the dependency's.
      func permitsAnother(like identifier: String) -> Bool {
        permitted.contains { $0.text.hasPrefix(family(of: identifier)) }
      }
      return code.dependencies.flatMap { dependency -> [Diagnostic] in
        let own = code.facts(.taskRegistration).filter { $0["dependency"]?.string == dependency.name }
        let stated = own.compactMap { fact -> Diagnostic? in
          guard let value = fact["identifier"], let identifier = code.identifier(of: fact, in: policy),
            !isPermitted(identifier),
            identifier != dependency.requiredIdentifier || !permitsAnother(like: identifier)
          else { return nil }
          return context.diagnostic(
            at: value.location, in: code,
            "\(dependency.name) submits requests with \(identifier), which the Info.plist does not permit",
            help: "add it to BGTaskSchedulerPermittedIdentifiers and to the policy's permittedIdentifiers")
        }
        let hasOther = own.contains { $0["identifier"]?.string != dependency.requiredIdentifier }
        guard let identifier = dependency.requiredIdentifier, stated.isEmpty, !hasOther,
          !isPermitted(identifier), !permitsAnother(like: identifier),
          let use = code.use(of: dependency)
        else { return stated }
        let message = "\(use.name) submits requests with \(identifier), which the Info.plist does not permit"
        let help =
          "add \(identifier) to BGTaskSchedulerPermittedIdentifiers and to the policy's permittedIdentifiers"
        if let found = context.diagnostic(at: use.location, in: code, message, help: help) { return [found] }
        // The file of the package manager is not among the files of code.
        let list = policy.permittedIdentifiers.map { DiagnosticLocation.key($0.node) }
        return [list ?? policy.app?.value.bundleIdentifier.map { .value($0.node) }].compactMap(\.self).map {
          context.diagnostic(at: $0, in: code, message, help: help, found: [])
        }
      }
    }
  )

  /// The beginning that an identifier shares with the other identifiers of the same dependency: all but the
  /// last component.
  private static func family(of identifier: String) -> Substring {
    identifier.lastIndex(of: ".").map { identifier[...$0] } ?? identifier[...]
  }
}
