internal import PlatformFacts
internal import PolicySyntax

extension Symptom {
  /// All symptoms, sorted by kind, and within a kind by number or by the frequency of reports.
  package static let table: [Symptom] =
    schedulerErrors + sessionErrors + crashes + logs + terminations + pushes + uploads

  // MARK: - Errors

  private static let schedulerErrors = [
    Symptom(
      .schedulerError, "BGTaskSchedulerErrorDomain 1",
      ["BGTaskScheduler.Error.unavailable", "BGTaskSchedulerErrorCodeUnavailable"],
      meaning:
        "No request can be submitted here: Background App Refresh is off, this is the Simulator, or an extension that can't schedule.",
      rules: ["bg-register-in-extension", "bg-submit-error-ignored"], citations: [.taskSchedulerHeader]),
    Symptom(
      .schedulerError, "BGTaskSchedulerErrorDomain 2",
      ["tooManyPendingTaskRequests", "BGTaskSchedulerErrorCodeTooManyPendingTaskRequests"],
      meaning: "One app refresh request and ten processing requests can be pending in the whole app.",
      rules: ["bg-too-many-refresh", "bg-too-many-processing"], citations: [.taskSchedulerHeader]),
    Symptom(
      .schedulerError, "BGTaskSchedulerErrorDomain 3",
      ["notPermitted", "BGTaskSchedulerErrorCodeNotPermitted"],
      meaning: "The Info.plist lacks the identifier or the background mode, or the device lacks a resource.",
      rules: [
        "bg-identifier-not-permitted", "plist-identifier-missing", "bg-refresh-mode-missing",
        "bg-processing-mode-missing", "plist-mode-missing", "bg-identifier-case",
        "bg-continued-gpu-unchecked", "bg-continued-gpu-entitlement", "bg-dependency-mode-missing",
      ], citations: [.taskSchedulerHeader]),
    Symptom(
      .schedulerError, "BGTaskSchedulerErrorDomain 4",
      ["immediateRunIneligible", "BGTaskSchedulerErrorCodeImmediateRunIneligible"],
      meaning: "A continued processing task with the strategy fail can't run at once.",
      rules: ["bg-continued-in-background", "bg-continued-not-user-initiated"],
      citations: [.taskSchedulerHeader]),
  ]

