package import Quantities

/// A `BGTaskRequest`.
package struct TaskRequest: Named {
  /// Its name in the policy.
  package var name: Located<String>
  /// The type of request; `nil` if it is missing or not valid.
  package var type: Located<TaskType>?
  /// The identifier under which it is registered and submitted.
  package var identifier: Located<Identifier>?
  /// The owner of the code that registers and submits it.
  package var owner = Setting(Owner.app)
  /// The systems that it is for; `nil` for all systems of the app.
  package var platforms: PlatformList?
  /// The shortest time from submission to launch.
  package var earliestBegin: Located<EarliestBegin>?
  /// Whether its handler first submits the next request.
  package var reschedule = Setting(false)
  /// When the app submits it; `nil` if only `reschedule` states it.
  package var submittedAt: Located<[Located<SubmissionMoment>]>?
  /// Whether the app keeps a pending request.
  package var unlessPending = Setting(false)
  /// Whether a setting or a flag of the app decides if it submits the request.
  package var conditional = Setting(false)
  /// The time that the work takes.
  package var expectedRuntime: Located<TimeSpan>?
  /// Whether the work keeps the CPU busy.
  package var cpuIntensive = Setting(false)
  /// The transfers that its handler submits.
  package var startsTransfers: Located<[Located<String>]>?
  /// `BGProcessingTaskRequest.requiresExternalPower`.
  package var requiresExternalPower = Setting(false)
  /// `BGProcessingTaskRequest.requiresNetworkConnectivity`.
  package var requiresNetworkConnectivity = Setting(false)
  /// The strictest protection of the files that it reads: `BGHealthResearchTaskRequest.protectionTypeOfRequiredData`.
  package var protectionTypeOfRequiredData: Located<FileProtection>?
  /// The title that the system shows for a continued processing task.
  package var title: Located<String>?
  /// The subtitle that the system shows below the title.
  package var subtitle: Located<String>?
  /// `BGContinuedProcessingTaskRequest.strategy`.
  package var strategy = Setting(SubmissionStrategy.queue)
  /// `BGContinuedProcessingTaskRequest.requiredResources`.
  package var requiredResources: Located<[Located<ProcessingResource>]>?
  /// The event at which the app submits it.
  package var trigger: Located<TaskTrigger>?
  /// The number of times a day that a continued processing task is started.
  package var perDay: Located<Double>?
  /// The keys that occur, in order.
  package var writtenKeys: [WrittenKey] = []
}

extension TaskRequest {
  /// Whether it runs while the device is idle, as processing and health research tasks do.
  package var isProcessing: Bool { type?.value == .processing || type?.value == .healthResearch }

  /// Whether a dependency registers, submits and handles it.
  package var isOfDependency: Bool { owner.value == .sdk }
}

/// The kinds of `BGTaskRequest`.
package enum TaskType: String, StringEnum {
  case appRefresh, processing, continuedProcessing, healthResearch
}

/// `BGContinuedProcessingTaskRequest.SubmissionStrategy`.
package enum SubmissionStrategy: String, StringEnum {
  case fail, queue
}

/// `BGContinuedProcessingTaskRequest.Resources`.
package enum ProcessingResource: String, StringEnum {
  case gpu
}

/// An event at which an app submits a request.
package enum TaskTrigger: String, StringEnum {
  case userAction, launch, timer, push
}

/// `FileProtectionType`.
package enum FileProtection: String, StringEnum {
  case none, complete, completeUnlessOpen, completeUntilFirstUserAuthentication
}

/// A task begun with `UIApplication.beginBackgroundTask`.
package struct UIBackgroundTask: Named {
  /// Its name in the policy.
  package var name: Located<String>
  /// The name that the debugger and logs show.
  package var taskName: Located<String>?
  /// The time that the work takes.
  package var expectedRuntime: Located<TimeSpan>?
  /// The process that begins it.
  package var target = Setting(Policy.Target.app)
  /// The keys that occur, in order.
  package var writtenKeys: [WrittenKey] = []
}
