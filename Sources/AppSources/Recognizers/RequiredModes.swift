internal import AppFacts
internal import PlatformFacts
internal import PolicySyntax

extension Recognizer {
  /// Uses of the system that work only in an app with a background mode.
  static let requiredModes = Recognizer { program in
    let builder = FactBuilder(program)
    func fact(_ mode: String, _ symbol: String, at call: Call) -> CodeFact {
      builder.fact(
        .requiredMode, at: call,
        [
          FactEntry("mode", builder.derived(.string(mode), at: call)),
          FactEntry("symbol", builder.derived(.string(symbol), at: call)),
        ])
    }
    // Picture in Picture of a video call plays nothing.
    let isOfCall = (program.callsByName["ContentSource"] ?? []).contains {
      $0["activeVideoCallSourceView"] != nil
    }
    var facts = types.filter { !isOfCall || $0.symbol != "AVPictureInPictureController" }.flatMap {
      symbol, mode in (program.callsByName[symbol] ?? []).map { fact(mode, symbol, at: $0) }
    }
    facts += (program.callsByName["channelManager"] ?? []).compactMap { call in
      let owner = call.base?.core.lastName
      return owner == "PTChannelManager" ? fact("push-to-talk", "PTChannelManager", at: call) : nil
    }
    // A store may be local: `cloudKitContainerOptions = nil`.
    if program.assignmentsByName["cloudKitContainerOptions"] == nil {
      let symbol = "NSPersistentCloudKitContainer"
      facts += (program.callsByName[symbol] ?? []).map { fact("remote-notification", symbol, at: $0) }
    }
    facts += (program.callsByName["ModelConfiguration"] ?? []).compactMap { call in
      guard case .call(let database, _)? = call["cloudKitDatabase"]?.core.form,
        database.core.lastName == "private"
      else { return nil }
      return fact("remote-notification", "cloudKitDatabase", at: call)
    }
    guard let place = playing(program) else { return facts }
    let location = place.frame.body.location(place.target.position)
    return facts + [
      builder.fact(
        .requiredMode, at: place.target.position, in: place.frame,
        [
          FactEntry("mode", FactValue(.string("audio"), .literal, at: location)),
          FactEntry("symbol", FactValue(.string("nowPlayingInfo"), .literal, at: location)),
        ])
    ]
  }

  /// The types, each with its mode, or with the key of the property list in which the app needs any mode.
  private static let types: [(symbol: String, mode: String)] = [
    ("AVPictureInPictureController", "audio"), ("HKWorkoutSession", "workout-processing"),
    ("WKExtendedRuntimeSession", PlatformFacts.InfoPlistKey.watchModes),
  ]

  /// The first place that shows what plays on the lock screen, in an app whose sound continues in the background.
  private static func playing(_ program: Program) -> Assignment? {
    let playback: Set<String> = ["playback", "AVAudioSessionCategoryPlayback"]
    let categories = program.callsByName["setCategory"] ?? []
    guard categories.contains(where: { playback.contains($0.arguments.first?.value.core.lastName ?? "") })
    else { return nil }
    return (program.assignmentsByName["nowPlayingInfo"] ?? []).first {
      if case .null = $0.value.core.form { false } else { true }
    }
  }
}