  private static let sessionErrors = [
    Symptom(
      .sessionError, "NSURLErrorDomain -995", ["-995", "backgroundSessionRequiresSharedContainer"],
      meaning: "A background session of an extension has no container that it shares with its app.",
      rules: [
        "session-extension-missing-container", "session-container-not-entitled", "entitlement-group-missing",
        "session-container-prefix",
      ], citations: [.urlErrorReference]),
    Symptom(
      .sessionError, "NSURLErrorDomain -996", ["-996", "backgroundSessionInUseByAnotherProcess"],
      meaning: "Another process of the app uses a background session with the same identifier.",
      rules: ["session-identifier-shared-across-targets"], citations: [.urlErrorReference]),
    Symptom(
      .sessionError, "NSURLErrorDomain -997",
      [
        "-997", "backgroundSessionWasDisconnected", "Lost connection to background transfer service",
        "connection to background transfer daemon",
      ],
      meaning:
        "The app was suspended or ended while a task that needs it was running, or the process that transfers has ended.",
      rules: ["session-data-task"], citations: [.urlErrorReference, .disconnectedTransfer]),
    Symptom(
      .sessionError, "NSURLErrorBackgroundTaskCancelledReasonKey 0",
      ["NSURLErrorCancelledReasonUserForceQuitApplication", "userForceQuitApplication"],
      meaning:
        "Someone has removed the app from the app switcher, which cancels the transfers of its background sessions.",
      rules: ["task-survives-force-quit", "task-retry-after-force-quit"],
      citations: [.urlErrorHeader, .urlSessionHeader]),
    Symptom(
      .sessionError, "NSURLErrorDomain -1001", ["-1001", "URLError.timedOut", "The request timed out"],
      meaning: "The transfer took longer than timeoutIntervalForResource, its waits included.",
      rules: [
        "session-resource-timeout-short-discretionary", "session-request-timeout-misread",
        "task-earliest-begin-past-timeout",
      ], citations: [.urlErrorReference]),
    Symptom(
      .sessionError, "NSURLErrorDomain -1005",
      ["-1005", "URLError.networkConnectionLost", "The network connection was lost"],
      meaning:
        "The connection was lost. In the background: the app was suspended while a session that is not a background session had it open.",
      rules: [
        "bg-completed-early", "push-completed-early", "uitask-covers-transfers",
        "watch-transfer-in-foreground",
      ], citations: [.urlErrorReference, .abortedConnection]),
    Symptom(
      .sessionError, "NSURLErrorDomain -1009",
      ["-1009", "URLError.notConnectedToInternet", "The Internet connection appears to be offline"],
      meaning: "There is no network, or none that the session may use.",
      rules: ["bg-processing-network-default", "session-constrained-off-no-wait"],
      citations: [.urlErrorReference]),
    Symptom(
      .sessionError, "NSURLErrorDomain -1022",
      [
        "-1022", "appTransportSecurityRequiresSecureConnection",
        "App Transport Security policy requires the use of a secure connection",
      ],
      meaning: "App Transport Security does not allow plain HTTP for the host.",
      rules: ["session-cleartext-http"],
      citations: [.urlErrorReference]),
    Symptom(
      .sessionError, "NSPOSIXErrorDomain 1 Operation not permitted", ["NSPOSIXErrorDomain 1"],
      meaning: "A file is protected while the device is locked.",
      rules: ["bg-file-protection", "entitlement-data-protection"], citations: [.protectedFileReport]),
    Symptom(
      .sessionError, "NSPOSIXErrorDomain 53 Software caused connection abort",
      ["NSPOSIXErrorDomain 53", "kNWErrorDomainPOSIX 53", "Software caused connection abort"],
      meaning:
        "The app was suspended while a session that is not a background session had a connection open.",
      rules: [
        "bg-completed-early", "push-completed-early", "uitask-covers-transfers",
        "watch-transfer-in-foreground",
      ], citations: [.abortedConnection, .abortedFetch]),
    Symptom(
      .sessionError, "CFNetworkDownload couldn't be moved", ["CFNetworkDownload"],
      meaning: "The system removes a downloaded file as soon as the delegate's method has returned.",
      rules: ["handler-download-not-moved"], citations: [.movedTooLate]),
  ]

  // MARK: - Texts

