internal import PolicyModel

/// A file of the library `BackgroundRuntime`, by its name: the code that is the same in every app.
package enum RuntimeFile: String, CaseIterable, Sendable {
  case backgroundAssertion = "BackgroundAssertion"
  case backgroundLog = "BackgroundLog"
  case eventsCompletion = "EventsCompletion"
  case expiringActivity = "ExpiringActivity"
  case processValue = "ProcessValue"
  case registeredTasks = "RegisteredTasks"
  case retryAdvice = "RetryAdvice"
  case sceneTask = "SceneTask"
  case taskBackoff = "TaskBackoff"
  case taskEvents = "TaskEvents"
  case taskMoments = "TaskMoments"
  case taskRun = "TaskRun"
  case taskScheduling = "TaskScheduling"
  case taskSubmissionError = "TaskSubmissionError"
  case transferFailure = "TransferFailure"
  case transferResponse = "TransferResponse"

  /// The module, which generated code imports if it has no copies of the files.
  package static let module = "BackgroundRuntime"
  /// The folder of the copies, in the output folder.
  package static let folder = "Runtime"

  /// The copy of the file, with the bytes that every app has.
  package var file: GeneratedFile {
    GeneratedFile(path: "\(Self.folder)/\(rawValue).swift", text: text)
  }

  /// The files that the code of a policy uses, in the order of their names.
  static func needed(by policy: Policy, in context: GenerationContext) -> [RuntimeFile] {
    let tasks = GeneratedTask.all(of: policy, in: context)
    let hasSessions = !policy.backgroundSessions.isEmpty
    return allCases.filter { file in
      switch file {
      case .backgroundAssertion: policy.backgroundTasks.contains { $0.target.value == Policy.Target.app }
      case .expiringActivity: policy.backgroundTasks.contains { $0.target.value != Policy.Target.app }
      case .taskBackoff: tasks.contains { $0.backoff != nil }
      case .registeredTasks, .taskEvents, .taskScheduling, .taskSubmissionError: !tasks.isEmpty
      case .backgroundLog, .processValue: hasSessions || !policy.wakingPushes.isEmpty || !tasks.isEmpty
      case .sceneTask: tasks.contains(where: \.isRunByScene)
      case .taskMoments: tasks.contains(where: TaskMoments.isAwaited)
      case .taskRun: tasks.contains { !$0.isRunByScene }
      case .eventsCompletion, .retryAdvice, .transferFailure, .transferResponse: hasSessions
      }
    }
  }
}
