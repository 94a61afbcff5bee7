internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeModeUnused = Rule(
    "BGP758", "code-mode-unused", .code, .warning, tags: .unnecessary,
    summary: "A background mode that nothing in the app's code uses",
    why: """
      App Review rejects background modes that an app does not use. Background transfers need none.
      """,
    guide: RuleGuide(
      symptom: """
        App Review may reject the app under guideline 2.5.4, for location with “Your app declares support \
        for location in the UIBackgroundModes key in your Info.plist file but does not have any features \
        that require persistent location.” (seen in 2022).
        """,
      seenIn: [.locationRejection],
      ignoreWhen: "A dependency uses the mode; `owner: sdk` declares that without a comment.",
      related: ["bg-mode-fetch-unused", "bg-mode-processing-unused"]),
    citations: [.reviewGuidelines, .taskHeader, .wildApps],
    triggers: [
      .withApp(
        """
        backgroundModes: [«fetch», «processing», «voip», «location», «audio»]
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch, location, audio, { mode: voip, owner: sdk }]
        """,
        """
        import AVFAudio
        import BackgroundTasks
        import CoreLocation

        public func play() throws { try AVAudioSession.sharedInstance().setCategory(.playback) }

        public func follow(_ manager: CLLocationManager) throws {
          manager.allowsBackgroundLocationUpdates = true
          try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """),
      .withApp(
        """
        backgroundModes: [fetch]
        """,
        """
        import DP3TSDK

        public func start() { DP3TTracing.startTracing() }
        """),
    ],
    check: .code { code, policy, context in
      // A module that runs something by itself may be the user.
      guard code.isComplete, code.facts(.dependency).isEmpty else { return [] }
      return (policy.backgroundModes?.value ?? []).compactMap { entry in
        guard let mode = entry.value.mode, entry.value.owner.value == .app,
          let user = users.first(where: { $0.mode == mode.value }),
          user.kinds.allSatisfy({ code.facts($0).isEmpty }), !usesTask(of: user.tasks, code)
        else { return nil }
        return context.diagnostic(
          at: .value(mode.node), in: code, "Nothing in the app's code uses the background mode \(mode.value)",
          help: "remove it, or write { mode: \(mode.value), owner: sdk } if a dependency uses it", found: [],
          severity: code.severityOfAbsence)
      }
    }
  )
}

/// The users of a mode: facts of some kinds, and tasks of some types.
private let users: [(mode: String, kinds: [FactKind], tasks: Set<String>)] = [
  ("fetch", [.performFetch, .minimumBackgroundFetchInterval], ["appRefresh"]),
  ("processing", [], ["processing", "healthResearch"]), ("voip", [.pushRegistry], []),
  // Without a category of its own, a session's sound ends with the app's time in the foreground.
  ("location", [.location], []), ("audio", [.audioSession], []),
]

/// Whether the code requests or registers a task of one of some types, or one whose type is not known.
private func usesTask(of types: Set<String>, _ code: ReleaseCode) -> Bool {
  !types.isEmpty
    && (code.facts(.taskRequest) + code.facts(.taskRegistration)).contains {
      $0["task"]?.string.map(types.contains) ?? true
    }
}
