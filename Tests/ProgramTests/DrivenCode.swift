import Foundation
import GenerationFixtures
import PlatformFacts
import PolicyModel
import PolicySyntax
import Quantities
import TestSupport
import Testing

@testable import PolicyGen

/// The generated code of a policy, and an app around it that the driver can call.
struct DrivenCode {
  private(set) var policy: Policy
  /// The app's name.
  let name: String
  let files: [GeneratedFile]
  /// The iOS version on which the code runs. `nil` means the newest version.
  private(set) var system: Version?

  /// The generated code of a policy that is given as text.
  init(_ text: String, named file: String) throws {
    let reading = PolicyFile.reading(text, at: file)
    try #require(reading.diagnostics == [])
    policy = try #require(reading.policy)
    name = try #require(policy.app?.value.name?.value)
    files = Generator.files(
      for: policy, provenance: Provenance(policy: file))
  }

  /// The code on the oldest iOS version of the app.
  var onOldestSystem: DrivenCode {
    var old = self
    old.system = policy.app?.value.deploymentTarget[.iOS]?.value
    return old
  }

  /// The same code in one of the policy's configurations.
  func variant(_ index: Int) -> DrivenCode {
    var variant = self
    variant.policy = policy.allVariants[index]
    return variant
  }

  var swift: [GeneratedFile] { files.filter { $0.path.hasSuffix(".swift") } }

  /// The app with the generated code.
  var app: DrivenApp { DrivenApp(name: name, files: swift, sessionGlue: glue) }

  /// The code with which the driver calls the app for sessions, pushes and background tasks.
  private var glue: String {
    """
    import Driver
    import SwiftUI
    import UIKit

    \(recorder)
    @MainActor
    struct \(name)Driven: DrivenApp {
      let handler = \(name)Recorder()
    \(sessionCalls)
    \(queueCalls)
      func push(
        _ userInfo: [AnyHashable: Any], _ completionHandler: @escaping (UIBackgroundFetchResult) -> Void
      ) {
        \(policy.pushes.isEmpty ? "" : pushCall)
      }
      func runTask(_ name: String, _ work: @escaping @Sendable () async throws -> Void) async throws {
        switch name {
        \((applicationTasks + extensionTasks).map { "case \"\($0)\": try await \(name)BackgroundTime.\($0)(work)\n    " }.joined())
        default: break
        }
      }
    }
    """
  }

  /// The names of the app's own background tasks in Swift.
  var applicationTasks: [String] { backgroundTasks { $0 == Policy.Target.app } }

  /// The names of the expiring activities of extensions.
  var extensionTasks: [String] { backgroundTasks { $0 != Policy.Target.app } }

  private func backgroundTasks(_ isIncluded: (String) -> Bool) -> [String] {
    policy.backgroundTasks.filter { isIncluded($0.target.value) }.map {
      SwiftName.escaped(SwiftName.of($0.name.value) ?? "_")
    }
  }

  /// The processes that own sessions.
  var processes: [String] {
    policy.backgroundSessions.map(\.target.value).reduce(into: [Policy.Target.app]) { known, owner in
      if !known.contains(owner) { known.append(owner) }
    }
  }

  // MARK: - The handler

  /// A handler that reports its calls to the driver. The protocol's other methods do nothing.
  private var recorder: String {
    let sessions = policy.backgroundSessions.map { session in
      """
        func \(BackgroundHandler.sessionName(session))(_ event: \(name)SessionEvent\(session.family.map { ", \($0.label) value: String" } ?? "")) async {
          await event.record(\(identifier(of: session)))
        }
      """
    }
    let pushes = policy.pushes.map { push in
      """
        func \(BackgroundHandler.pushName(push))(_ push: SilentPush) async throws -> PushResult {
          try await Driver.shared.doWork(\(SwiftText.literal(push.name.value)))
          return .newData
        }
      """
    }
    let requirements = (sessions + pushes + queueItems + otherRequirements).joined(separator: "\n")
    let isEmpty = !files.contains { $0.name == "\(name)Handler.swift" }
    let others =
      GenerationContext(policy, provenance: Provenance(policy: ""))?.processes.others ?? []
    let handlers = others.filter { process in files.contains { $0.name == "\(process.typeName)Handler.swift" }
    }
    let conformance = ((isEmpty ? [] : ["\(name)BackgroundHandler"]) + handlers.map(\.handler) + ["Sendable"])
      .joined(separator: ", ")
    return """
      final class \(name)Recorder: \(conformance) {
      \(requirements)
      }
      \(sessions.isEmpty ? "" : eventRecording)
      """
  }

