internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginIdentifierNotPermitted = Rule(
    "BGP782", "code-plugin-identifier-not-permitted", .code, .warning, .reported,
    summary: "A task in JavaScript, Dart, Kotlin or C# whose identifier the Info.plist does not permit",
    why: """
      The system rejects a request with an identifier that BGTaskSchedulerPermittedIdentifiers does not contain, in whatever language \
      the request is made.
      """,
    guide: RuleGuide(
      symptom: """
        Submitting the request fails with BGTaskSchedulerErrorDomain Code=3, which some packages only log: “Could not schedule \
        BGAppRefreshTask” (seen in 2026).
        """,
      seenIn: [.workmanagerReport],
      ignoreWhen: "The app makes the call on Android alone.",
      related: ["code-identifier-not-permitted", "code-identifier-not-registered"]),
    citations: [
      .taskSchedulerHeader, .workmanagerTasks, .backgroundFetchInstallation, .reactBackgroundFetch,
    ],
    triggers: [
      .withApp(
        """
        backgroundModes: [fetch]
        permittedIdentifiers: [com.example.‹sync→refresh›]
        """, in: "main.dart",
        """
        import 'package:workmanager/workmanager.dart';

        const task = 'com.example.refresh';

        void schedule() {
          Workmanager().registerPeriodicTask(«task», 'refresh');
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch]
        permittedIdentifiers: [com.example.sync]
        """, in: "main.dart",
        """
        import 'package:workmanager/workmanager.dart';

        void schedule(String name) {
          Workmanager().registerPeriodicTask('com.example.$name', name);
        }
        """)
    ],
    check: .code { code, policy, context in
      let permitted = policy.placedPermittedIdentifiers.map(\.value)
      var seen: Set<String> = []
      return code.pluginCalls.compactMap { call in
        guard let place = call.identifier?.location, let text = call.identifier?.string,
          let identifier = code.expanded(text, in: policy),
          !permitted.contains(where: { $0.permits(identifier) || $0.text.isUnresolved }),
          seen.insert(identifier).inserted
        else { return nil }
        return context.diagnostic(
          at: place, in: code, "The Info.plist does not permit the identifier \(identifier) of this task",
          help: "add it to BGTaskSchedulerPermittedIdentifiers and to the policy's permittedIdentifiers",
          severity: call.asksForSystem ? .info : nil)
      }
    }
  )
}
