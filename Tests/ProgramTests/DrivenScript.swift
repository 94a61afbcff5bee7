import Foundation
import PolicyModel
import Quantities

@testable import PolicyGen

/// The events of an app, as the lines of a script for the driver.
struct DrivenScript {
  private(set) var lines: [String] = []
  private var pending: [String: Int] = [:]
  private let code: DrivenCode

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// A day of a policy's app. Everything that the policy declares happens in every possible way.
  init(_ code: DrivenCode) throws {
    self.code = code
    lines = Self.declarations(of: code)
    if !code.policy.backgroundSessions.isEmpty {
      liveThrough(Policy.Target.app)
      liveSlowly(Policy.Target.app)
      for process in code.processes.dropFirst() where code.isHeardByApp(process) {
        liveThroughExtension(process)
      }
      for process in code.processes.dropFirst() where !code.isHeardByApp(process) { liveAlone(process) }
      breakDown()
      cleanUp()
      lines.append("wake com.example.unknown")
    }
    try push()
    for task in code.applicationTasks {
      lines += ["launch"]
      lines += [
        "task \(task) takes 5 done", "task \(task) fails 0 thrown", "task \(task) takes 60 thrown",
        "task \(task) ignores 60 done", "task \(task) takes 5 done refused",
      ]
    }
    for task in code.extensionTasks {
      lines += ["launch extension"]
      lines += [
        "activity \(task) takes 5 done", "activity \(task) fails 0 thrown",
        "activity \(task) takes 60 thrown",
        "activity \(task) ignores 60 done", "activity \(task) takes 5 thrown refused",
      ]
    }
  }

  private func identifier(_ session: Policy.Session) -> String { session.drivenIdentifier }

  // MARK: - Sessions

  private func sessions(of process: String) -> [Policy.Session] {
    code.policy.backgroundSessions.filter { $0.target.value == process }
  }

  /// Submits items of all transfers of a process.
  private mutating func submit(_ process: String) {
    for transfer in code.backgroundTransfers {
      guard let session = code.policy.session(of: transfer), session.target.value == process else { continue }
      var count = 6
      var rest = 0
      if case .batch(let size) = transfer.submit.value {
        count = max(count, size + 2)
        rest = count - size
      }
      lines.append(Self.submission(of: transfer, on: session, count: count, rest: rest))
      if transfer.direction.value == .upload {
        lines.append("missing \(TransferSubmission.swiftName(of: transfer)) \(identifier(session))")
        pending[identifier(session), default: 0] += 1
      }
      pending[identifier(session), default: 0] += count - rest
    }
  }

  /// Ends the oldest task of a session, if there is a task.
  private mutating func end(_ session: Policy.Session, _ how: String = "finish", _ rest: String = "") -> Bool
  {
    guard pending[identifier(session), default: 0] > 0 else { return false }
    pending[identifier(session), default: 0] -= 1
    lines.append("\(how) \(identifier(session))\(rest)")
    return true
  }

  /// Delivers the events of a session to the app.
  private mutating func tell(_ session: Policy.Session, by word: String = "wake") {
    // The system doesn't launch an app that has not asked to be launched.
    lines +=
      session.sessionSendsLaunchEvents.value ? ["\(word) \(identifier(session))"] : ["launch", "background"]
  }

  private mutating func liveThrough(_ process: String) {
    lines.append("launch")
    submit(process)
    lines.append("background")
    for session in sessions(of: process) {
      if end(session) { tell(session) }
      lines.append("terminate")
      // The system also waits for the work of the handler.
      lines.append("slow 5")
      if end(session) { tell(session) }
      lines += ["slow 0", "terminate"]
      let first = end(session, "refuse", " 503 later")
      let second = end(session, "fail", " -1001 again")
      if first || second { tell(session) }
      if end(session) { tell(session, by: "await") }
      lines += ["launch"]
      _ = end(session, "refuse", " 404 never")
      // An error outside of the URL error domain, such as a full disk.
      _ = end(session, "fail", " -1 later")
      lines += ["background"]
      // All remaining tasks end at once, and the app is launched for them.
      if end(session) {
        while end(session) {}
        lines.append("terminate")
        tell(session)
      }
    }
  }

  /// Responses that require a new request, task ends without their files, and slow handlers.
  private mutating func liveSlowly(_ process: String) {
    lines.append("launch")
    submit(process)
    for session in sessions(of: process) {
      _ = end(session, "refuse", " 403 withNewRequest")
      _ = end(session, "fail", " -1202 later")
      let carries = code.backgroundTransfers.filter {
        code.policy.session(of: $0)?.name.value == session.name.value
      }
      if session.sessionSendsLaunchEvents.value, pending[identifier(session), default: 0] > 3 {
        if carries.contains(where: { $0.direction.value == .download && $0.submit.value == .allAtOnce }) {
          pending[identifier(session), default: 0] -= 1
          lines += ["arrive \(identifier(session))", "wake \(identifier(session))", "launch"]
        }
        // The events end without a completion handler, and more events arrive later.
        if !code.hasSessionScene { lines += ["foreground", "ending \(identifier(session))", "background"] }
        if end(session) { tell(session) }
        lines.append("slow 40")
        if end(session) { tell(session) }
        lines += ["slow 0", "launch"]
      }
      while end(session) {}
    }
    lines.append("background")
  }

