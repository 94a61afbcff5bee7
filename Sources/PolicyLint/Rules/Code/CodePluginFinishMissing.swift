internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginFinishMissing = Rule(
    "BGP816", "code-plugin-finish-missing", .code, .warning, .reported,
    summary: "A task of BackgroundFetch in JavaScript or Dart that nothing finishes",
    why: """
      BackgroundFetch completes the task of the system only when the code calls finish(taskId). A task that is not completed \
      runs until its time is up, and the system then launches the app less often.
      """,
    guide: RuleGuide(
      symptom: "The system ends the app in the background, and seldom launches it again.",
      related: ["bg-completion-missing"]),
    citations: [.reactBackgroundFetch, .backgroundFetchInstallation],
    triggers: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "App.tsx",
        """
        import BackgroundFetch from 'react-native-background-fetch';

        export const start = () => BackgroundFetch.«configure»({ minimumFetchInterval: 15 }, async (taskId) => {
          await sync();
        }, async (taskId) => {});
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "App.tsx",
        """
        import BackgroundFetch from 'react-native-background-fetch';

        const onEvent = async (taskId) => {
          await sync();
          BackgroundFetch.finish(taskId);
        };
        export const start = () => BackgroundFetch.configure({ minimumFetchInterval: 15 }, onEvent, async (taskId) => {});
        """)
    ],
    check: .code { code, _, context in
      let calls = code.pluginCalls
      return calls.compactMap { call in
        guard let counterpart = call.function?.counterpart,
          !calls.contains(where: { $0.package == call.package && $0.name == counterpart })
        else { return nil }
        return context.diagnostic(
          at: call.location, in: code, "No code calls \(counterpart) when the work of a task has ended",
          help: "call BackgroundFetch.\(counterpart)(taskId) at the end, and in the handler of a timeout")
      }
    }
  )
}
