internal import PolicyModel

/// The struct with the values of configurations that the app sets at run time.
struct SessionSettings {
  /// A property of the struct.
  private struct Member {
    let summary: String
    let swiftName: String
    /// The type of the property, or its initial value.
    let declaration: String
  }

  private var members: [Member] = []
  private var byNode: [PolicyNode: Int] = [:]
  // A property can't have the names of the members of `Hashable`.
  private var taken: Set = ["hash", "hashValue"]

  /// The settings of a policy's sessions.
  init(_ policy: Policy) {
    for session in policy.sessions where session.takesRuntimeValues {
      let name = "`\(SwiftText.comment(session.name.value))`"
      for property in session.runtimeSwitches {
        add(
          "`\(property.name)` of the session \(name).", name: "\(property.name)", of: session,
          declaration: " = \(property.initial)", at: property.node)
      }
      for header in session.runtimeHeaders {
        add(
          "The header `\(SwiftText.comment(header.name))` of the session \(name); `nil` leaves it out.",
          name: header.name, of: session, declaration: ": String?", at: header.value.node)
      }
    }
  }

  /// Whether the app sets no value at run time.
  var isEmpty: Bool { members.isEmpty }

  /// The expression for a value, such as `settings.libraryUserAgent`. `nil` if the policy states the value.
  func member(at node: PolicyNode) -> String? { byNode[node].map { "settings.\(members[$0].swiftName)" } }

  /// Adds a property such as `libraryAllowsCellularAccess`. A number at the end makes a repeated name unique.
  private mutating func add(
    _ summary: String, name: String, of session: Policy.Session, declaration: String, at node: PolicyNode
  ) {
    let plain = SwiftName.of("\(session.name.value)-\(name)") ?? "_"
    var swiftName = plain
    var number = 2
    while !taken.insert(swiftName).inserted {
      swiftName = "\(plain)\(number)"
      number += 1
    }
    byNode[node] = members.count
    members.append(
      Member(summary: summary, swiftName: SwiftName.escaped(swiftName), declaration: declaration))
  }

  /// Writes the struct.
  func write(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "The values of \(context.name)'s sessions that the app decides.",
      "A session copies its configuration when it is created: pass a later change to `apply` as well."
    )
    writer.block("nonisolated \(context.access)struct \(context.name)SessionSettings: Hashable, Sendable") {
      writer in
      for member in members {
        writer.documentation(member.summary)
        writer.line("\(context.access)var \(member.swiftName)\(member.declaration)")
      }
      writer.line()
      writer.documentation("The values that the policy assumes.")
      writer.line("\(context.access)init() {}")
    }
  }
}
