internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Loads from the network for which the main thread waits, at launch or in the background.
  static let blockingLoads = Recognizer { program in
    let builder = FactBuilder(program)
    let main = MainThread(program)
    return forms.flatMap { name, label in
      (program.callsByName[name] ?? []).compactMap { call -> CodeFact? in
        guard program.callees(of: call).isEmpty,
          let address = label.isEmpty ? call.arguments.first?.value : call[label],
          isOnWeb(address, in: call.frame, builder), main.runs(call.frame)
        else { return nil }
        return builder.fact(
          .wait, at: call,
          [
            FactEntry("api", builder.derived(.string(name), at: call)),
            FactEntry(.loads, true, at: call.location),
          ])
      }
    }
  }

  /// The initializers and methods that load the content of a URL, each with the label of the URL.
  private static let forms = [
    ("Data", "contentsOf"), ("NSData", "contentsOf"), ("String", "contentsOf"), ("NSString", "contentsOf"),
    ("dataWithContentsOfURL", ""), ("stringWithContentsOfURL", ""),
  ]

  /// Whether an expression is an address of the web: `URL(string: "https://example.com")!`.
  private static func isOnWeb(
    _ expression: Expression, in frame: Frame, _ builder: FactBuilder, depth: Int = 0
  ) -> Bool {
    guard depth < 3 else { return false }
    if case .call(let callee, let arguments) = expression.core.form {
      let isURL =
        ["URL", "NSURL"].contains(callee.core.lastName ?? "")
        ? arguments.first?.label == "string" : callee.core.lastName == "URLWithString"
      guard isURL, let text = arguments.first?.value else { return false }
      if case .text(let parts) = text.core.form, case .string(let start)? = parts.first {
        return start.hasPrefix("http")
      }
      return builder.text(text, in: frame).string?.hasPrefix("http") ?? false
    }
    if case .name(let name) = expression.core.form, let local = frame.local(name) {
      guard local.assignments.isEmpty, let value = local.value, value !== expression else { return false }
      return isOnWeb(value, in: local.frame, builder, depth: depth + 1)
    }
    guard let body = builder.program.property(of: expression, in: frame), let property = body.property,
      property.isConstant, let value = property.value
    else { return false }
    return isOnWeb(value, in: body.frame, builder, depth: depth + 1)
  }
}
