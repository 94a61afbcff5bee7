import Foundation
import GenerationFixtures
import PlatformFacts
import PolicyGen
import PolicyModel
import PolicySyntax
import Quantities
import TestSupport
import Testing

/// A policy whose generated code is run.
struct DrivenPolicy: Sendable, CustomTestStringConvertible {
  /// The app's name, by which the driver finds the app.
  let name: String
  private(set) var policy: Policy
  /// The compiled files. A mutant has changed files.
  var files: [GeneratedFile]
  /// The iOS version on which the code runs.
  private(set) var system = Version(27)

  var testDescription: String { name }

  init(_ path: String, text: String) throws {
    let reading = PolicyFile.reading(text, at: path)
    #expect(reading.diagnostics == [])
    policy = try #require(reading.policy)
    name = try #require(policy.app?.value.name?.value)
    files = Generator.files(for: policy, provenance: Provenance(policy: path))
  }

  /// The policy on the oldest iOS version of its app, on which newer API must not be used.
  var onOldestSystem: DrivenPolicy {
    var old = self
    old.system = policy.app?.value.deploymentTarget[.iOS]?.value ?? system
    return old
  }

  /// The app with the generated code.
  var app: DrivenApp { DrivenApp(name: name, files: files, taskGlue: glue) }

  /// The same code in one of the policy's configurations.
  func variant(_ index: Int) -> DrivenPolicy {
    var variant = self
    variant.policy = policy.allVariants[index]
    return variant
  }

  /// The text of a file. Empty if the file does not exist.
  func text(_ suffix: String) -> String { files.first { $0.name == name + suffix }?.text ?? "" }

  /// A task with the name that scripts and the driver use.
  struct DrivenTask {
    let request: TaskRequest
    let name: String
    let type: TaskType
    let identifier: String
    let isWildcard: Bool

    /// Whether generated code submits the task's request at a moment.
    func isSubmitted(at moment: SubmissionMoment) -> Bool {
      !request.conditional.value && request.isSubmitted(at: moment)
    }

    /// Whether a launch submits the task's request if no request of the task is pending.
    var isEnsured: Bool { comesAgain && !isSubmitted(at: .launch) }

    /// Whether each launch submits the next request.
    var comesAgain: Bool { isSubmitted(at: .handlerStart) || isSubmitted(at: .handlerEnd) }

    /// The longest wait of the task's request, in seconds.
    var longestWait: Int64 {
      switch request.earliestBegin?.value {
      case .at: 25 * 3_600
      case let begin: (begin?.longest?.milliseconds ?? 0) / 1_000
      }
    }

    /// The iOS version that introduced the task's type.
    var introduced: Version {
      switch type {
      case .appRefresh, .processing: Version(13)
      case .healthResearch: Version(17)
      case .continuedProcessing: Version(26)
      }
    }
  }

  var tasks: [DrivenTask] {
    policy.ownTasks.compactMap { task in
      guard let type = task.type?.value, let identifier = task.identifier?.value,
        let name = SwiftName.of(task.name.value)
      else { return nil }
      return DrivenTask(
        request: task, name: name, type: type, identifier: identifier.text,
        isWildcard: identifier.isWildcard)
    }
  }

  /// Whether SwiftUI runs a task.
  func isRunByScene(_ task: DrivenTask) -> Bool {
    let identifier = "\(name)Tasks.\(SwiftName.escaped(task.name)).identifier"
    return text("Scene.swift").filter { !$0.isWhitespace }.contains(identifier)
  }
}

