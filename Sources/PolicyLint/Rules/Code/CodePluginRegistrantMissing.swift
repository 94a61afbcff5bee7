internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginRegistrantMissing = Rule(
    "BGP826", "code-plugin-registrant-missing", .code, .warning, .reported,
    summary: "A task of workmanager that uses plugins which the app does not register for it",
    why: """
      The tasks of workmanager run in an engine of Flutter of their own. A plugin works there only if the app registers it in the callback of \
      WorkmanagerPlugin.setPluginRegistrantCallback.
      """,
    guide: RuleGuide(
      symptom: """
        The task fails with MissingPluginException, or with “PlatformException(channel-error, Unable to establish connection on channel”.
        """,
      swift: """
        WorkmanagerPlugin.setPluginRegistrantCallback { registry in
          GeneratedPluginRegistrant.register(with: registry)
        }
        """,
      related: ["code-plugin-not-initialized"]),
    citations: [.workmanagerTasks, .workmanagerPlugins],
    triggers: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "lib/main.dart",
        """
        import 'package:shared_preferences/shared_preferences.dart';
        import 'package:workmanager/workmanager.dart';

        @pragma('vm:entry-point')
        void dispatch() {
          Workmanager().«executeTask»((task, data) async {
            final preferences = await SharedPreferences.getInstance();
            return preferences.setBool('done', true);
          });
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
        void dispatch() => Workmanager().executeTask((task, data) async => load());
        """)
    ],
    check: .code { code, _, context in
      let registers = code.facts(.dependency).contains { $0[.registersPlugins] == true }
      guard code.isComplete, !registers else { return [] }
      return code.pluginCalls.compactMap { call in
        guard let plugin = call.plugin else { return nil }
        return context.diagnostic(
          at: call.location, in: code,
          "The tasks use \(plugin), which the app does not register for the engine that runs them",
          help: "call WorkmanagerPlugin.setPluginRegistrantCallback in the app's delegate")
      }
    }
  )
}
