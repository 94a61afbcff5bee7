internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginEntryPointMissing = Rule(
    "BGP814", "code-plugin-entry-point-missing", .code, .warning, .reported,
    summary: "A function of Dart that a package calls in the background, and that is no entry point",
    why: """
      The package starts an engine of its own in the background, and looks the function up by its name. A release build removes or renames \
      functions without @pragma('vm:entry-point'), and a closure has no name.
      """,
    guide: RuleGuide(
      symptom: "A debug build does the work, and a release build does not.",
      related: ["code-plugin-mode-missing"]),
    citations: [.dartEntryPoints, .flutterFireMessaging, .workmanagerTasks],
    triggers: [
      .withApp(
        """
        backgroundModes: [remote-notification]
        """, in: "lib/main.dart",
        """
        import 'package:firebase_messaging/firebase_messaging.dart';

        Future<void> onMessage(RemoteMessage message) async => save(message);

        void main() {
          FirebaseMessaging.«onBackgroundMessage»(onMessage);
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [remote-notification]
        """, in: "lib/main.dart",
        """
        import 'package:firebase_messaging/firebase_messaging.dart';

        @pragma('vm:entry-point')
        Future<void> onMessage(RemoteMessage message) async => save(message);

        void main() {
          FirebaseMessaging.onBackgroundMessage(onMessage);
        }
        """)
    ],
    check: .code { code, _, context in
      code.pluginCalls.compactMap { call in
        guard call.lacksEntryPoint else { return nil }
        return context.diagnostic(
          at: call.location, in: code,
          "A release build does not find the function that \(call.name) gets, because it is no entry point",
          help: "pass a top-level function with @pragma('vm:entry-point')")
      }
    }
  )
}
