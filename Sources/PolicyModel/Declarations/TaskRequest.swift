package import Quantities

/// The settings of a `BGTaskRequest`.
package struct TaskRequest: Named {
  /// The name of the task in the policy.
  package var name: Located<String>
  /// The type of request; `nil` if the type is missing or not valid.
  package var type: Located<TaskType>?
  /// The identifier under which the app registers the task and submits the request.
  package var identifier: Located<Identifier>?
  /// The owner of the code that registers the task and submits the request.
  package var owner = Setting(Owner.app)
  /// The systems that the task is for; `nil` for all systems of the app.
  package var platforms: PlatformList?
  /// The shortest time from submission to launch.
  package var earliestBegin: Located<EarliestBegin>?
  /// Whether the task's handler begins by submitting the next request.
  package var reschedule = Setting(false)
  /// The moments at which the app submits the request; `nil` if the policy omits `submittedAt`.
  package var submittedAt: Located<[Located<SubmissionMoment>]>?
  /// Whether the app keeps a pending request instead of submitting a new request.
  package var unlessPending = Setting(false)
  /// Whether a setting or a flag of the app decides if the app submits the request.
  package var conditional = Setting(false)
  /// The time that the work takes.
  package var expectedRuntime: Located<TimeSpan>?
  /// Whether the work keeps the CPU busy.
  package var cpuIntensive = Setting(false)
  /// The transfers that the task's handler submits.
  package var startsTransfers: Located<[Located<String>]>?
  /// `BGProcessingTaskRequest.requiresExternalPower`.
  package var requiresExternalPower = Setting(false)
  /// `BGProcessingTaskRequest.requiresNetworkConnectivity`.
  package var requiresNetworkConnectivity = Setting(false)
  /// The strictest protection of the files that the task reads:
  /// `BGHealthResearchTaskRequest.protectionTypeOfRequiredData`.
  package var protectionTypeOfRequiredData: Located<FileProtection>?
  /// The title that the system shows for a continued processing task; `nil` also if the app composes the title for each request.
  package var title: Located<String>?
  /// The subtitle that the system shows below the title; `nil` also if the app composes the subtitle for each request.
  package var subtitle: Located<String>?
  /// `BGContinuedProcessingTaskRequest.strategy`.
  package var strategy = Setting(SubmissionStrategy.queue)
  /// `BGContinuedProcessingTaskRequest.requiredResources`.
  package var requiredResources: Located<[Located<ProcessingResource>]>?
  /// The event at which the app submits the request.
  package var trigger: Located<TaskTrigger>?
  /// The number of times a day that a continued processing task is started.
  package var perDay: Located<Double>?
  /// The keys that the mapping contains, in order.
  package var writtenKeys: [WrittenKey] = []
}

extension TaskRequest {
  /// Whether the task runs while the device is idle, as processing and health research tasks do.
  package var isProcessing: Bool { type?.value == .processing || type?.value == .healthResearch }

  /// Whether a dependency registers, submits and handles the task.
  package var isOfDependency: Bool { owner.value == .sdk }
}

/// The kinds of `BGTaskRequest`.
package enum TaskType: String, StringEnum {
  case appRefresh, processing, continuedProcessing, healthResearch
}

/// The values of `BGContinuedProcessingTaskRequest.SubmissionStrategy`.
package enum SubmissionStrategy: String, StringEnum {
  case fail, queue
}

/// The values of `BGContinuedProcessingTaskRequest.Resources`.
package enum ProcessingResource: String, StringEnum {
  case gpu
}

/// An event at which an app submits a request.
package enum TaskTrigger: String, StringEnum {
  case userAction, launch, timer, push
}

/// The values of `FileProtectionType`.
package enum FileProtection: String, StringEnum {
  case none, complete, completeUnlessOpen, completeUntilFirstUserAuthentication
}

/// A task begun with `UIApplication.beginBackgroundTask`.
package struct UIBackgroundTask: Named {
  /// The name of the task in the policy.
  package var name: Located<String>
  /// The name that the debugger and logs show; `nil` also if the app passes a name at run time.
  package var taskName: Located<String>?
  /// The time that the work takes.
  package var expectedRuntime: Located<TimeSpan>?
  /// The process that begins the task.
  package var target = Setting(Policy.Target.app)
  /// The keys that the mapping contains, in order.
  package var writtenKeys: [WrittenKey] = []
}
