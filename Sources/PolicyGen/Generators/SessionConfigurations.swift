internal import PlatformFacts
internal import PolicyModel

/// The file with the identifiers and configurations of sessions, and with the sessions of each process.
enum SessionConfigurations {
  /// The file. `nil` for a policy without sessions.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    guard !policy.sessions.isEmpty else { return nil }
    let background = policy.sessions.filter(\.isBackground)
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: !background.isEmpty)
    if !background.isEmpty {
      writeIdentifiers(of: background, in: context, to: &writer)
      writer.line()
    }
    writer.documentation(
      "The configurations of \(context.name)'s URL sessions; each use creates a new one, as sessions copy them."
    )
    writer.block("nonisolated \(context.access)enum \(context.name)SessionConfiguration") { writer in
      // A property is explained where the file first sets it.
      var explained: Set<String> = []
      for (index, session) in policy.sessions.enumerated() {
        if index > 0 { writer.line() }
        let properties = SessionAssignment.all(of: session, in: context).compactMap(\.documentation)
          .filter { explained.insert($0).inserted }
        writer.unless(policy.leftOutPlatforms(of: session)) {
          write(session, explaining: properties, in: policy, in: context, to: &$0)
        }
      }
    }
    TransferEndpoints.write(of: policy, in: context, to: &writer)
    if !context.settings.isEmpty {
      writer.line()
      context.settings.write(in: context, to: &writer)
    }
    if !background.isEmpty {
      writer.line()
      SessionEvents.write(of: background, in: policy, in: context, to: &writer)
    }
    let deprecated = SessionAssignment.deprecated(in: policy.sessions, in: context)
    if !deprecated.isEmpty { writeProtocol(of: deprecated, to: &writer) }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Sessions.swift"), text: writer.text)
  }

  /// Writes the protocol for deprecated properties, which would otherwise cause a warning in every build.
  private static func writeProtocol(of properties: [SessionProperty], to writer: inout CodeWriter) {
    writer.line()
    writer.documentation("Deprecated properties, which the policy sets for the systems that still use them.")
    writer.block("nonisolated private protocol \(SessionAssignment.deprecatedProtocol): AnyObject") {
      writer in
      for property in properties { writer.line("var \(property.name): Bool { get set }") }
    }
    writer.line()
    writer.line("nonisolated extension URLSessionConfiguration: \(SessionAssignment.deprecatedProtocol) {}")
  }

  private static func writeIdentifiers(
    of sessions: [Policy.Session], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("The identifier of a background session.")
    let name = "\(context.name)SessionIdentifier"
    writer.type("nonisolated \(context.access)struct \(name)", inheriting: "SessionIdentifying") {
      writer in
      writer.line("\(context.access)let rawValue: String")
      if !context.access.isEmpty {
        writer.line()
        writer.documentation(
          "An identifier with this string, such as one that the system passes to the app.")
        writer.block("\(context.access)init(rawValue: String)") { $0.line("self.rawValue = rawValue") }
      }
      for session in sessions {
        writer.line()
        if let family = session.family {
          SessionFamilyCode.writeIdentifier(of: session, family, in: context, to: &writer)
          continue
        }
        writer.documentation("The session `\(SwiftText.comment(session.name.value))`.")
        writer.call(
          after: "\(context.access)static let \(session.swiftName) = ", to: "Self",
          arguments: [
            "rawValue: \(context.literal(session.identifier?.value.text ?? "", at: session.identifier?.node))"
          ]
        )
      }
      if sessions.contains(where: { $0.family != nil }) {
        writer.line()
        writer.text(SessionFamilyCode.coding)
      }
    }
  }

  private static func write(
    _ session: Policy.Session, explaining properties: [String], in policy: Policy,
    in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(summary(of: session, carrying: policy.transfers(of: session)), list: properties)
    let body: (inout CodeWriter) -> Void = { writer in
      switch session.type.value {
      case .background:
        writer.call(
          after: "let configuration = ", to: "URLSessionConfiguration.background",
          arguments: ["withIdentifier: \(context.name)SessionIdentifier.\(session.reference).rawValue"])
      case .default: writer.line("let configuration = URLSessionConfiguration.default")
      case .ephemeral: writer.line("let configuration = URLSessionConfiguration.ephemeral")
      }
      let systems = policy.deploymentTarget(of: session)
      for assignment in SessionAssignment.all(of: session, in: context) {
        write(assignment, on: systems, to: &writer)
      }
      for header in session.runtimeHeaders { write(header, in: context, to: &writer) }
      writer.line("return configuration")
    }
    let parameters =
      (session.family.map { [$0.parameter] } ?? [])
      + (session.takesRuntimeValues ? ["settings: \(context.name)SessionSettings = .init()"] : [])
    if !parameters.isEmpty {
      writer.function(
        "\(context.access)static func \(session.swiftName)", parameters: parameters,
        effects: "-> URLSessionConfiguration", body)
    } else {
      writer.block("\(context.access)static var \(session.swiftName): URLSessionConfiguration", body)
    }
  }

  /// Writes a header whose value the app sets at run time.
  private static func write(_ header: Header, in context: GenerationContext, to writer: inout CodeWriter) {
    guard let member = context.settings.member(at: header.value.node) else { return }
    let (headers, name) = ("configuration.httpAdditionalHeaders?[", SwiftText.literal(header.name))
    if writer.fits("\(headers)\(name)] =") {
      writer.assignment("\(headers)\(name)]", member)
    } else {
      writer.text("\(headers)\n  \(name)] =\n  \(member)")
    }
  }

  private static func summary(of session: Policy.Session, carrying transfers: [Policy.Transfer]) -> String {
    let kind = "The \(session.type.value.rawValue) session `\(SwiftText.comment(session.name.value))`"
    let owner =
      (session.target.value == Policy.Target.app
        ? "" : " of the target `\(SwiftText.comment(session.target.value))`")
      + (session.family.map { ", one for each \($0.per)" } ?? "")
    guard !transfers.isEmpty else { return "\(kind)\(owner)." }
    let names = transfers.map { "`\(SwiftText.comment($0.name.value))`" }.joined(separator: ", ")
    return "\(kind)\(owner), which carries \(names)."
  }

  private static func write(
    _ assignment: SessionAssignment, on target: DeploymentTarget, to writer: inout CodeWriter
  ) {
    let availability = assignment.property.availability
    writer.unless(LeftOutPlatforms(nil, of: target, availability)) { writer in
      guard let condition = AvailabilityCondition(availability, on: target) else {
        assignment.write(to: &writer)
        return
      }
      writer.block("if #available(\(condition.versions))") { assignment.write(to: &$0) }
    }
  }
}

extension Policy.Session {
  /// The session's name in Swift.
  var swiftName: String { SwiftName.escaped(SwiftName.of(name.value) ?? "_") }
}
