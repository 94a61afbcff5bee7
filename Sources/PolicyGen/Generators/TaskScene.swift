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
    // On a platform without BGTaskScheduler, the generated types for tasks are missing, too.
    let noTasks = tasks.isEmpty ? LeftOutPlatforms.none : GeneratedTask.all(of: policy, in: context).leftOut
    writer.block("extension Scene") { writer in
      document(hasTasks: !tasks.isEmpty, hasSessions: !sessions.isEmpty, in: context, to: &writer)
      let parameters =
        (tasks.isEmpty ? [] : ["_ handler: any \(context.handler)"])
        + (sessions.isEmpty ? [] : ["sessions: \(context.name)Sessions"])
      writer.function(
        "\(context.access)func \(modifierName(in: context))", parameters: parameters, effects: "-> some Scene"
      ) { writer in
        let awaits = TaskMoments.isBegunByScene(GeneratedTask.all(of: policy, in: context))
        if awaits { writer.unless(noTasks) { TaskMoments.writeBegin(in: context, to: &$0) } }
        writeActions(tasks, sessions, awaits: awaits, in: context, to: &writer)
      }
      writer.line()
      let what = tasks.isEmpty ? "Handles the events of" : "Does the work of"
      writer.documentation("\(what) `\(context.name)Background.start`.")
      writer.function(
        "\(context.access)func \(modifierName(in: context))",
        parameters: ["_ background: \(context.name)Background"], effects: "-> some Scene"
      ) {
        let arguments =
          (tasks.isEmpty ? [] : ["background.handler"])
          + (sessions.isEmpty ? [] : ["sessions: background.sessions"])
        $0.call(after: "", to: modifierName(in: context), arguments: arguments)
      }
    }
    return GeneratedFile(
      path: context.processes.ofApp("\(context.name)Scene.swift"), text: writer.text)
  }

  /// Writes the actions, one after the other. Each set of platforms that lacks some of the tasks has its own
  /// branch.
  private static func writeActions(
    _ tasks: [GeneratedTask], _ sessions: [Policy.Session], awaits: Bool, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    func write(_ tasks: [GeneratedTask], to writer: inout CodeWriter) {
      let first = awaits ? "return " : ""
      if tasks.isEmpty, sessions.isEmpty { writer.line("\(first)self") }
      for (index, task) in tasks.enumerated() {
        Self.write(task, index > 0 ? "." : first, in: context, to: &writer)
      }
      for (index, session) in sessions.enumerated() {
        Self.write(session, index == 0 && tasks.isEmpty ? first : ".", in: context, to: &writer)
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
  private static func sessions(of policy: Policy, in context: GenerationContext) -> [Policy.Session] {
    guard context.style == .swiftui, context.has(PlatformFacts.sessionModifierAvailability.value) else {
      return []
    }
    let others = policy.targets.filter { $0.type?.value == .watchApp || $0.type?.value == .widget }
    return policy.backgroundSessions.filter { session in
      !others.contains { $0.name.value == session.target.value }
    }
  }

  private static func document(
    hasTasks: Bool, hasSessions: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let source = Citation.backgroundTaskModifier.title
    var paragraphs: [String] = []
    if hasTasks {
      paragraphs.append(
        "SwiftUI registers the identifiers of tasks, and completes each task when its work returns; when the time is up, it cancels the Swift task (\(source))."
      )
    }
    if hasSessions {
      paragraphs.append(
        "SwiftUI also replaces `application(_:handleEventsForBackgroundURLSession:completionHandler:)`: the app may be suspended when an action returns (\(source)), so each action waits until the events of its session are handled."
      )
    }
    if hasTasks {
      paragraphs.append("- Parameter handler: Does the work; it is kept for as long as the app runs.")
    }
    if hasSessions {
      paragraphs.append("- Parameter sessions: The sessions that the app created while it launched.")
    }
    let what =
      hasTasks
      ? "Runs \(context.name)'s background tasks" + (hasSessions ? " and handles its sessions' events" : "")
      : "Handles the events of \(context.name)'s background sessions"
    writer.documentation(["\(what), in addition to the content of the scene."] + paragraphs)
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
    let kind = task.type == .processing ? ".processingTask" : ".appRefresh"
    writeHead(
      action: kind, type: "\(context.name)TaskIdentifier", identifier: task.swiftName, after: left,
      to: &writer)
    writer.indented { writer in
      let kind = task.type == .processing ? "processing" : "appRefresh"
      let identifier = "\(context.name)TaskIdentifier.\(task.swiftName)"
      writer.closureCall(
        "await SceneTask.\(kind)", arguments: identifier,
        next: task.isRequestedAgain ? { TaskSubmission.writeCall(task, in: context, to: &$0) } : nil
      ) {
        TaskWork.write(task, in: context, to: &$0)
      }
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
      writer.line("  await sessions.handleEvents(forSession: identifier)")
      writer.line("}")
      return
    }
    writeHead(action: ".urlSession", type: type, identifier: session.swiftName, after: left, to: &writer)
    writer.indented {
      $0.call(
        after: "await ", to: "sessions.handleEvents",
        arguments: ["forSession: \(type).\(session.swiftName).rawValue"])
    }
    writer.line("}")
  }

  /// Writes the beginning of an action up to its opening brace. Arguments that don't fit are on lines of
  /// their own.
  private static func writeHead(
    action kind: String, type: String, identifier name: String, after left: String,
    to writer: inout CodeWriter
  ) {
    let call = "\(left)backgroundTask("
    let member = "\(name).rawValue"
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
