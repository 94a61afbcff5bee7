internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeAudioSilenced = Rule(
    "BGP777", "code-audio-silenced", .code, .warning,
    summary: "The background mode audio in an app whose audio session is silent in the background",
    why: """
      Locking the screen silences the categories ambient and soloAmbient, which is the default. With the mode audio, only sessions \
      that play or record, such as those of the category playback, continue in the background.
      """,
    guide: RuleGuide(
      symptom: "No error: the sound stops when the screen is locked or another app comes to the front.",
      ignoreWhen: "A dependency sets the category.",
      swift: "try AVAudioSession.sharedInstance().setCategory(.playback, mode: .default)",
      related: ["code-mode-unused"]),
    citations: [.audioCategories, .executionModes],
    triggers: [
      .withApp(
        """
        backgroundModes: [audio]
        """,
        """
        import AVFAudio

        public func play(_ player: AVAudioPlayer) throws {
          try «AVAudioSession.sharedInstance»().setCategory(.ambient)
          player.play()
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [audio]
        """,
        """
        import AVFAudio

        public func play(_ player: AVAudioPlayer) throws {
          try AVAudioSession.sharedInstance().setCategory(.playback)
          player.play()
        }

        public func click() throws { try AVAudioSession.sharedInstance().setCategory(.ambient) }
        """),
      .withApp(
        """
        backgroundModes: [audio]
        """,
        """
        import AVFAudio

        public func prepare(_ category: AVAudioSession.Category) throws {
          try AVAudioSession.sharedInstance().setCategory(category)
        }
        """),
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import AVFAudio

        public func click() throws { try AVAudioSession.sharedInstance().setCategory(.ambient) }
        """),
    ],
    check: .code { code, policy, context in
      let isOwn = (policy.backgroundModes?.value ?? []).contains {
        $0.value.mode?.value == "audio" && $0.value.owner.value == .app
      }
      let uses = code.facts(.modeUse).filter { $0["mode"]?.string == "audio" && !code.isInExtension($0) }
      guard isOwn, code.isComplete, code.unknownPlugins(for: "audio").isEmpty,
        !code.dependencies.contains(where: { $0.modes.contains("audio") }),
        !uses.contains(where: { $0[.ownSession] == true })
      else { return [] }
      let sessions = code.facts(.audioSession).filter { !code.isInExtension($0) }
      let help =
        "call setCategory(.playback), or a category that records, before the app plays; or remove the mode audio"
      if let first = sessions.first {
        let silenced = PlatformFacts.silencedAudioCategories.value
        guard sessions.allSatisfy({ $0["category"]?.string.map(silenced.contains) ?? false }) else {
          return []
        }
        return [
          context.diagnostic(
            at: first.location, in: code,
            "The app's sound stops in the background: the category \(first["category"]?.string ?? "") is silent there",
            help: help, severity: code.hasNoDependency(for: "audio") ? nil : .info)
        ].compactMap(\.self)
      }
      let players = PlatformFacts.audioPlayers.value
      guard code.hasNoDependency(for: "audio"),
        let player = uses.first(where: { $0["symbol"]?.string.map(players.contains) ?? false })
      else { return [] }
      return [
        context.diagnostic(
          at: player.location, in: code,
          "The app's sound stops in the background: no code sets the category of the audio session, which is soloAmbient by default",
          help: help)
      ].compactMap(\.self)
    }
  )
}