  /// The expression for a session's identifier. If it differs between configurations, generated code gives
  /// the identifier.
  private func identifier(of session: Policy.Session) -> String {
    guard policy.variants.isEmpty else {
      let instance = session.family.map { "(\(SessionFamily.argumentLabel($0.per)): value)" } ?? ""
      return "\(name)SessionIdentifier.\(swiftName(session.name.value))\(instance).rawValue"
    }
    let literal = SwiftText.literal(session.drivenIdentifier)
    guard session.family != nil else { return literal }
    return "value == \(SwiftText.literal(Policy.Session.drivenInstance)) ? \(literal) : value"
  }

  /// The protocol's methods for work other than sessions and pushes, with empty bodies.
  private var otherRequirements: [String] {
    let text = files.first { $0.name == "\(name)Handler.swift" }?.handlerProtocol ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let blocks = lines.filter { line in ["///", "#"].allSatisfy { !line.drop { $0 == " " }.hasPrefix($0) } }
      .split(separator: "").map { $0.joined(separator: "\n") }
    return blocks.compactMap { block in
      guard let start = block.range(of: "  func ") ?? block.range(of: "  @available"),
        !block.contains("SessionEvent)"),
        !block.contains("SessionEvent\n"), !block.contains("SessionEvent,"),
        !block.contains("Push)"), !block.contains("Push\n"), !block.contains("UploadItem?"),
        !block.contains("DownloadItem?")
      else { return nil }
      let end = block.hasSuffix("\n}") ? block.index(block.endIndex, offsetBy: -2) : block.endIndex
      return block[start.lowerBound..<end] + (block.contains("-> Date?") ? " { nil }" : " {}")
    }
  }

  /// The items of queues, made when the queues ask for them.
  private var queueItems: [String] {
    policy.queuedTransfers.map { transfer in
      let isUpload = transfer.direction.value == .upload
      let value = policy.session(of: transfer)?.family.map { ", \($0.label) value: String" } ?? ""
      let file = isUpload ? ", file: file" : ""
      return """
          func \(BackgroundHandler.itemName(of: transfer))(_ id: String, after failure: TransferFailure?\(value)) async throws -> \(isUpload ? "UploadItem" : "DownloadItem")? {
            guard let file = try await Driver.shared.file(of: id, after: failure.map { "\\($0.advice)" }), let url = URL(string: "https://example.com/items?signature=SECRET") else { return nil }
            _ = file
            var request = URLRequest(url: url)
            request.setValue("SECRET", forHTTPHeaderField: "Authorization")
            return .init(id: id, request: request\(file))
          }
        """
    }
  }

  /// The driver's calls for queues. Empty without queues.
  private var queueCalls: String {
    let transfers = policy.queuedTransfers.filter { policy.session(of: $0)?.family == nil }
    guard !transfers.isEmpty else { return "" }
    func cases(_ call: (String) -> String) -> String {
      transfers.map {
        "case \"\(QueueAccess.key(of: $0))\": \(call(QueueAccess.key(of: $0) + "Queue"))\n    "
      }.joined()
    }
    return """
        func enqueue(_ ids: [String], to transfer: String) throws {
          switch transfer {
          \(cases { "try sessions?.\($0).add(ids)" })
          default: break
          }
        }
        func submitItems(_ ids: [String], to transfer: String) async throws -> [String] {
          switch transfer {
          \(cases { "try await sessions?.\($0).submit(ids) ?? ids" })
          default: ids
          }
        }
        func dequeue(_ ids: [String]?, from transfer: String) {
          switch transfer {
          \(cases { "if let ids { sessions?.\($0).remove(ids) } else { sessions?.\($0).removeAll() }" })
          default: break
          }
        }
        func queued(in transfer: String) -> [String] {
          switch transfer {
          \(cases { "sessions?.\($0).ids ?? []" })
          default: []
          }
        }
        func submitWaiting(of transfer: String) {
          switch transfer {
          \(cases { "sessions?.\($0).submit()" })
          default: break
          }
        }
        func lookWhileLogging(at transfer: String) {
          switch transfer {
          \(cases { "BackgroundLog.receive { [sessions] _ in _ = sessions?.\($0).ids }" })
          default: break
          }
        }
      """
  }