  private static let crashes = [
    Symptom(
      .crash, "All launch handlers must be registered before application finishes launching",
      ["_unsafe_registerForTaskWithIdentifier:usingQueue:launchHandler:"],
      meaning:
        "A launch handler is registered after application(_:didFinishLaunchingWithOptions:) has returned.",
      rules: ["bg-register-late"], citations: [.lateRegistration, .taskSchedulerHeader]),
    Symptom(
      .crash, "Launch handler for task with identifier … has already been registered",
      ["Launch handler for task with identifier"],
      meaning: "The app registers a second launch handler for one identifier.",
      rules: ["bg-registered-twice", "bg-register-repeated", "bg-identifier-registered-twice"],
      citations: [.secondRegistration]),
    Symptom(
      .crash, "No launch handler registered for task with identifier …",
      ["No launch handler registered for task with identifier"],
      meaning:
        "The app submits a request, or is launched for one, for which it has registered no launch handler.",
      rules: ["code-task-not-registered", "bg-continued-submits-wildcard", "bg-submit-before-register"],
      citations: [.weeklyRoundupHandler, .wildcardHandlerReport, .unregisteredSubmission]),
    Symptom(
      .crash, "Task created in a session that has been invalidated",
      ["Attempted to create a task in a session that has been invalidated"],
      meaning:
        "The app asks a session for a task after the session was invalidated: by the app, or by the system when an extension has made it without a shared container.",
      rules: ["session-used-after-invalidation", "session-extension-missing-container"],
      citations: [.invalidatedSession, .urlSessionHeader]),
    Symptom(
      .crash, "Alamofire does not support background URLSessionConfigurations",
      meaning: "Alamofire 5 stops the app if its session gets a background configuration.",
      rules: ["session-client-in-background"], citations: [.alamofire]),
    Symptom(
      .crash,
      "Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push",
      ["never posted an incoming call to the system"],
      meaning:
        "The app got a push of the type voip and reported no call to CallKit: such pushes are for calls alone.",
      rules: ["push-call-not-reported", "bg-mode-voip-unexplained"], citations: [.unreportedCall]),
    Symptom(
      .crash, "Completion handler blocks are not supported in background sessions. Use a delegate instead.",
      meaning:
        "A background session calls its delegate: the closure of a task would be gone after a relaunch.",
      rules: ["session-completion-handler-task"], citations: [.completionHandlerCrash]),
    Symptom(
      .crash, "Task delegate is not supported on background session task",
      meaning: "A background session has one delegate, and its tasks have none of their own.",
      rules: ["session-task-delegate"], citations: [.taskDelegateCrash]),
    Symptom(
      .crash, "Upload tasks from NSData are not supported in background sessions",
      ["Upload tasks in background sessions must be from a file"],
      meaning: "Another process uploads, and it can only read a file.",
      rules: ["session-upload-not-from-file"], citations: [.uploadFromData, .uploadMustBeFile]),
    Symptom(
      .crash, "Invalid URL scheme for background downloads",
      meaning: "A background session takes http and https.",
      rules: ["session-scheme-unsupported"], citations: [.invalidScheme]),
    Symptom(
      .crash, "dispatch_assert_queue_fail",
      [
        "_swift_task_checkIsolatedSwift", "dispatch_assert_queue", "Incorrect actor executor assumption",
        "Block was expected to execute on queue",
      ],
      meaning: "A closure that is isolated to the main actor runs on another queue.",
      rules: ["bg-handler-main-actor"], citations: [.mainActorHandler, .dynamicIsolation]),
    Symptom(
      .crash, "!stayUp || CLClientIsBackgroundable",
      meaning: "allowsBackgroundLocationUpdates is set without the background mode location.",
      rules: ["other-work-mode-missing"], citations: [.backgroundLocation]),
    Symptom(
      .crash,
      "State restoration of CBCentralManager is only allowed for applications that have specified the \"bluetooth-central\" background mode",
      ["State restoration of CBCentralManager", "State restoration of CBPeripheralManager"],
      meaning:
        "The app makes a Bluetooth manager with a restore identifier, and its Info.plist lacks the manager's background mode.",
      rules: ["code-bluetooth-mode-missing", "plist-mode-missing"], citations: [.bluetoothRestoration]),
  ]

