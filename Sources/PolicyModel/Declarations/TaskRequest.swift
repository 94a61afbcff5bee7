package import Quantities

/// A `BGTaskRequest`.
package struct TaskRequest: Named {
  /// What the policy calls it.
  package var name: Located<String>
  /// Which of Apple's requests it is; `nil` where the policy doesn't say, or says something else.
  package var type: Located<TaskType>?
  /// The identifier that it is registered and submitted under.
  package var identifier: Located<Identifier>?
  /// Whose code registers and submits it.
  package var owner = Setting(Owner.app)
  /// The systems that it is for; `nil` for all that the app is built for.
  package var platforms: PlatformList?
  /// How long from the submission the system may not yet run it.
  package var earliestBegin: Located<EarliestBegin>?
  /// Whether its handler submits the next request first.
  package var reschedule = Setting(false)
  /// When the app submits it; `nil` where only `reschedule` says so.
  package var submittedAt: Located<[Located<SubmissionMoment>]>?
  /// Whether the app leaves a pending request as it is.
  package var unlessPending = Setting(false)
  /// Whether the app decides by a setting or a flag of its own whether it submits the request.
  package var conditional = Setting(false)
  /// What the work takes.
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
  /// What a continued processing task shows to the user.
  package var title: Located<String>?
  /// What it shows below its title.
  package var subtitle: Located<String>?
  /// `BGContinuedProcessingTaskRequest.strategy`.
  package var strategy = Setting(SubmissionStrategy.queue)
  /// `BGContinuedProcessingTaskRequest.requiredResources`.
  package var requiredResources: Located<[Located<ProcessingResource>]>?
  /// What makes the app submit it.
  package var trigger: Located<TaskTrigger>?
  /// How many times a day a continued processing task is started.
  package var perDay: Located<Double>?
  /// The keys that are there, in order.
  package var writtenKeys: [WrittenKey] = []
}

extension TaskRequest {
  /// Whether it runs when the device idles, as processing and health research tasks do.
  package var isProcessing: Bool { type?.value == .processing || type?.value == .healthResearch }

  /// Whether a dependency registers, submits and handles it, so that the app has no code for it.
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

/// What makes an app submit a request.
package enum TaskTrigger: String, StringEnum {
  case userAction, launch, timer, push
}

/// `FileProtectionType`.
package enum FileProtection: String, StringEnum {
  case none, complete, completeUnlessOpen, completeUntilFirstUserAuthentication
}

/// A task begun with `UIApplication.beginBackgroundTask`.
package struct UIBackgroundTask: Named {
  /// What the policy calls it.
  package var name: Located<String>
  /// The name that the debugger and logs show.
  package var taskName: Located<String>?
  /// What the work takes.
  package var expectedRuntime: Located<TimeSpan>?
  /// The process that begins it.
  package var target = Setting(Target.app)
  /// The keys that are there, in order.
  package var writtenKeys: [WrittenKey] = []
}
