internal import PlatformFacts
internal import PolicyModel

/// The file with the scene modifier of SwiftUI apps, which runs tasks and handles the sessions' events.
enum TaskScene {
  /// The file. `nil` if the scene has no work in the background.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let tasks = GeneratedTask.all(of: policy, in: context).filter(\.isRunByScene)
    let sessions = sessions(of: policy, in: context)
    guard !tasks.isEmpty || !sessions.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["SwiftUI"], usesRuntime: true)
    writer.block("extension Scene") { writer in
      let what =
        tasks.isEmpty
        ? "Handles the events of \(context.name)'s background sessions"
        : "Runs \(context.name)'s background tasks"
          + (sessions.isEmpty ? "" : " and handles its sessions' events")
      writer.documentation("\(what), in addition to the content of the scene.")
      writer.function(
        "\(context.access)func \(modifierName(in: context))",
        parameters: ["_ background: \(context.name)Background"], effects: "-> some Scene"
      ) {
        writeActions(tasks, sessions, in: context, to: &$0)
      }
    }
    return GeneratedFile(
      path: context.processes.ofApp("\(context.name)Scene.swift"), text: writer.text)
  }

  /// Writes the actions, one after the other. Each set of platforms that lacks some of the tasks has its own
  /// branch.
  private static func writeActions(
    _ tasks: [GeneratedTask], _ sessions: [Policy.Session], in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    func write(_ tasks: [GeneratedTask], to writer: inout CodeWriter) {
      if tasks.isEmpty, sessions.isEmpty { writer.line("self") }
      for (index, task) in tasks.enumerated() {
        Self.write(task, index > 0 ? "." : "", in: context, to: &writer)
      }
      for (index, session) in sessions.enumerated() {
        Self.write(session, index == 0 && tasks.isEmpty ? "" : ".", in: context, to: &writer)
      }
    }
    func branch(_ tasks: [GeneratedTask], to writer: inout CodeWriter) {
      guard let leftOut = tasks.map(\.leftOut).first(where: { $0.condition != nil }),
        let condition = leftOut.condition
      else { return write(tasks, to: &writer) }
      writer.line("#if \(condition)")
      writer.indented { branch(tasks.within(leftOut), to: &$0) }
      writer.line("#else")
      writer.indented { branch(tasks.filter { $0.leftOut.intersection(leftOut) != leftOut }, to: &$0) }
      writer.line("#endif")
    }
    branch(tasks, to: &writer)
  }

  /// The sessions whose events a scene of the app handles. Events of sessions in a watch app or widget go to
  /// that process.
  static func sessions(of policy: Policy, in context: GenerationContext) -> [Policy.Session] {
    guard context.style == .swiftui, context.has(PlatformFacts.sessionModifierAvailability.value) else {
      return []
    }
    let others = policy.targets.filter { $0.type?.value == .watchApp || $0.type?.value == .widget }
    return policy.backgroundSessions.filter { session in
      !others.contains { $0.name.value == session.target.value }
    }
  }

  /// The name of the modifier, such as `photosBackgroundTasks`.
  static func modifierName(in context: GenerationContext) -> String {
    memberName(context.name) + "BackgroundTasks"
  }

  /// The name of a type as the start of a member's name.
  static func memberName(_ type: String) -> String {
    // The capitals of an acronym change together: `URLBox` becomes `urlBox`.
    let capitals = type.prefix { $0.isUppercase }
    let count = capitals.count > 1 && capitals.count < type.count ? capitals.count - 1 : capitals.count
    return type.prefix(count).lowercased() + type.dropFirst(count)
  }

  private static func write(
    _ task: GeneratedTask, _ left: String, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writeHead(
      action: task.type == .processing ? ".processingTask" : ".appRefresh", type: "\(context.name)Tasks",
      member: "\(task.swiftName).identifier", after: left, to: &writer)
    writer.indented { writer in
      if task.isAsked { TaskStart.writeDate(of: "background.handler", to: &writer) }
      writer.closureCall(
        "await SceneTask.run", arguments: [task.expression(in: context)],
        "try await background.handler.\(task.swiftName)()")
    }
    writer.line("}")
  }

  private static func write(
    _ session: Policy.Session, _ left: String, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let type = "\(context.name)SessionIdentifier"
    if let family = session.family {
      writer.line("\(left)backgroundTask(")
      writer.indented { writer in
        writer.line(".urlSession(matching: {")
        writer.line("  \(type)(rawValue: $0).\(family.member) != nil")
        writer.line("})")
      }
      writer.line(") { identifier in")
      writer.line("  await background.handleEvents(forSession: identifier)")
      writer.line("}")
      return
    }
    writeHead(
      action: ".urlSession", type: type, member: "\(session.swiftName).rawValue", after: left, to: &writer)
    writer.indented {
      $0.call(
        after: "await ", to: "background.handleEvents",
        arguments: ["forSession: \(type).\(session.swiftName).rawValue"])
    }
    writer.line("}")
  }

  /// Writes the beginning of an action up to its opening brace. Arguments that don't fit are on lines of
  /// their own.
  private static func writeHead(
    action kind: String, type: String, member: String, after left: String,
    to writer: inout CodeWriter
  ) {
    let call = "\(left)backgroundTask("
    if writer.fits("\(call)\(kind)(\(type).\(member))) {") {
      writer.line("\(call)\(kind)(\(type).\(member))) {")
      return
    }
    writer.line(call)
    writer.indented { writer in
      if writer.fits("\(kind)(\(type).\(member))") {
        writer.line("\(kind)(\(type).\(member))")
      } else {
        writer.line("\(kind)(")
        writer.indented { writer in
          writer.line(type)
          writer.indented { $0.line(".\(member)") }
        }
        writer.line(")")
      }
    }
    writer.line(") {")
  }
}
