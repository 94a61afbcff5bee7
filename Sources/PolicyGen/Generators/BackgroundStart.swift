internal import PlatformFacts
internal import PolicyModel

/// The single entry point of a process: it registers tasks, creates sessions and submits missing requests.
enum BackgroundStart {
  /// The parts of a process's entry point.
  private struct Parts {
    let name: String
    let handler: String
    let process: String?
    let target: String
    let tasks: [GeneratedTask]
    let hasSessions: Bool
    let hasPushes: Bool
    let takesSettings: Bool

    /// Whether a task has statements at launch.
    var startsTasks: Bool { registers || tasks.contains(where: TaskStart.isAwaited) }

    /// Whether tasks are registered at launch.
    var registers: Bool { tasks.contains(where: TaskStart.isRegistered) }
  }

  /// The files of the app and of each other process.
  static func files(of policy: Policy, in context: GenerationContext) -> [GeneratedFile] {
    let app = Parts(
      name: "\(context.name)Background", handler: context.handler, process: nil,
      target: Policy.Target.app, tasks: GeneratedTask.all(of: policy, in: context),
      hasSessions: !policy.sessionsOfApp.isEmpty,
      hasPushes: !policy.wakingPushes.isEmpty,
      takesSettings: policy.backgroundSessions.contains(where: \.takesRuntimeValues))
    var files: [GeneratedFile] = []
    if !app.tasks.isEmpty || app.hasSessions || app.hasPushes {
      files.append(file(of: app, at: context.processes.ofApp("\(app.name).swift"), in: policy, in: context))
    }
    for process in context.processes.others
    where policy.backgroundSessions.contains(where: { $0.target.value == process.target }) {
      let parts = Parts(
        name: "\(process.typeName)Background", handler: process.handler, process: process.label,
        target: process.target, tasks: [],
        hasSessions: true, hasPushes: false, takesSettings: app.takesSettings)
      files.append(file(of: parts, at: "\(process.folder)/\(parts.name).swift", in: policy, in: context))
    }
    return files
  }

  private static func file(
    of parts: Parts, at path: String, in policy: Policy, in context: GenerationContext
  ) -> GeneratedFile {
    var writer = context.swiftFile(importing: [], usesRuntime: true)
    writer.documentation(
      "The work of \(context.name) in the background, as \(parts.process == nil ? "the app" : "this target") starts it."
    )
    let inherited =
      "BackgroundProcess" + (parts.hasSessions ? ", SessionOwner" : "")
      + (parts.hasPushes ? ", PushReceiver" : "")
    writer.type("nonisolated \(context.access)struct \(parts.name)", inheriting: inherited) { writer in
      writeProperties(of: parts, in: context, to: &writer)
      writer.line()
      writeStart(of: parts, in: context, to: &writer)
      if parts.takesSettings, parts.hasSessions {
        writer.line()
        writeApplication(of: parts, in: context, to: &writer)
      }
      if parts.hasPushes {
        writer.line()
        PushHandling.write(of: policy, in: context, to: &writer)
      }
      if context.isTestable, parts.process == nil, parts.hasSessions {
        writer.line()
        writer.conditional("DEBUG") { writeTest(of: parts, in: context, to: &$0) }
      }
    }
    if parts.hasPushes { PushHandling.writeMatching(of: policy, in: context, to: &writer) }
    return GeneratedFile(path: path, text: writer.text)
  }

  private static func writeProperties(
    of parts: Parts, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.line("\(context.access)static let process = ProcessValue<Self>()")
    writer.documentation("Does the work.")
    writer.text("\(context.access)let handler: any \(parts.handler)")
    if parts.hasSessions {
      writer.documentation("The sessions of the process, to submit transfers.")
      writer.text("\(context.access)let sessions: \(context.name)Sessions")
    }
    guard parts.registers else { return }
    writer.documentation(
      "The tasks that the system did not register, because the app's Info.plist does not list them."
    )
    writer.line("\(context.access)let rejected: [String]")
  }

  private static func writeStart(
    of parts: Parts, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let takesSettings = parts.takesSettings && parts.hasSessions
    writer.documentation(
      parts.process == nil
        ? "Starts the work, before the app has finished launching; a second call starts nothing."
        : "Starts the work, when the process begins; a second call starts nothing.")
    if parts.registers { for attribute in context.unavailableInExtensions { writer.line(attribute) } }
    writer.line("@discardableResult")
    writer.function(
      "\(context.access)static func start",
      parameters: ["_ handler: any \(parts.handler)"]
        + (takesSettings ? ["settings: \(context.name)SessionSettings = .init()"] : []), effects: "-> Self"
    ) { writer in
      writer.block("process.first") { writer in
        RecorderFile.writeLaunch(in: context, to: &writer)
        var arguments = ["handler: handler"]
        let label = parts.process.map(SessionFamily.argumentLabel) ?? "handler"
        let values = ["\(label): handler"] + (takesSettings ? ["settings: settings"] : [])
        let sessions = "sessions: \(context.name)Sessions(\(values.joined(separator: ", ")))"
        // If the line is short enough, the start of a process other than the app creates the sessions in its `return` statement.
        let isShort = parts.process != nil && writer.fits("return Self(handler: handler, \(sessions))")
        if parts.hasSessions, isShort {
          arguments.append(sessions)
        } else if parts.hasSessions {
          writer.call(after: "let sessions = ", to: "\(context.name)Sessions", arguments: values)
          arguments.append("sessions: sessions")
        }
        TaskStart.write(parts.tasks, in: context, to: &writer)
        if parts.registers { arguments.append("rejected: rejected") }
        let isAlone =
          (!parts.hasSessions || isShort) && !context.isRecorded && !parts.startsTasks
        writer.call(after: isAlone ? "" : "return ", to: "Self", arguments: arguments)
      }
    }
  }

  /// Writes the function with which the process changes the values that it decides.
  private static func writeApplication(
    of parts: Parts, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(
      "Applies values that have changed to the items that are submitted from now on.",
      "A network that the values forbid is forbidden at once. A network that they allow, and that the session forbids, is used after the next launch (NSURLSession.h)."
    )
    writer.function(
      "\(context.access)func apply", parameters: ["_ settings: \(context.name)SessionSettings"], effects: ""
    ) {
      let table = ".of(target: \(SwiftText.literal(parts.target)), settings)"
      $0.call(after: "", to: "sessions.apply", arguments: [table])
    }
  }

  /// Writes the function that gives the process the sessions of a unit test.
  private static func writeTest(
    of parts: Parts, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("Makes the handler and the sessions of a unit test those of the process.")
    writer.function(
      "static func test",
      parameters: ["_ handler: any \(parts.handler)", "_ sessions: \(context.name)Sessions"], effects: ""
    ) {
      $0.call(
        after: "process.replace", to: "",
        arguments: ["Self(handler: handler, sessions: sessions\(parts.registers ? ", rejected: []" : ""))"])
    }
  }
}
