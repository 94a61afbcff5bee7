internal import PlatformFacts
internal import PolicyModel

/// The file with the sessions of each process, which the runtime creates and whose events it reports.
enum SessionEvents {
  /// The file. `nil` for a policy without background sessions.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let sessions = policy.backgroundSessions
    guard !sessions.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
    writeProcess(of: sessions, in: policy, in: context, to: &writer)
    writer.line()
    writeTypes(in: context, to: &writer)
    writer.line()
    TransferObserver.write(in: context, to: &writer)
    writeTable(of: sessions, in: context, to: &writer)
    writer.line()
    writeConfigurations(of: sessions, in: policy, in: context, to: &writer)
    return GeneratedFile(
      path: context.processes.shared("\(context.name)SessionEvents.swift"), text: writer.text)
  }

  /// Writes the type of the processes, with the sessions of each process.
  private static func writeProcess(
    of sessions: [Policy.Session], in policy: Policy, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    var owners = [Policy.Target.app]
    for session in sessions where !owners.contains(session.target.value) {
      owners.append(session.target.value)
    }
    writer.documentation(
      "A process of \(context.name) that owns background sessions.",
      PlatformFacts.sessionInOneProcess.sentence
    )
    writer.block("nonisolated \(context.access)enum \(context.name)Process: Sendable") { writer in
      for (index, owner) in owners.enumerated() {
        if index > 0 { writer.line() }
        writer.documentation(
          owner == Policy.Target.app ? "The app itself." : "The target `\(SwiftText.comment(owner))`.")
        writer.line("case \(swiftName(ofTarget: owner))")
      }
    }
    writer.line()
    writeOwnership(by: owners, of: sessions, in: policy, in: context, to: &writer)
  }

  /// Writes the sessions of each process.
  private static func writeOwnership(
    by owners: [String], of sessions: [Policy.Session], in policy: Policy, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.block("nonisolated extension \(context.name)SessionIdentifier") { writer in
      writeOwned(by: owners, of: sessions, in: policy, in: context, to: &writer)
      writer.line()
      writeIsOwned(sessions, in: policy, in: context, to: &writer)
      writer.line()
      writeLog(of: sessions, in: context, to: &writer)
    }
  }

  /// Writes the log of a session, whose category is the session's name in the policy.
  private static func writeLog(
    of sessions: [Policy.Session], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    func log(of session: Policy.Session) -> String {
      "BackgroundLog(category: \(SwiftText.literal(session.name.value)))"
    }
    writer.documentation("The log of the session.")
    writer.block("\(context.access)var log: BackgroundLog") { writer in
      for session in sessions {
        guard let family = session.family else { continue }
        writer.block("if \(family.member) != nil") { $0.line("return \(log(of: session))") }
      }
      writer.line("switch self {")
      for session in sessions where session.family == nil {
        writer.line("case .\(session.swiftName):")
        writer.line("  return \(log(of: session))")
      }
      writer.text("default:\n  return .sessions\n}")
    }
  }

  /// Writes the function that returns the sessions of a process.
  private static func writeOwned(
    by owners: [String], of sessions: [Policy.Session], in policy: Policy, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.documentation("The sessions that a process owns.")
    writer.text("fileprivate static func owned(\n  by process: \(context.name)Process\n) -> [Self] {")
    writer.indented { writer in
      writer.line("switch process {")
      for owner in owners {
        writer.line("case .\(swiftName(ofTarget: owner)):")
        let owned = sessions.filter { $0.target.value == owner && $0.family == nil }
        writer.indented { writeReturn(of: owned, in: policy, to: &$0) }
      }
      writer.line("}")
    }
    writer.line("}")
  }

  /// Writes a `return` of the sessions that exist on the platform.
  private static func writeReturn(
    of sessions: [Policy.Session], in policy: Policy, to writer: inout CodeWriter
  ) {
    let partial = sessions.filter { policy.leftOutPlatforms(of: $0).condition != nil }
    let names = sessions.filter { policy.leftOutPlatforms(of: $0).condition == nil }.map {
      ".\($0.swiftName)"
    }
    guard !partial.isEmpty else { return writer.list("return", names) }
    for session in partial {
      writer.line("#if \(policy.leftOutPlatforms(of: session).condition ?? "true")")
      writer.line("  let \(session.swiftName): [Self] = [.\(session.swiftName)]")
      writer.line("#else")
      writer.line("  let \(session.swiftName): [Self] = []")
      writer.line("#endif")
    }
    let some = partial.map(\.swiftName).joined(separator: " + ")
    guard !names.isEmpty else { return writer.line("return \(some)") }
    writer.list("let unconditional: [Self] =", names)
    writer.line("return unconditional + \(some)")
  }

  /// Writes the names of the runtime's types for the app's sessions.
  private static func writeTypes(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    for (documentation, type, value) in [
      (
        "An event of a background session's transfers.", "SessionEvent",
        "SessionEvent<\(name)SessionIdentifier>"
      ),
      ("A transfer at the time of its event.", "TransferTask", "TransferTask<\(name)SessionIdentifier>"),
      ("The background sessions of a process of \(name).", "Sessions", "SessionRouter<\(name)Queues>"),
    ] {
      writer.documentation(documentation)
      writer.assignment("\(access)typealias \(name)\(type)", value)
    }
    guard !context.hasQueues else { return }
    writer.documentation("No transfer has a queue.")
    writer.assignment("\(access)typealias \(name)Queues", "NoQueuing<\(name)SessionIdentifier>")
  }

  /// Writes what the router knows of the sessions of a process.
  private static func writeTable(
    of sessions: [Policy.Session], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let name = context.name
    let takesSettings = sessions.contains(where: \.takesRuntimeValues)
    writer.text("nonisolated extension SessionTable<\(name)SessionIdentifier> {")
    writer.indented { writer in
      writer.documentation("The sessions of a process.")
      writer.text(
        """
        static func of(
          _ process: \(name)Process\(takesSettings ? ",\n  _ settings: \(name)SessionSettings" : "")
        ) -> Self {
          Self(
            app: \(SwiftText.literal(name)),
            owned: Session.owned(by: process),
            isOwned: { $0.isOwned(by: process) },
            configuration: { identifier in
        """)
      writer.indented {
        $0.indented {
          $0.indented {
            $0.call(
              after: "", to: "\(name)SessionConfiguration.of",
              arguments: ["identifier"] + (takesSettings ? ["settings"] : []))
          }
        }
      }
      writer.text("    })\n}")
    }
    writer.line("}")
  }

  /// Writes the expression whether a process owns a session. A process also owns all instances of its
  /// families.
  private static func writeIsOwned(
    _ sessions: [Policy.Session], in policy: Policy, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.documentation("Whether a process owns the session.")
    let access = context.hasQueues ? "" : "fileprivate "
    writer.text("\(access)func isOwned(\n  by process: \(context.name)Process\n) -> Bool {")
    writer.indented { writer in
      let families = sessions.filter { $0.family != nil }
      guard !families.isEmpty else { return writer.line("Self.owned(by: process).contains(self)") }
      for session in families {
        guard let family = session.family else { continue }
        writer.unless(policy.leftOutPlatforms(of: session)) { writer in
          writer.line(
            "if \(family.member) != nil, process == .\(swiftName(ofTarget: session.target.value)) {")
          writer.line("  return true")
          writer.line("}")
        }
      }
      writer.line("return Self.owned(by: process).contains(self)")
    }
    writer.line("}")
  }

  /// Writes the cases of a `switch` over the sessions without families, with a statement for each session.
  static func writeCases(
    of sessions: [Policy.Session], in policy: Policy, to writer: inout CodeWriter,
    _ statement: (Policy.Session) -> String
  ) {
    for session in sessions where session.family == nil {
      writer.indented {
        $0.unless(policy.leftOutPlatforms(of: session)) {
          $0.line("case .\(session.swiftName):")
          $0.line("  \(statement(session))")
        }
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

  private static func swiftName(ofTarget name: String) -> String {
    SwiftName.escaped(SwiftName.of(name) ?? "_")
  }

  /// Writes the configuration of each identifier.
  private static func writeConfigurations(
    of sessions: [Policy.Session], in policy: Policy, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.block("nonisolated extension \(context.name)SessionConfiguration") { writer in
      writer.documentation(
        "The configuration of a background session; `nil` if the policy does not declare it.")
      let settings =
        sessions.contains(where: \.takesRuntimeValues)
        ? ",\n  _ settings: \(context.name)SessionSettings" : ""
      writer.text(
        """
        fileprivate static func of(
          _ identifier: \(context.name)SessionIdentifier\(settings)
        ) -> URLSessionConfiguration? {
          switch identifier {
        """)
      writeCases(of: sessions, in: policy, to: &writer) { "return Self.\($0.configurationReference)" }
      writer.text("  default:")
      writer.indented { writer in
        writer.indented {
          writeFamilies(sessions, in: policy, named: "identifier", to: &$0) { session, writer in
            writer.line("return Self.\(session.configurationReference)")
          }
          $0.line("return nil")
        }
      }
      writer.text("  }\n}")
    }
  }
}
