internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginTaskNotRegistered = Rule(
    "BGP821", "code-plugin-task-not-registered", .code, .warning, .reported,
    summary: "A task of Expo that is defined, and that nothing registers",
    why: """
      defineTask only says what a task does. The task runs only after a call such as registerTaskAsync of expo-background-task has \
      registered the task's name.
      """,
    guide: RuleGuide(
      symptom: "No error: the task never runs.",
      ignoreWhen: "A dependency registers the task.",
      related: ["code-plugin-task-in-component", "code-plugin-task-not-defined"]),
    citations: [.expoTaskManager],
    triggers: [
      .withApp(
        """
        backgroundModes: [processing]
        """, in: "App.tsx",
        """
        import * as TaskManager from 'expo-task-manager';

        TaskManager.«defineTask»('sync', async () => sync());
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

        TaskManager.defineTask('sync', async () => sync());
        export const start = () => BackgroundTask.registerTaskAsync('sync');
        """)
    ],
    check: .code { code, _, context in
      PluginTasks(code, ofRunner: false).unregistered.compactMap { call in
        context.diagnostic(
          at: call.location, in: code,
          "Nothing registers the task \(call.task?.string ?? ""), which never runs",
          help: "call registerTaskAsync of the package that starts the task with its name")
      }
    }
  )
}
