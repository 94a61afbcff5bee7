internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginTaskNotDefined = Rule(
    "BGP822", "code-plugin-task-not-defined", .code, .warning, .reported,
    summary: "A task in JavaScript that is registered, and that nothing defines",
    why: """
      The package looks a task up by its name when the system launches the app. Expo removes the registration of a task that it does not \
      find, and Capacitor's background runner does nothing for an event without a listener.
      """,
    guide: RuleGuide(
      symptom:
        "The log has “Task 'sync' not found for app ID 'mainApplication'” (seen in 2022), and nothing happens.",
      seenIn: [.expoTaskNotFound],
      ignoreWhen: "A dependency defines the task.",
      related: ["code-plugin-task-in-component", "code-plugin-task-not-registered"]),
    citations: [.expoTaskManager, .capacitorBackgroundRunner],
    triggers: [
      .withApp(
        """
        backgroundModes: [processing]
        """, in: "App.tsx",
        """
        import * as BackgroundTask from 'expo-background-task';
        import * as TaskManager from 'expo-task-manager';

        TaskManager.defineTask('sync', async () => sync());
        export const start = async () => {
          await BackgroundTask.registerTaskAsync('sync');
          await BackgroundTask.«registerTaskAsync»('backup');
        };
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [processing]
        """, in: "App.tsx",
        """
        import * as BackgroundTask from 'expo-background-task';
        import * as TaskManager from 'expo-task-manager';

        const NAME = 'sync';
        TaskManager.defineTask(NAME, async () => sync());
        export const start = () => BackgroundTask.registerTaskAsync(NAME);
        """)
    ],
    check: .code { code, _, context in
      PluginTasks(code, ofRunner: false).undefined.compactMap { call in
        context.diagnostic(
          at: call.location, in: code,
          "Nothing defines the task \(call.task?.string ?? ""), so that nothing happens when the task is due",
          help: "call defineTask with the name in the global scope of a file that the entry point imports")
      }
        + PluginTasks(code, ofRunner: true).undefined.compactMap { call in
          context.diagnostic(
            at: call.task?.location ?? call.location, in: code,
            "The script of the background runner has no listener for \(call.task?.string ?? "")",
            help: "call addEventListener with the name, or name the event of a listener")
        }
    }
  )
}