  private var eventRecording: String {
    """
    extension \(name)TransferTask {
      var details: [String] {
        let body = String(decoding: response?.body ?? Data(), as: UTF8.self)
        return [id, response?.headerField("x-TASK") ?? "", body, response?.bodyFile?.path ?? ""]
      }
    }
    extension \(name)SessionEvent {
      func record(_ session: String) async {
        switch self {
        case .reconciled: await Driver.shared.take("reconciled", session: session)
        case .downloaded(let task, let file):
          await Driver.shared.take(
            "downloaded", session: session, task: task.taskIdentifier, file: file, details: task.details)
        case .completed(let task):
          await Driver.shared.take(
            "completed", session: session, task: task.taskIdentifier, details: task.details)
        case .failed(let task, let failure):
          await Driver.shared.take(
            "failed \\(failure.advice)", session: session, task: task.taskIdentifier,
            details: task.details
              + [failure.underlying.map { "\\(($0 as NSError).domain) \\(($0 as NSError).code)" } ?? ""])
        case .delivered: await Driver.shared.take("delivered", session: session)
        }
      }
    }
    """
  }

  // MARK: - The sessions

  private var sessionCalls: String {
    guard !policy.backgroundSessions.isEmpty else {
      return """
          func launch(_ process: String) {}
          func end() {}
          func startClean(whenMovedFrom path: String, defaults: UserDefaults) {}
          func handleEvents(_ session: String, _ completionHandler: @escaping () -> Void) {}
          func waitForEvents(_ session: String) async {}
          func submit(_ transfer: String, _ count: Int) -> Int? { nil }
        """
    }
    return """
        var sessions: \(name)Sessions?
        mutating func launch(_ process: String) {
          ProcessState.shared.enter(process)
          switch process {
          \(processes.map { "case \(SwiftText.literal($0)): \(router(of: $0))\n    \(openings(in: $0))" }.joined())
          default: break
          }
        }
        mutating func end() { sessions = nil }
        func startClean(whenMovedFrom path: String, defaults: UserDefaults) {
          sessions?.startClean(whenMovedFrom: path, defaults: defaults)
        }
        func handleEvents(_ session: String, _ completionHandler: @escaping () -> Void) {
          \(handlesEvents)
        }
        func waitForEvents(_ session: String) async { await sessions?.handleEvents(forSession: session) }
        func submit(_ transfer: String, _ count: Int) -> Int? {
          let request = URLRequest(url: URL(string: "https://example.com")!)
          func file(_ item: Int) -> URL {
            URL(fileURLWithPath: count == 0 && item == 0 ? "/gone" : CommandLine.arguments[0])
          }
          _ = (request, file)
          switch transfer {
          \(backgroundTransfers.map(submission).joined())
          default: return nil
          }
        }
      """
  }

  /// The expression for the entry point of the app, with its `handler` and `sessions`.
  private var background: String {
    let text = files.first { $0.name == "\(name)Background.swift" }?.text ?? ""
    let arguments =
      ["handler: handler"] + (text.contains("let sessions:") ? ["sessions: sessions"] : [])
      + (text.contains("let rejected:") ? ["rejected: []"] : [])
    return "\(name)Background(\(arguments.joined(separator: ", ")))"
  }

