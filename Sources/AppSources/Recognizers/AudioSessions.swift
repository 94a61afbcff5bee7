internal import AppFacts
internal import PlatformFacts
internal import PolicySyntax

extension Recognizer {
  /// The categories that code gives to the audio session.
  static let audioSessions = Recognizer { program in
    let builder = FactBuilder(program)
    let typed = (program.callsByName["setCategory"] ?? []).compactMap { call -> CodeFact? in
      guard let category = call.arguments.first, category.label == nil else { return nil }
      let value = builder.evaluator.word(category.value, in: call.frame)
      let isKnown = value.string.map(categories.contains)
      guard isKnown ?? isAudio(call) else { return nil }
      return builder.fact(
        .audioSession, at: call, [FactEntry("category", value.fact(of: category.value))])
    }
    // `perform(NSSelectorFromString("setCategory:error:"), with: …)`, and the functions of C before iOS 7.
    let others = ["perform", "AudioSessionSetProperty"].flatMap { program.callsByName[$0] ?? [] }
      .filter { $0.name != "perform" || namesSetter($0) }
    return typed
      + others.map { call in
        let value = FactValue(nil, .unresolved, at: call.location, expression: call.expression.summary)
        return builder.fact(.audioSession, at: call, [FactEntry("category", value)])
      }
  }

  private static let categories = PlatformFacts.silencedAudioCategories.value
    .union(PlatformFacts.audibleAudioCategories.value)

  /// Whether the code around a call uses audio sessions.
  private static func isAudio(_ call: Call) -> Bool {
    call.frame.body.context?.identifiers.contains("AVAudioSession") ?? false
  }

  private static func namesSetter(_ call: Call) -> Bool {
    guard isAudio(call) else { return false }
    var isFound = false
    for argument in call.arguments {
      argument.value.visit {
        switch $0.form {
        case .text(let parts):
          if case .string(let text)? = parts.first, text.hasPrefix("setCategory") { isFound = true }
        case .selector(let name): if name.hasPrefix("setCategory") { isFound = true }
        default: break
        }
      }
    }
    return isFound
  }
}
