internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginNotInitialized = Rule(
    "BGP823", "code-plugin-not-initialized", .code, .warning, .reported,
    summary: "A task of workmanager in an app that never initializes the package",
    why:
      "The package keeps the function that does the work, which the code passes to initialize. Without it, no task has any work.",
    guide: RuleGuide(
      symptom: "The call fails with “You have not properly initialized the Flutter WorkManager Package”.",
      related: ["code-plugin-entry-point-missing"]),
    citations: [.workmanagerTasks],
    triggers: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "lib/main.dart",
        """
        import 'package:workmanager/workmanager.dart';

        void main() {
          Workmanager().«registerPeriodicTask»('com.example.refresh', 'refresh');
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "lib/main.dart",
        """
        import 'package:workmanager/workmanager.dart';

        @pragma('vm:entry-point')
        void dispatch() => Workmanager().executeTask((task, data) async => true);

        void main() {
          Workmanager().initialize(dispatch);
          Workmanager().registerPeriodicTask('com.example.refresh', 'refresh');
        }
        """)
    ],
    check: .code { code, _, context in
      let calls = code.pluginCalls
      return calls.compactMap { call in
        guard let first = call.function?.predecessor,
          !calls.contains(where: { $0.package == call.package && $0.name == first })
        else { return nil }
        return context.diagnostic(
          at: call.location, in: code, "No code calls \(first) of \(call.package), which this call needs",
          help: "call \(first) with the function that does the work before the app registers tasks")
      }
    }
  )
}
