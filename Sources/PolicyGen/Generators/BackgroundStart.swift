internal import PlatformFacts
internal import PolicyModel

/// The single entry point of a process: it registers tasks, creates sessions and submits missing requests.
enum BackgroundStart {
  /// The parts of a process's entry point.
  private struct Parts {
    let name: String
    let handler: String
    let process: String?
    let tasks: [GeneratedTask]
    let hasSessions: Bool
    let hasPushes: Bool
    let takesSettings: Bool

    /// Whether tasks are registered at launch.
    var registers: Bool { tasks.contains { !$0.isRunByScene && !$0.isWildcard } }
  }

  /// The files of the app and of each other process.
  static func files(of policy: Policy, in context: GenerationContext) -> [GeneratedFile] {
    let app = Parts(
      name: "\(context.name)Background", handler: context.handler, process: nil,
      tasks: GeneratedTask.all(of: policy, in: context), hasSessions: !policy.sessionsOfApp.isEmpty,
      hasPushes: !policy.wakingPushes.isEmpty,
      takesSettings: policy.backgroundSessions.contains(where: \.takesRuntimeValues))
    var files: [GeneratedFile] = []
    if !app.tasks.isEmpty || app.hasSessions || app.hasPushes {
      files.append(file(of: app, at: context.processes.ofApp("\(app.name).swift"), in: policy, in: context))
    }
    for process in context.processes.others
    where policy.backgroundSessions.contains(where: { $0.target.value == process.target }) {
      let parts = Parts(
        name: "\(process.typeName)Background", handler: process.handler, process: process.swiftName,
        tasks: [],
        hasSessions: true, hasPushes: false, takesSettings: app.takesSettings)
      files.append(file(of: parts, at: "\(process.folder)/\(parts.name).swift", in: policy, in: context))
    }
    return files
  }

  private static func file(
    of parts: Parts, at path: String, in policy: Policy, in context: GenerationContext
  ) -> GeneratedFile {
    var writer = context.swiftFile(importing: [], usesRuntime: true)
    if parts.hasPushes {
      writer.conditional(ApplicationTasks.hasApplication) { $0.line("import UIKit") }
      writer.line()
    }
    writer.documentation(
      "The work of \(context.name) in the background, as \(parts.process == nil ? "the app" : "this target") starts it.",
      "Keep the value that `start` returns, and pass on to it what the system calls \(parts.process == nil ? "the app" : "the process") for."
    )
    let inherited = parts.hasSessions ? "SessionOwner, Sendable" : "Sendable"
    writer.type("nonisolated \(context.access)struct \(parts.name)", inheriting: inherited) { writer in
      writeProperties(of: parts, in: context, to: &writer)
      writer.line()
      writeStart(of: parts, in: context, to: &writer)
      if parts.hasPushes {
        writer.line()
        writer.conditional(ApplicationTasks.hasApplication) { writePush(in: context, to: &$0) }
      }
      if context.isTestable, parts.process == nil, parts.hasSessions {
        writer.line()
        writer.conditional("DEBUG") { writeTest(of: parts, in: context, to: &$0) }
      }
    }
    return GeneratedFile(path: path, text: writer.text)
  }

  private static func writeProperties(
    of parts: Parts, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.line("private static let launch = ProcessValue<Self>()")
    writer.line()
    writer.documentation("The value of this process; `nil` before `start`.")
    writer.line("\(context.access)static var current: Self? { launch.current }")
    writer.line()
    writer.documentation("Does the work.")
    writer.text("\(context.access)let handler: any \(parts.handler)")
    if parts.hasSessions {
      writer.documentation("The sessions of the process, to submit transfers.")
      writer.text("\(context.access)let sessions: \(context.name)Sessions")
    }
    guard parts.registers else { return }
    writer.documentation(
      "The identifiers of tasks that the system did not register, because the app's Info.plist does not list them."
    )
    writer.line("\(context.access)let rejected: [String]")
  }

  private static func writeStart(
    of parts: Parts, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let duties =
      (parts.registers ? ["registers the tasks, submits the requests that are missing"] : [])
      + (parts.hasSessions ? ["creates the sessions"] : [])
    let takesSettings = parts.takesSettings && parts.hasSessions
    writer.documentation(
      [
        duties.isEmpty
          ? "Keeps the handler of the process." : "Starts the work: \(duties.joined(separator: ", and ")).",
        parts.process == nil
          ? "Call it before the app has finished launching, such as in a property of the app's delegate or of the `App`. A second call in one process starts nothing and returns the value of the first."
          : "Call it when the process begins. A second call in one process starts nothing and returns the value of the first.",
        "- Parameter handler: Does the work; it is kept for as long as the process runs.",
      ]
        + (takesSettings
          ? ["- Parameter settings: The app's values; a later change takes effect at the next launch."] : []))
    if parts.registers { for attribute in context.unavailableInExtensions { writer.line(attribute) } }
    writer.line("@discardableResult")
    writer.function(
      "\(context.access)static func start",
      parameters: ["_ handler: any \(parts.handler)"]
        + (takesSettings ? ["settings: \(context.name)SessionSettings = .init()"] : []), effects: "-> Self"
    ) { writer in
      writer.block("launch.first") { writer in
        RecorderFile.writeLaunch(in: context, to: &writer)
        var arguments = ["handler: handler"]
        if parts.hasSessions {
          writer.call(
            after: "let sessions = ", to: "\(context.name)Sessions",
            arguments: ["\(parts.process ?? "handler"): handler"]
              + (takesSettings ? ["settings: settings"] : []))
          arguments.append("sessions: sessions")
        }
        if parts.registers { arguments.append("rejected: register(handler)") }
        writer.call(
          after: parts.hasSessions || context.isRecorded ? "return " : "", to: "Self", arguments: arguments)
      }
    }
    if parts.registers {
      writer.line()
      writeRegister(of: parts, in: context, to: &writer)
    }
  }

  private static func writeRegister(
    of parts: Parts, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.function(
      "private static func register", parameters: ["_ handler: any \(parts.handler)"], effects: "-> [String]"
    ) { writer in
      func write(to writer: inout CodeWriter) {
        let type = "\(context.name)TaskRegistration"
        if writer.fits("return \(type).register(handler).map(\\.rawValue)") {
          writer.line("return \(type).register(handler).map(\\.rawValue)")
        } else {
          writer.line("return")
          writer.line("  \(type)")
          writer.line("  .register(handler)")
          writer.line("  .map(\\.rawValue)")
        }
      }
      guard let condition = parts.tasks.leftOut.condition else { return write(to: &writer) }
      writer.line("#if \(condition)")
      writer.indented(write)
      writer.line("#else")
      writer.line("  return []")
      writer.line("#endif")
    }
  }

  private static func writePush(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("Implements `application(_:didReceiveRemoteNotification:)`.")
    writer.text(
      """
      @MainActor
      \(context.access)func handlePush(
        _ userInfo: [AnyHashable: Any]
      ) async -> UIBackgroundFetchResult {
      """)
    writer.indented {
      $0.memberCall(
        after: "await ", on: "\(context.name)Pushes", member: "handle",
        arguments: ["userInfo", "by: handler"])
    }
    writer.line("}")
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
        after: "launch.replace", to: "",
        arguments: ["Self(handler: handler, sessions: sessions\(parts.registers ? ", rejected: []" : ""))"])
    }
  }
}
