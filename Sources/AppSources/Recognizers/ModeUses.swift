internal import AppFacts
internal import PlatformFacts

extension Recognizer {
  /// The types and functions that use a background mode: for each file the first use of each mode.
  static let modeUses = Recognizer { program in
    let builder = FactBuilder(program)
    var found: Set<[String]> = []
    var facts: [CodeFact] = []
    for body in program.bodies {
      guard let context = body.context, !context.identifiers.isDisjoint(with: names) else { continue }
      for (mode, symbols) in modes {
        guard let symbol = symbols.first(where: context.identifiers.contains) else { continue }
        let place = body.location(context.position)
        let hasOwnSession = mode == "audio" && !context.identifiers.isDisjoint(with: ownSessions)
        let fact = builder.fact(
          .modeUse, at: context.position, in: body.frame,
          [
            FactEntry("mode", FactValue(.string(mode), .literal, at: place)),
            FactEntry("symbol", FactValue(.string(symbol), .literal, at: place)),
          ] + (hasOwnSession ? [FactEntry(.ownSession, true, at: place)] : []))
        // Unreached code does not show whether the file's other code uses the mode.
        let key = [body.file.path, mode, hasOwnSession ? "own" : ""]
        if fact.reach == .unreached || found.insert(key).inserted { facts.append(fact) }
      }
    }
    return facts
  }

  /// The modes with the names that show their use, each in order.
  private static let modes: [(mode: String, symbols: [String])] = PlatformFacts.modeUses.value
    .map { ($0.key, $0.value.sorted()) }.sorted { $0.mode < $1.mode }

  private static let ownSessions = PlatformFacts.ownAudioSessions.value

  private static let names = Set(modes.flatMap(\.symbols))
}
