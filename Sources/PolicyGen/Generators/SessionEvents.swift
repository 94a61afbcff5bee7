internal import PolicyModel

/// The sessions of each process, which the runtime creates and whose events it reports.
enum SessionEvents {
  /// Writes the names of the runtime's types, and the sessions of each process.
  static func write(
    of sessions: [Policy.Session], in policy: Policy, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writeTypes(in: context, to: &writer)
    writer.line()
    TransferObserver.write(in: context, to: &writer)
    writeTable(of: sessions, in: policy, in: context, to: &writer)
  }

  /// Writes the names of the runtime's types for the app's sessions.
  private static func writeTypes(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    let queues = context.hasQueues ? "\(name)Queues" : "NoQueuing<\(name)SessionIdentifier>"
    for (documentation, type, value) in [
      (
        "An event of a background session's transfers.", "SessionEvent",
        "SessionEvent<\(name)SessionIdentifier>"
      ),
      ("A transfer at the time of its event.", "TransferTask", "TransferTask<\(name)SessionIdentifier>"),
      ("The background sessions of a process of \(name).", "Sessions", "SessionRouter<\(queues)>"),
    ] {
      writer.documentation(documentation)
      let alias = "\(access)typealias \(name)\(type)"
      guard type == "Sessions", !writer.fits("  \(value)") else {
        writer.assignment(alias, value)
        continue
      }
      writer.text("\(alias) =\n  SessionRouter<\n    \(queues)\n  >")
    }
  }

  /// Writes the table of a process's sessions, which the router reads.
  private static func writeTable(
    of sessions: [Policy.Session], in policy: Policy, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let name = context.name
    writer.block("nonisolated extension SessionTable<\(name)SessionIdentifier>") { writer in
      writer.documentation("The sessions for the process of a target, each of which is used by one process.")
      writer.function(
        "static func of",
        parameters: ["target: String"]
          + (sessions.contains(where: \.takesRuntimeValues) ? ["_ settings: \(name)SessionSettings"] : []),
        effects: "-> Self"
      ) { writer in
        writer.call(after: "var table = ", to: "Self", arguments: ["app: \(SwiftText.literal(name))"])
        for session in sessions {
          writer.unless(policy.leftOutPlatforms(of: session)) { write(session, in: context, to: &$0) }
        }
        writer.line("return table")
      }
    }
  }

  private static func write(
    _ session: Policy.Session, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let arguments = [
      session.family.map { "forEach: { $0.\($0.member) }" } ?? ".\(session.swiftName)",
      "named: \(SwiftText.literal(session.name.value))",
      "isOwned: target == \(SwiftText.literal(session.target.value))",
    ]
    writer.closureCall(
      "table.add", arguments: arguments, opening: session.family.map { "\($0.local) in" } ?? ""
    ) {
      let (type, member) = ("\(context.name)SessionConfiguration", session.configurationReference)
      guard !$0.fits("\(type).\(member)") else { return $0.line("\(type).\(member)") }
      $0.line(type)
      $0.indented { $0.line(".\(member)") }
    }
  }

  /// Writes the cases of a `switch` over the sessions without families, with a statement for each session.
  static func writeCases(
    of sessions: [Policy.Session], in policy: Policy, to writer: inout CodeWriter,
    _ statement: (Policy.Session) -> String
  ) {
    for session in sessions where session.family == nil {
      writer.unless(policy.leftOutPlatforms(of: session)) {
        $0.switchCase("case .\(session.swiftName):", statement(session))
      }
    }
  }

  /// Writes the statements for instances of families, in the default case of a `switch` over identifiers.
  static func writeFamilies(
    _ sessions: [Policy.Session], in policy: Policy, named identifier: String, to writer: inout CodeWriter,
    _ body: (Policy.Session, inout CodeWriter) -> Void
  ) {
    for session in sessions {
      guard let family = session.family else { continue }
      writer.unless(policy.leftOutPlatforms(of: session)) { writer in
        writer.line("if let \(family.local) = \(identifier).\(family.member) {")
        writer.indented { body(session, &$0) }
        writer.line("}")
      }
    }
  }
}