  /// The statements that hand a push to the app.
  private var pushCall: String {
    let call = "\(background).handlePush(userInfo, completionHandler: completionHandler)"
    return background.contains("sessions:") ? "guard let sessions else { return }\n    \(call)" : call
  }

  /// The app's function for a session's events, which the system calls. If a scene has an action for the
  /// session, SwiftUI runs the action.
  private var handlesEvents: String {
    let scene = SceneModifier(in: files.first { $0.name == "\(name)Scene.swift" }?.text ?? "")
    guard let scene, scene.takesSessions else {
      return "sessions?.handleEvents(forSession: session, completionHandler: completionHandler)"
    }
    return """
      guard let sessions else { return }
          let actions = EmptyScene().\(scene.call(with: background)).backgroundActions
          let action = actions.first { $0.takes(session: session) }
          // No scene receives events of an undeclared session.
          guard action != nil || Device.shared.isKnown(session) else { return completionHandler() }
          guard let action else { return }
          Task { @MainActor in
            await action.run(forSession: session)
            completionHandler()
          }
      """
  }

  /// Whether SwiftUI handles the events of sessions.
  var hasSessionScene: Bool {
    SceneModifier(in: files.first { $0.name == "\(name)Scene.swift" }?.text ?? "")?.takesSessions == true
  }

  /// The transfers on background sessions.
  var backgroundTransfers: [Policy.Transfer] {
    policy.transfers.filter { policy.session(of: $0)?.isBackground == true }
  }

  /// The statement that creates the sessions of a process. For a process without sessions, it does nothing.
  private func router(of process: String) -> String {
    let owned =
      process == Policy.Target.app
      ? policy.sessionsOfApp : policy.backgroundSessions.filter { $0.target.value == process }
    let others = GenerationContext(policy, provenance: Provenance(policy: ""))?.processes.others
    let label = others?.first { $0.target == process }?.label ?? "handler"
    return owned.isEmpty ? "break" : "sessions = .init(\(SessionFamily.argumentLabel(label)): handler)"
  }

  /// Whether the app receives the events of a process's sessions.
  func isHeardByApp(_ process: String) -> Bool {
    policy.sessionsOfApp.contains { $0.target.value == process }
  }

  /// The call at launch that requests the instances with unfinished transfers.
  private func openings(in process: String) -> String {
    policy.backgroundSessions.filter { $0.target.value == process }.compactMap { session in
      session.family.map { family in
        let value = SwiftText.literal(Policy.Session.drivenInstance)
        return
          "  _ = sessions?.session(.\(swiftName(session.name.value))(\(SessionFamily.argumentLabel(family.per)): \(value)))\n    "
      }
    }.joined()
  }

  private func submission(_ transfer: Policy.Transfer) -> String {
    let isUpload = transfer.direction.value == .upload
    let file = isUpload ? ", file: file($0)" : ""
    // The app knows the size of the first download of each submission.
    let size = isUpload ? "" : ", countOfBytesClientExpectsToReceive: $0 == 0 ? 12_345 : nil"
    let value = SwiftText.literal(Policy.Session.drivenInstance)
    let instance =
      policy.session(of: transfer)?.family.map { ", \(SessionFamily.argumentLabel($0.per)): \(value)" } ?? ""
    let call = TransferSubmission.swiftName(of: transfer)
    return """
      case "\(call)":
            return sessions?.\(call)(
              (0..<(count == 0 ? 2 : count)).map { .init(id: "item \\($0)", request: request\(file)\(size)) }
              \(instance)).rest.count

      """
  }

  private func swiftName(_ target: String) -> String { SwiftName.escaped(SwiftName.of(target) ?? "_") }
}

extension Policy.Session {
  /// The value of the instance that the driver uses for a session with several instances.
  static let drivenInstance = "jo@example.com"

  /// The identifier by which the system knows the session.
  var drivenIdentifier: String {
    guard let affixes = instanceAffixes else { return identifier?.value.text ?? "" }
    return affixes.prefix + "jo%40example%2Ecom" + affixes.suffix
  }
}
