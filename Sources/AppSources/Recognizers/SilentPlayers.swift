internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Players that repeat a sound that a person can't hear.
  static let silentPlayers = Recognizer { program in
    let builder = FactBuilder(program)
    return (program.assignmentsByName["numberOfLoops"] ?? []).compactMap { loops in
      guard case .member(let player?, _) = loops.target.core.form, let name = player.core.lastName,
        let number = builder.value(loops.value, in: loops.frame).number, number < 0,
        isMuted(name, builder) || playsSilence(loops.frame.body)
      else { return nil }
      let body = loops.frame.body
      let place = body.location(loops.target.position)
      return builder.fact(
        .modeUse, at: loops.target.position, in: loops.frame,
        [
          FactEntry("mode", FactValue(.string("audio"), .literal, at: place)),
          FactEntry("symbol", FactValue(.string("numberOfLoops"), .literal, at: place)),
          FactEntry(.silent, true, at: place),
        ])
    }
  }

  /// The greatest volume that counts as silence, by our own judgment: players that only keep an app running have 0 or 0.01.
  private static let silence = 0.05

  /// Whether the code only ever sets a volume of almost nothing for a player with a name.
  private static func isMuted(_ player: String, _ builder: FactBuilder) -> Bool {
    let program = builder.program
    func isOwn(_ base: Expression?) -> Bool { base?.core.lastName == player }
    let volumes = (program.assignmentsByName["volume"] ?? []).filter { volume in
      if case .member(let base?, _) = volume.target.core.form { isOwn(base) } else { false }
    }
    guard !volumes.isEmpty, !(program.callsByName["setVolume"] ?? []).contains(where: { isOwn($0.base) })
    else { return false }
    return volumes.allSatisfy { volume in
      builder.value(volume.value, in: volume.frame).number.map { $0 <= silence } ?? false
    }
  }

  /// The parts of names that sounds without a sound have.
  private static let words = ["silen", "blank", "nosound", "no_sound", "no-sound"]

  /// Whether code names a file with silence in the app's bundle.
  private static func playsSilence(_ body: Body) -> Bool {
    var isFound = false
    body.function?.body.visit { expression in
      guard case .call(let callee, let arguments) = expression.form,
        ["url", "path", "URLForResource", "pathForResource"].contains(callee.core.lastName ?? ""),
        case .text(let parts)? = arguments.first?.value.core.form, case .string(let text)? = parts.first
      else { return }
      if words.contains(where: text.lowercased().contains) { isFound = true }
    }
    return isFound
  }
}
