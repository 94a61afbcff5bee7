internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginTaskInComponent = Rule(
    "BGP783", "code-plugin-task-in-component", .code, .warning, .reported,
    summary:
      "A task or handler in JavaScript that only a component defines, or a function that no code calls at launch",
    why: """
      When the system launches the app in the background, the global scope of the JavaScript runs before any component, and Expo mounts no \
      component at all. A task or handler that a component defines does not exist then, nor does a task that a function defines which only \
      components call.
      """,
    guide: RuleGuide(
      symptom:
        "The log has “Task 'sync' not found for app ID 'mainApplication'” (seen in 2022), and the task does nothing.",
      seenIn: [.expoTaskNotFound]),
    citations: [.expoTaskManager, .reactFirebaseMessaging],
    triggers: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "App.tsx",
        """
        import * as TaskManager from 'expo-task-manager';
        import { useEffect } from 'react';

        export default function App() {
          useEffect(() => {
            TaskManager.«defineTask»('sync', async () => sync());
          }, []);
          return null;
        }
        """),
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "Sync.tsx",
        """
        import * as TaskManager from 'expo-task-manager';

        export async function startSync(store) {
          TaskManager.«defineTask»('sync', async () => store.sync());
        }
        """),
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "Sync.tsx",
        """
        import * as TaskManager from 'expo-task-manager';

        function defineTasks() {
          TaskManager.defineTask('sync', async () => sync());
        }

        defineTasks();
        """),
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "App.tsx",
        """
        import * as TaskManager from 'expo-task-manager';

        if (!TaskManager.isTaskDefined('sync')) {
          TaskManager.defineTask('sync', async () => sync());
        }

        export default function App() {
          return null;
        }
        """),
    ],
    check: .code { code, _, context in
      code.pluginCalls.compactMap { call in
        let help = "call \(call.name) in the global scope of a file that the entry point imports"
        if !call.isInComponent, let function = call.uncalledFunction {
          return context.diagnostic(
            at: call.location, in: code,
            "The task does not exist when the app is launched in the background, because no code calls \(function) when the app's files are loaded",
            help: help)
        }
        guard call.isInComponent, call.function?.isGlobal ?? false else { return nil }
        return context.diagnostic(
          at: call.location, in: code,
          "The \(call.task == nil ? "handler" : "task") does not exist when the app is launched in the background, because only a component defines it",
          help: help)
      }
    }
  )
}
