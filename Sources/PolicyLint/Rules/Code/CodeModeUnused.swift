internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

/// What code has to do so that the system keeps the app running in a mode, for modes with a property that is easily forgotten.
private let remedies = ["location": "set allowsBackgroundLocationUpdates of CLLocationManager"]

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
        """),
      .withApp(
        """
        backgroundModes: [«audio», fetch]
        permittedIdentifiers: [com.transistorsoft.fetch]
        """,
        """
        import TSBackgroundFetch
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """),
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
      .withApp(
        """
        backgroundModes: [audio, bluetooth-central]
        """,
        """
        import AVFoundation
        import CoreBluetooth

        public final class Player {
          public let player = AVPlayer()
          public let manager = CBCentralManager()
        }
        """),
    ],
    check: .code { code, policy, context in
      guard code.isComplete else { return [] }
      let plugins = Set(code.unknownPlugins)
      return (policy.backgroundModes?.value ?? []).compactMap { entry in
        guard let mode = entry.value.mode, entry.value.owner.value == .app,
          code.uses(mode: mode.value, policy) == false, code.unknownPlugins(for: mode.value).isEmpty
        else { return nil }
        let unknown = code.unknownPackages.isEmpty ? code.unknownModules : code.unknownPackages
        // The names of the plugins do not suggest that they use the mode.
        let isOpen = !unknown.allSatisfy(plugins.contains)
        let others =
          unknown.isEmpty
          ? "if a dependency uses it"
          : "if \(unknown[0])\(unknown.count == 1 ? "" : " or another package") uses it"
        return context.diagnostic(
          at: .value(mode.node), in: code,
          "Nothing in the app's code\(code.dependencies.isEmpty ? "" : " or its known dependencies") uses the background mode \(mode.value)",
          help:
            "\(remedies[mode.value].map { "\($0), " } ?? "")remove it, or write { mode: \(mode.value), owner: sdk } \(others)",
          found: [],
          severity: isOpen ? .info : nil)
      }
    }
  )
}