// The code between the generated code of an app and the driver.
extension DrivenPolicy {
  /// A handler that follows scripts, and functions with which the driver calls the app.
  var glue: String {
    let registers = text("Background.swift").contains("let rejected:")
    let takesHandler = !text("Background.swift").isEmpty
    let scene = SceneModifier(in: text("Scene.swift"))
    return """
      import SwiftUI

      final class \(name)TaskHandler: \(name)BackgroundHandler {
      \(requirements.joined(separator: "\n"))
      }

      func driven\(name)() -> TaskApp {
        let handler = \(name)TaskHandler()
        return TaskApp(
          register: {
            \(takesHandler ? "let background = \(name)Background.start(handler)" : "")
            return \(registers ? "background.rejected" : "[]")
          },
          actions: {
            \(scene == nil ? "" : "guard let background = \(name)Background.current else { return [] }")
            return \(scene.map { "EmptyScene().\($0.call(with: "background")).backgroundActions" } ?? "[]")
          },
          submit: { name in
            do {
              switch name {
      \(submissions.joined(separator: "\n"))
              default: return "unknown"
              }
              return "taken"
            } catch { return outcome(of: error) }
          },
          act: { name, suffix in
            do {
              switch name {
      \(actions.joined(separator: "\n"))
              default: return "unknown"
              }
              return "taken"
            } catch { return outcome(of: error) }
          })

        @Sendable func outcome(of error: any Error) -> String {
          guard let error = error as? TaskSubmissionError else { return "an untyped error" }
          switch error {
          case .tooManyPending(let limit): return "tooManyPending(\\(limit.map { "\\($0)" } ?? "nil"))"
          case .other(let error): return "other(\\(error))"
          default: return "\\(Mirror(reflecting: error).children.first?.label ?? caseName(of: error))"
          }
        }

        @Sendable func caseName(of error: TaskSubmissionError) -> String {
          if case .notPermitted = error { return "notPermitted" }
          if case .unavailable = error { return "unavailable" }
          if error.description.hasPrefix("not registered") { return "notRegistered" }
          return "notEligibleToRunNow"
        }
      }
      """
  }

  /// A method for each requirement of the handler protocol, with the signature of the requirement.
  private var requirements: [String] {
    (files.first { $0.name == "\(name)Handler.swift" }?.handlerProtocol ?? "").matches(
      of: /func\s+([^\s(]+)\(([^)]*)\)([^\/}#]*)/
    ).map { match in
      let name = match.1.filter { $0 != "`" }
      let body =
        if name == "earliestBeginDate" {
          "nil"
        } else if name.hasPrefix("otherPush"), match.2.contains("Push") {
          "return .noData"
        } else if !tasks.contains(where: { $0.name == name })
          || ["event:", "push:", "id:"].contains(where: match.2.contains)
        {
          "fatalError()"
        } else if match.2.isEmpty {
          "try await Handling.shared.work(\"\(name)\")"
        } else {
          "try await Handling.shared.work(\"\(name)\", identifier: work.identifier, work.progress)"
        }
      let effects = match.3.replacing(/@available\([^)]*\)/, with: "")
      return "  func \(match.1)(\(match.2)) \(effects) { \(body) }"
    }
  }

  private var submissions: [String] {
    tasks.filter { $0.type != .continuedProcessing }.map {
      let date = if case .runtime? = $0.request.earliestBegin?.value { "earliestBeginDate: nil" } else { "" }
      return "case \"\($0.name)\": try await \(name)Tasks.\(SwiftName.escaped($0.name)).submit(\(date))"
    }
  }

  private var actions: [String] {
    tasks.filter { $0.type == .continuedProcessing }.map { task in
      let member = SwiftName.escaped(task.name)
      let value = "\(name)Tasks.\(member)"
      let texts = "title: \"Title\", subtitle: \"Subtitle\""
      guard task.isWildcard else {
        return "case \"\(task.name)\": try await \(value).submit(\(value).identifier, \(texts))"
      }
      return """
        case "\(task.name)":
          guard let identifier = \(value).identifier(of: suffix) else { return "notAnIdentifier" }
          var rejected: [String] = []
          \(value).register(identifier, &rejected) { work in try await handler.\(member)(work) }
          guard rejected.isEmpty else { return "refused" }
          try await \(value).submit(identifier, \(texts))
        """
    }
  }
}

/// The modifier of a generated scene, as the drivers call it.
struct SceneModifier {
  private let name: String
  /// Whether the modifier takes the events of sessions.
  let takesSessions: Bool

  /// The modifier that a file declares. `nil` if the file declares no modifier.
  init?(in text: String) {
    guard let match = text.firstMatch(of: /func (\w+BackgroundTasks)\(/) else { return nil }
    name = String(match.1)
    takesSessions = text.contains("background.handleEvents(")
  }

  /// The call of the modifier with the entry point of the app.
  func call(with background: String) -> String { "\(name)(\(background))" }
}
