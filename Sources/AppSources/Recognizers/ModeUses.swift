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
        let fact = builder.fact(
          .modeUse, at: context.position, in: body.frame,
          [
            FactEntry("mode", FactValue(.string(mode), .literal, at: body.location(context.position))),
            FactEntry("symbol", FactValue(.string(symbol), .literal, at: body.location(context.position))),
          ])
        // Unreached code does not show whether the file's other code uses the mode.
        if fact.reach == .unreached || found.insert([body.file.path, mode]).inserted { facts.append(fact) }
      }
    }
    return facts
  }

  /// The modes with the names that show their use, each in order.
  private static let modes: [(mode: String, symbols: [String])] = PlatformFacts.modeUses.value
    .map { ($0.key, $0.value.sorted()) }.sorted { $0.mode < $1.mode }

  private static let names = Set(modes.flatMap(\.symbols))
}
