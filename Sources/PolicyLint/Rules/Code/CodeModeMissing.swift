internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeModeMissing = Rule(
    "BGP728", "code-mode-missing", .code, .warning,
    summary: "Code that works only with a background mode that the app does not have",
    why: """
      Picture in Picture and sound with the app in the background need the mode audio, CloudKit tells a Core Data store about changes by \
      silent pushes, a channel of PushToTalk needs the mode push-to-talk, and sessions of watch apps need their mode.
      """,
    guide: RuleGuide(
      symptom: """
        Sound stops when the screen is locked (seen in 2020), isPictureInPicturePossible stays false, changes in CloudKit arrive only \
        when the app is launched, a channel manager is not made, or a session of a watch app ends with an error.
        """,
      seenIn: [.soundWithoutModeReport],
      ignoreWhen: "A script adds the mode when the app is built, or the app does without the feature.",
      related: ["code-mode-unused", "other-work-mode-missing"]),
    citations: [
      .executionModes, .pictureInPicture, .coreDataWithCloudKit, .extendedRuntimeSessions, .pushToTalk,
    ],
    triggers: [
      .withApp(
        """
        backgroundModes: [‹fetch→audio›]
        """,
        """
        import AVKit

        public func controller(_ layer: AVPlayerLayer) -> AVPictureInPictureController? {
          «AVPictureInPictureController»(playerLayer: layer)
        }
        """),
      .withApp(
        """
        backgroundModes: [fetch]
        """,
        """
        import CoreData

        public let container = «NSPersistentCloudKitContainer»(name: "Model")
        """),
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch]
        """,
        """
        import CoreData

        public func container() -> NSPersistentContainer {
          let container = NSPersistentCloudKitContainer(name: "Model")
          container.persistentStoreDescriptions.first?.cloudKitContainerOptions = nil
          return container
        }
        """)
    ],
    check: .code { code, policy, context in
      var seen: Set<String> = []
      return code.facts(.requiredMode).compactMap { fact in
        guard let mode = fact["mode"]?.string, let symbol = fact["symbol"]?.string, fact.conditions.isEmpty,
          code.isMissing(mode, of: fact, policy), seen.insert(symbol).inserted
        else { return nil }
        let isAnyMode = mode == PlatformFacts.InfoPlistKey.watchModes
        let isOnWatch = code.isOnWatch(fact)
        return context.diagnostic(
          at: fact.location, in: code,
          isAnyMode
            ? "A \(symbol) needs a mode in \(mode), and the app's Info.plist has none"
            : "\(symbol) needs the background mode \(mode), which the app does not have",
          help: isOnWatch
            ? "add \(isAnyMode ? "self-care, mindfulness, physical-therapy or underwater-depth" : mode) to WKBackgroundModes in the Info.plist"
            : "add \(mode) to UIBackgroundModes in the Info.plist and to the policy's backgroundModes")
      }
    }
  )
}

extension ReleaseCode {
  /// Whether the app that compiles the code of a fact certainly does not have a mode.
  fileprivate func isMissing(_ mode: String, of fact: CodeFact, _ policy: Policy) -> Bool {
    let targets = targets(compiling: fact)
    guard !targets.isEmpty else { return false }
    if isOnWatch(fact) {
      return targets.allSatisfy { target in
        guard let release = target.release, knowsInfoPlist(of: release) else { return false }
        let keys = [PlatformFacts.InfoPlistKey.watchModes, PlatformFacts.InfoPlistKey.backgroundModes]
        let modes = keys.compactMap { release.infoPlistValues[$0] }
        return mode == PlatformFacts.InfoPlistKey.watchModes
          ? modes.isEmpty
          : modes.allSatisfy { $0.list?.allSatisfy { $0.string.map { $0 != mode } ?? false } ?? false }
      }
    }
    // Workouts and extended runtime sessions are of the watch; a store without the entitlement for CloudKit is local.
    guard ["audio", "push-to-talk", "remote-notification"].contains(mode),
      targets.allSatisfy({ $0.kind == .app }),
      policy.hasMode(mode), !policy.placedBackgroundModes.contains(where: { $0.value == mode })
    else { return false }
    // Apps for tvOS play in the foreground.
    let systems = policy.app?.value.deploymentTarget.platforms ?? []
    guard mode != "audio" || systems.isEmpty || systems.contains(where: { $0 != .tvOS }) else { return false }
    return mode != "remote-notification"
      || targets.allSatisfy { target in
        guard let release = target.release, release.entitlements != nil else { return true }
        return release.entitlementValues["com.apple.developer.icloud-services"] != nil
      }
  }
}