  private static let logs = [
    Symptom(
      .log, "Registration rejected; … is not advertised in the application's Info.plist",
      ["Registration rejected", "is not advertised in the application's Info.plist"],
      meaning: "BGTaskSchedulerPermittedIdentifiers lacks the identifier, or is not an array.",
      rules: [
        "bg-identifier-not-permitted", "plist-identifier-missing", "bg-identifier-case",
        "plist-value-malformed",
      ], citations: [.rejectedRegistration]),
    Symptom(
      .log, "No task request with identifier … has been scheduled", ["No task request with identifier"],
      meaning:
        "No request for the identifier is pending: the app has submitted none, or submitting it has failed.",
      rules: [
        "code-task-not-submitted", "bg-identifier-not-permitted", "bg-submit-error-ignored",
        "code-task-never-started",
      ], citations: [.noPendingRequest]),
    Symptom(
      .log, "errSecInteractionNotAllowed", ["-25308", "User interaction is not allowed"],
      meaning: "A keychain item, or its protection, needs an unlocked device.",
      rules: ["bg-file-protection", "entitlement-data-protection"], citations: [.lockedKeychain]),
    Symptom(
      .log, "A background URLSession with identifier … already exists!",
      ["A background URLSession with identifier"],
      meaning: "The app makes two background sessions with one identifier at a time.",
      rules: ["session-made-twice", "session-identifier-duplicate", "session-instances-placeholder"],
      citations: [.secondSessionLog]),
    Symptom(
      .log,
      "Application delegate received call to -application:handleEventsForBackgroundURLSession:completionHandler: but the completion handler was never called",
      ["handleEventsForBackgroundURLSession:completionHandler: but the completion handler was never called"],
      meaning: "Nothing calls the completion handler of a background session's events.",
      rules: ["handler-completion-missing", "handler-completion-not-main", "handler-shared-variable"],
      citations: [.eventsHandlerLog]),
    Symptom(
      .log,
      "Application delegate received call to -application:didReceiveRemoteNotification:fetchCompletionHandler: but the completion handler was never called",
      ["didReceiveRemoteNotification:fetchCompletionHandler: but the completion handler was never called"],
      meaning: "A path through the handler of a silent push does not call its completion handler.",
      rules: ["push-completion-missing"], citations: [.pushHandlerLog]),
    Symptom(
      .log,
      "Application delegate received call to -application:performFetchWithCompletionHandler: but the completion handler was never called",
      ["performFetchWithCompletionHandler: but the completion handler was never called"],
      meaning:
        "Nothing calls the completion handler of a background fetch, which BGAppRefreshTask has replaced.",
      rules: ["bg-legacy-fetch-deprecated", "code-legacy-fetch-undeclared"],
      citations: [.fetchHandlerLog, .fetchReference]),
    Symptom(
      .log, "you still need to add \"remote-notification\" to the list of your supported UIBackgroundModes",
      meaning:
        "The app receives silent pushes, and its Info.plist lacks the background mode remote-notification.",
      rules: ["push-mode-missing", "plist-mode-missing"], citations: [.undeclaredModeLog]),
    Symptom(
      .log, "CloudKit push notifications require the 'remote-notification' background mode",
      meaning:
        "CloudKit sends silent pushes, and the Info.plist lacks the background mode remote-notification.",
      rules: ["push-mode-missing", "plist-mode-missing"], citations: [.pushingUpdates]),
    Symptom(
      .log, "you still need to add \"fetch\" to the list of your supported UIBackgroundModes",
      meaning:
        "The app has performFetchWithCompletionHandler, and its Info.plist lacks the background mode fetch.",
      rules: ["code-legacy-fetch-undeclared", "plist-mode-missing", "bg-legacy-fetch-deprecated"],
      citations: [.undeclaredModeLog]),
    Symptom(
      .log, "Background Fetch has not been configured. To enable it, add fetch to UIBackgroundModes",
      ["Background Fetch has not been configured"],
      meaning:
        "The app has the package expo-background-fetch, and its Info.plist lacks the background mode fetch.",
      rules: ["code-dependency-mode-missing", "plist-mode-missing"], citations: [.expoBackgroundFetch]),
    Symptom(
      .log, "This process does not adopt UIScene lifecycle",
      [
        "UIScene lifecycle will soon be required", "CLIENT OF UIKIT REQUIRES UPDATE",
        "Failure to adopt will result in an assert in the future",
      ],
      meaning:
        "The app has no scenes, which the next SDK requires; with scenes, UIKit no longer calls the application delegate's methods for the background.",
      rules: ["code-delegate-not-called", "handler-scene-delegate"], citations: [.sceneLifeCycleNote]),
    Symptom(
      .log, "Background Task … was created over 30 seconds ago",
      ["was created over 30 seconds ago", "this creates a risk of termination"],
      meaning: "A beginBackgroundTask is still open that should have ended.",
      rules: ["uitask-unbalanced", "uitask-over-30s", "uitask-expiry-missing"], citations: [.leakedTaskLog]),
    Symptom(
      .log,
      "Can't end BackgroundTask: no background task exists with identifier …, or it may have already been ended",
      [
        "Can't end BackgroundTask", "no background task exists with identifier",
        "UIApplicationEndBackgroundTaskError",
      ],
      meaning:
        "endBackgroundTask gets an identifier that is invalid, or whose task has ended: of an earlier task, or a second time.",
      rules: [
        "uitask-identifier-overwritten", "uitask-identifier-not-reset", "uitask-unbalanced",
        "uitask-ended-early",
      ],
      citations: [.endedTaskLog]),
    Symptom(
      .log, "Background task still not ended after expiration handlers were called",
      meaning: "An expiration handler has returned without ending its background task.",
      rules: ["uitask-expiry-missing", "uitask-unbalanced"], citations: [.beginBackgroundTask]),
  ]
}
