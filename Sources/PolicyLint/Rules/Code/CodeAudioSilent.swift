internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeAudioSilent = Rule(
    "BGP834", "code-audio-silent", .code, .warning, .reported,
    summary: "A player that plays silence again and again, in an app with the background mode audio",
    why: """
      The system keeps an app running while it plays, and App Review rejects an app that plays silence for that. Another app's sound or a call \
      ends the silence, and then the system suspends the app.
      """,
    guide: RuleGuide(
      symptom:
        "App Review rejects the app: “the app plays silent audio to stay in the background” (seen in 2017).",
      seenIn: [.silentAudio],
      ignoreWhen: "The silence is a part of what a person listens to.",
      swift: """
        let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
        try BGTaskScheduler.shared.submit(request)
        """,
      related: ["code-mode-unused", "code-audio-silenced"]),
    citations: [.reviewGuidelines],
    triggers: [
      .withApp(
        """
        backgroundModes: [audio]
        """,
        """
        import AVFoundation

        public final class Keeper {
          var player: AVAudioPlayer?

          public func start(_ sound: URL) throws {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            player = try AVAudioPlayer(contentsOf: sound)
            «player»?.numberOfLoops = -1
            player?.volume = ‹0→1›
            player?.play()
          }
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [audio]
        """,
        """
        import AVFoundation

        public final class Rain {
          var player: AVAudioPlayer?

          public func start(_ sound: URL) throws {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            player = try AVAudioPlayer(contentsOf: sound)
            player?.numberOfLoops = -1
            player?.volume = 0
            player?.play()
            player?.setVolume(1, fadeDuration: 3)
          }
        }
        """)
    ],
    check: .facts([.modeUse]) { fact, code, policy, context in
      guard fact[.silent] == true, policy.placedBackgroundModes.contains(where: { $0.value == "audio" }),
        !code.facts(.requiredMode).contains(where: { $0["symbol"]?.string == "nowPlayingInfo" })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "This player plays silence without an end, which only keeps the app running",
        help: "remove it, and request background tasks of BGTaskScheduler, or let a server send pushes")
    }
  )
}
