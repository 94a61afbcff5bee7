internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginFinishMissing = Rule(
    "BGP816", "code-plugin-finish-missing", .code, .warning, .reported,
    summary: "A task in JavaScript, Dart, Kotlin or C# that nothing finishes",
    why: """
      The task of the system ends only when its code completes it. BackgroundFetch completes it when the code calls finish(taskId), and Capacitor's background runner when a listener calls resolve or reject. A task that is not completed runs until its time is up, and the system then launches the \
      app less often.
      """,
    guide: RuleGuide(
      symptom: "The system ends the app in the background, and seldom launches it again.",
      related: ["bg-completion-missing"]),
    citations: [.reactBackgroundFetch, .backgroundFetchInstallation, .capacitorBackgroundRunner],
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
        if call.lacksEnd {
          return context.diagnostic(
            at: call.location, in: code,
            "The listener\(call.task?.string.map { " of \($0)" } ?? "") calls neither resolve nor reject, so that its task never ends",
            help: "call resolve() at the end, and reject(error) if the work fails")
        }
        guard let counterpart = call.function?.counterpart,
          !calls.contains(where: { $0.package == call.package && $0.name == counterpart })
        else { return nil }
        let language = call.function?.language
        // Code in Swift, which is not among the calls of plugins, may complete a task that Kotlin passes on.
        return context.diagnostic(
          at: call.location, in: code, "No code calls \(counterpart) when the work of a task has ended",
          help: language?.callsFrameworks ?? false
            ? "call \(counterpart) of the task at the end, and when its time is up"
            : "call BackgroundFetch.\(counterpart)(taskId) at the end, and in the handler of a timeout",
          severity: language == .kotlin ? .info : nil)
      }
    }
  )
}
