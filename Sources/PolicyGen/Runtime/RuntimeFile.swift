internal import PolicyModel

/// A file of the library `BackgroundRuntime`, by its name: the code that is the same in every app.
package enum RuntimeFile: String, CaseIterable, Sendable {
  case backgroundAssertion = "BackgroundAssertion"
  case backgroundEvents = "BackgroundEvents"
  case backgroundLog = "BackgroundLog"
  case backgroundRecorder = "BackgroundRecorder"
  case continuedRuns = "ContinuedRuns"
  case continuedTask = "ContinuedTask"
  case continuedWork = "ContinuedWork"
  case downloadFolder = "DownloadFolder"
  case eventsCompletion = "EventsCompletion"
  case expiringActivity = "ExpiringActivity"
  case processValue = "ProcessValue"
  case pushReceiver = "PushReceiver"
  case pushRun = "PushRun"
  case queuedEnd = "QueuedEnd"
  case queuedItem = "QueuedItem"
  case queuedTransfer = "QueuedTransfer"
  case retryAdvice = "RetryAdvice"
  case sceneTask = "SceneTask"
  case scheduledTaskHealthResearch = "ScheduledTask+HealthResearch"
  case scheduledTaskKinds = "ScheduledTask+Kinds"
  case scheduledTask = "ScheduledTask"
  case sessionEvent = "SessionEvent"
  case sessionIdentifying = "SessionIdentifying"
  case sessionOwner = "SessionOwner"
  case sessionRouterCleanSlate = "SessionRouter+CleanSlate"
  case sessionRouterDelivery = "SessionRouter+Delivery"
  case sessionRouterOpening = "SessionRouter+Opening"
  case sessionRouterTesting = "SessionRouter+Testing"
  case sessionRouter = "SessionRouter"
  case sessionTable = "SessionTable"
  case silentPush = "SilentPush"
  case taskBackoff = "TaskBackoff"
  case taskMoments = "TaskMoments"
  case taskRegistry = "TaskRegistry"
  case taskRun = "TaskRun"
  case taskScheduling = "TaskScheduling"
  case taskSubmissionError = "TaskSubmissionError"
  case transferFailure = "TransferFailure"
  case transferItems = "TransferItems"
  case transferQueueFiles = "TransferQueue+Files"
  case transferQueueMatching = "TransferQueue+Matching"
  case transferQueueTransfers = "TransferQueue+Transfers"
  case transferQueueWaiting = "TransferQueue+Waiting"
  case transferQueue = "TransferQueue"
  case transferQueuesEnds = "TransferQueues+Ends"
  case transferQueuesSubmission = "TransferQueues+Submission"
  case transferQueues = "TransferQueues"
  case transferResponse = "TransferResponse"
  case transferRules = "TransferRules"
  case transferTask = "TransferTask"

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
      case .backgroundEvents, .backgroundLog, .processValue:
        hasSessions || !policy.wakingPushes.isEmpty || !tasks.isEmpty
      case .backgroundRecorder: RecorderFile.isNeeded(by: policy, in: context)
      case .continuedRuns, .continuedTask, .continuedWork:
        tasks.contains { $0.type == .continuedProcessing }
      case .expiringActivity: policy.backgroundTasks.contains { $0.target.value != Policy.Target.app }
      case .pushReceiver, .pushRun, .silentPush: !policy.wakingPushes.isEmpty
      case .scheduledTask, .scheduledTaskHealthResearch, .scheduledTaskKinds, .taskBackoff, .taskRegistry,
        .taskScheduling, .taskSubmissionError:
        !tasks.isEmpty
      case .sceneTask: tasks.contains(where: \.isRunByScene)
      case .taskMoments: tasks.contains(where: TaskStart.isAwaited)
      case .taskRun: tasks.contains { TaskStart.isRegistered($0) || $0.type == .continuedProcessing }
      case .sessionRouterTesting: hasSessions && context.isTestable
      case .downloadFolder, .eventsCompletion, .retryAdvice, .sessionEvent, .sessionIdentifying,
        .sessionOwner, .sessionRouter, .sessionRouterCleanSlate, .sessionRouterDelivery,
        .sessionRouterOpening, .sessionTable, .transferFailure, .transferResponse, .transferTask:
        hasSessions
      case .transferItems, .transferRules: !policy.backgroundTransfers.isEmpty
      case .queuedEnd, .queuedItem, .queuedTransfer, .transferQueue, .transferQueueFiles,
        .transferQueueMatching, .transferQueueTransfers, .transferQueueWaiting, .transferQueues,
        .transferQueuesEnds, .transferQueuesSubmission:
        policy.hasQueues
      }
    }
  }
}
