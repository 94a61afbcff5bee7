internal import JSON
internal import PolicyModel

/// The properties that identify pushes by their payloads.
enum PushMatching {
  /// The names of the properties, such as `isChanges` for the push `changes`.
  static func names(of routes: [PushRoute]) -> [String] {
    var names: [String] = []
    for route in routes {
      let own = SwiftName.of(route.push.name.value) ?? "_"
      var name = "is" + own.prefix(1).uppercased() + own.dropFirst()
      // The names of two pushes may differ only in the case of the first letter.
      while names.contains(name) { name += "Push" }
      names.append(name)
    }
    return names
  }

  /// Writes a property for each push that can be identified by members of its payload.
  static func write(_ routes: [PushRoute], in context: GenerationContext, to writer: inout CodeWriter) {
    writer.block("nonisolated extension SilentPush") { writer in
      for (index, (route, name)) in zip(routes, names(of: routes)).enumerated() {
        if index > 0 { writer.line() }
        writer.documentation("Whether it is the push `\(SwiftText.comment(route.push.name.value))`.")
        writer.block("fileprivate var \(name): Bool") { writer in
          for (index, member) in route.members.enumerated() {
            let arguments = [SwiftText.literal(member.name), literal(member.value)]
            if index == 0 {
              writer.call(after: "", to: "has", arguments: arguments)
            } else {
              writer.indented { $0.call(after: "&& ", to: "has", arguments: arguments) }
            }
          }
        }
      }
    }
  }

  private static func literal(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): SwiftText.literal(text)
    case .int(let number): "\(number)"
    case .bool(let isTrue): "\(isTrue)"
    case .null, .double, .array, .object: "nil"
    }
  }
}