  /// Lets an extension submit transfers and end. The app then receives the events of the transfers.
  private mutating func liveThroughExtension(_ process: String) {
    lines.append("launch \(process)")
    submit(process)
    for session in sessions(of: process) where end(session) {}
    lines.append("terminate")
    for session in sessions(of: process) {
      if end(session) { tell(session) }
      while pending[identifier(session), default: 0] > 0 {
        _ = end(session)
        if pending[identifier(session), default: 0] < 2 { tell(session) }
      }
      // The extension owns the session again.
      lines += ["launch \(process)"]
      submit(process)
      lines += ["terminate"]
      if end(session) { tell(session) }
      lines += ["terminate"]
    }
  }

  /// A widget or a watch app receives its own events.
  private mutating func liveAlone(_ process: String) {
    lines.append("launch \(process)")
    submit(process)
    for session in sessions(of: process) { while end(session) {} }
    lines += ["launch \(process)", "terminate"]
  }

  /// Events that end every transfer at once.
  private mutating func breakDown() {
    for word in ["exhaust", "disable", "forceQuit"] {
      lines.append("launch")
      submit(Policy.Target.app)
      lines += ["background", word]
      if word == "forceQuit" {
        lines.append("launch")
        lines.append("background")
      }
      for session in code.policy.backgroundSessions {
        let isPending = pending[identifier(session), default: 0] > 0
        pending[identifier(session)] = 0
        if isPending { tell(session) }
      }
    }
  }

  /// Installs further builds of the app, each of which removes the work of the previous build.
  private mutating func cleanUp() {
    lines += ["launch", "clean /first"]
    submit(Policy.Target.app)
    lines += ["clean /first", "clean /second"]
    for session in sessions(of: Policy.Target.app) { pending[identifier(session)] = 0 }
    submit(Policy.Target.app)
    // The next build starts while the handler still has events of the previous build.
    lines += ["slow 5", "clean /third", "slow 0"]
    for session in sessions(of: Policy.Target.app) { pending[identifier(session)] = 0 }
    submit(Policy.Target.app)
    for session in sessions(of: Policy.Target.app) { _ = end(session) }
    lines.append("background")
  }

  // MARK: - Pushes

  /// Sends each push with the payload from the generated file for the server.
  private mutating func push() throws {
    guard let file = code.files.first(where: { $0.path.hasSuffix("Pushes.json") }) else { return }
    let json = try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: Any]
    let pushes = json?["pushes"] as? [String: [String: Any]] ?? [:]
    for name in pushes.keys.sorted() {
      let payload = try JSONSerialization.data(
        withJSONObject: pushes[name]?["payload"] ?? [:], options: .sortedKeys)
      for work in ["takes 2 newData", "takes 60 failed", "ignores 60 failed", "fails 0 failed"] {
        lines.append("push \(name) \(work) \(String(decoding: payload, as: UTF8.self))")
      }
      lines.append("terminate")
    }
  }
}

extension DrivenScript {
  /// The policy's sessions, for the comparison with the configurations.
  static func declarations(of code: DrivenCode) -> [String] {
    (code.system.map { ["system \($0)"] } ?? []) + (code.hasSessionScene ? ["scenes"] : [])
      + code.policy.backgroundSessions.flatMap { session -> [String] in
        let identifier = session.drivenIdentifier
        let timeout = Double(session.timeoutIntervalForResource.value.milliseconds) / 1_000
        let settings = [
          "isDiscretionary=\(session.isDiscretionary.value)",
          "sessionSendsLaunchEvents=\(session.sessionSendsLaunchEvents.value)",
          "allowsCellularAccess=\(session.allowsCellularAccess.value)",
          "allowsExpensiveNetworkAccess=\(session.allowsExpensiveNetworkAccess.value)",
          "allowsConstrainedNetworkAccess=\(session.allowsConstrainedNetworkAccess.value)",
          "timeoutIntervalForResource=\(timeout)",
        ]
        let line = "configured \(identifier) \(settings.joined(separator: " "))"
        return session.target.value == Policy.Target.app ? [line] : [line, "foreign \(identifier)"]
      }
  }

  /// The line that submits items of a transfer, with the task properties from the policy.
  static func submission(of transfer: Policy.Transfer, on session: Policy.Session, count: Int, rest: Int)
    -> String
  {
    let networks = [
      transfer.allowsCellularAccess, transfer.allowsExpensiveNetworkAccess,
      transfer.allowsConstrainedNetworkAccess,
    ].map { $0?.value == false ? "0" : "1" }.joined()
    let isUpload = transfer.direction.value == .upload
    let size = transfer.size.flatMap { $0.value.lower == $0.value.upper ? $0.value.upper.bytes : nil }
    return [
      "submit", TransferSubmission.swiftName(of: transfer), "\(count)", "\(rest)",
      session.drivenIdentifier, transfer.direction.value.rawValue,
      isUpload ? "file" : "\(size ?? -1)", "\(Float(transfer.priority.value))",
      "\((transfer.earliestBegin?.value.milliseconds ?? 0) / 1_000)", networks,
    ].joined(separator: " ")
  }
}
