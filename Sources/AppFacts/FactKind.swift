/// The kinds of facts from code.
///
/// The documentation of each names its values. `identifier` is always a text; a value whose name is Apple's has Apple's
/// meaning. A value that the code does not state is absent; one that it states and that can't be resolved is unresolved.
package enum FactKind: String, CaseIterable, Sendable {
  // MARK: - BGTaskScheduler

  /// A launch handler: `BGTaskScheduler.register` or SwiftUI's `.backgroundTask`.
  ///
  /// `identifier`; `api` (`BGTaskScheduler` or `SwiftUI`); `dependency` (the name of the dependency that registers it, instead of
  /// `api`, `queue` and the values of a handler); `task` (`appRefresh`, `processing`, `continuedProcessing`,
  /// `healthResearch` or `urlSession`, by a cast or the modifier's argument); `queue` (`main`, `nil`, `background` for a queue that is not main, or `other`); `handler` (the
  /// scope of the function that does the work, if it is not written inline); `completes` (`always`, `sometimes`, `never`: whether
  /// each way out of the handler calls `setTaskCompleted`; `escapes` if the task is passed to code that was not found);
  /// `completesAtOnce` (true if it is completed before work that it starts has ended; the place is that of the completion);
  /// `expirationHandler` (true if one is set that does something; a SwiftUI handler has none); `expiration` (`nothing` if the one that is
  /// set does nothing or only logs); `mainActor` (whether the code around isolates the handler to the main actor; absent if the
  /// build settings decide); `exit` (repeated: each way out without completion);
  /// `progress` (for continued processing: whether anything in the app mentions a progress); `repeats` (true if the registration
  /// certainly runs more than once in a process).
  case taskRegistration
  /// A request: `BGAppRefreshTaskRequest(identifier:)` and the like.
  ///
  /// `identifier`; `task`; and every property set on it: `earliestBeginDate` (seconds from the submission, `null`, or `at` a time
  /// of day as the text `HH:MM`), `requiresNetworkConnectivity`, `requiresExternalPower`, `title`, `subtitle`, `strategy`,
  /// `requiredResources`, `protectionTypeOfRequiredData`; `checksResources` (with `requiredResources`: whether anything in the app
  /// asks for `supportedResources`).
  case taskRequest
  /// A call of `submit` or `submitTaskRequest`.
  ///
  /// `identifier` and `task` of its request, if they are known; `error` (`caught`, `ignored` for `try?` and NULL, `thrown`,
  /// `trapped` for `try!`); `unlessPending` (true if it depends on `getPendingTaskRequests`); `conditional` (the text of a condition
  /// around it that reads the app's own state); `alongside` (true if another `submit` is in the same `do`); `method`
  /// (`submit` or `submitTaskRequest`, if the scheduler is known to have it); `handler` (repeated: the identifier of each task whose
  /// launch handler submits it; unresolved if it is not known); `knowsMoments` (true if its moments are all at which the code runs).
  case taskSubmission
  /// `cancel(taskRequestWithIdentifier:)` or `cancelAllTaskRequests()`.
  ///
  /// `identifier`, absent for all.
  case taskCancellation
  /// `getPendingTaskRequests` or `pendingTaskRequests`.
  case pendingTaskRequests
  /// A private selector that simulates a launch or an expiration.
  ///
  /// `selector`.
  case privateSelector

  // MARK: - URLSession

  /// A `URLSessionConfiguration` and the session made of it.
  ///
  /// `type` (`background`, `default`, `ephemeral`); `identifier`; every property set on it by Apple's name; `delegate` (the type's
  /// name, `null`, or unresolved); `delegateQueue` (`main`, `null` or `other`); `lifetime` (`static`, `lazy`, `stored`, `local`: how the
  /// session is kept); `name` (the name of the variable or property that it is kept in); `session` (false if the configuration
  /// makes no session in the code that was read); `unstable` (a name in the identifier whose value is new at each launch, such as
  /// `hashValue`).
  case session
  /// A transfer that a session is asked for.
  ///
  /// `task` (`download`, `upload`, `data`, `webSocket`, `stream`, `assetDownload`); `session` (the place of its session as `file:line`, if it
  /// is known); `sessionIdentifier` (that of its session, if several are made at the place); `from` (`file`, `data`, `stream`, `request`, `resumeData`); `completionHandler` (true if one is passed); `delegate` (true, or `null`, if the task's own is set); `countOfBytesClientExpectsToSend`,
  /// `countOfBytesClientExpectsToReceive`, `earliestBeginDate`, `priority`, `taskDescription` as set on it; `knowsMoments` (true if
  /// its moments are all at which the code runs); `allowsCellularAccess`, `allowsExpensiveNetworkAccess` and
  /// `allowsConstrainedNetworkAccess` as set on its request; `headers` (the names of those that are set on each such request);
  /// `foreground` (true if its session is known not to be a background session); `underBackgroundTask` (true if code that begins a
  /// background task of UIKit starts one for each element of a list).
  case transfer
  /// A header set on a request or a configuration.
  ///
  /// `field`; `value`; `client` (the type or method that the request is passed to, if no session has it).
  case header
  /// `getAllTasks`, `getTasksWithCompletionHandler` or `allTasks`.
  case runningTasks
  /// A method of a session's delegate.
  ///
  /// `method` (its full name, such as `urlSession(_:downloadTask:didFinishDownloadingTo:)`); `type` (the type that has it); for the method
  /// that receives a file `keepsFile` (`moves`, `reads`, `later` if it leaves the file to code that runs after it returned, `no`; absent if
  /// that is not clear); `readsWhole` (true if the method itself reads all of the file into memory); `blocks` (a call in it that blocks).
  case sessionDelegate
  /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`, or a widget's `onBackgroundURLSessionEvents`.
  ///
  /// `api` (`WidgetKit` for that of a widget, which has no other values); `handler` (`stored`, `called`, `both`, `dropped`); `storage` (the name of the variable, and `dictionary` if it keeps one for each
  /// identifier); `called` (true if something in the app calls the stored one); `matches` (true if it looks at the identifier); `onMain`
  /// (true if a call is on the main queue, false if none of those by the variable's name is; absent if that is not clear); `callsAtOnce` (true
  /// if the method itself calls it); `sceneDelegate` (true if its type is a scene delegate).
  case backgroundEvents
  /// `AVAssetDownloadURLSession`.
  ///
  /// `identifier`; the properties that are set on its configuration.
  case assetDownloadSession

  // MARK: - Other ways to run

  /// `beginBackgroundTask`.
  ///
  /// `name`; `expirationHandler` (true if one is passed, `null` if it is `nil`); `expiration` (`ends`, `later` if it ends the task after
  /// it has returned, `nothing`; absent if that is not clear); `exit` (repeated: each way out that leaves the task open);
  /// `completesAtOnce` (true if it ends before work that was started has ended); `overwritten` (true if another may begin in its
  /// place, so that its identifier is lost); `ends` (true if something ends the returned identifier);
  /// `knowsMoments` as for `taskSubmission`.
  case backgroundTask
  /// A condition that depends on `backgroundTimeRemaining`.
  case remainingTime
  /// `ProcessInfo.performExpiringActivity`.
  ///
  /// `reason`.
  case expiringActivity
  /// `application(_:performFetchWithCompletionHandler:)`.
  ///
  /// `completes`, `exit` and `completesAtOnce` as for `taskRegistration`.
  case performFetch
  /// `setMinimumBackgroundFetchInterval`.
  ///
  /// `interval` (seconds, or the text `minimum` or `never`).
  case minimumBackgroundFetchInterval
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`, or its asynchronous form.
  ///
  /// `completes`, `exit` and `completesAtOnce` as for `taskRegistration`; `forwards` (true if it does nothing but pass its arguments on
  /// to code that was not found).
  case remoteNotification
  /// `registerForRemoteNotifications`.
  case remoteNotificationRegistration
  /// A push registry of PushKit.
  ///
  /// `types` (a list of `voIP`, `fileProvider`, `complication`).
  case pushRegistry
  /// A watch app's background task or its scheduling: `handle(_:)`, `scheduleBackgroundRefresh`, `scheduleSnapshotRefresh`.
  ///
  /// `method`; `preferredDate` (seconds); for `handle(_:)` `completes`, `exit` and `completesAtOnce` as for `taskRegistration`, and
  /// `handlesSessions` (true if it looks at the events of background sessions).
  case watchRefresh
  /// `NSBackgroundActivityScheduler`.
  ///
  /// `identifier`; `interval`; `repeats`; `tolerance`; `qualityOfService`.
  case backgroundActivityScheduler
  /// `enableBackgroundDelivery` of HealthKit.
  ///
  /// `type`; `frequency` (`immediate`, `hourly`, `daily`, `weekly`).
  case healthDelivery
  /// Location that goes on in the background.
  ///
  /// `method` (`allowsBackgroundLocationUpdates`, `startMonitoringSignificantLocationChanges`, `startMonitoringVisits`, `startMonitoring`,
  /// `CLBackgroundActivitySession`); `value` for the property.
  case location
  /// An audio session whose category plays or records in the background.
  ///
  /// `category`.
  case audioSession
  /// Core Bluetooth's managers with a restore identifier.
  ///
  /// `identifier`; `role` (`central` or `peripheral`).
  case bluetooth
  /// A module that is imported and runs something in the background by itself, by the table of known dependencies.
  ///
  /// `module`.
  case dependency
  /// A type or function that uses a background mode, the first of each mode in a file.
  ///
  /// `mode`; `symbol` (the type's or function's name).
  case modeUse
  /// A database that the app opens in the container of an app group.
  ///
  /// `api` (the function or type that opens it).
  case sharedDatabase
  /// An entry point of the app: `UIApplicationDelegate`, `App`, `@main`.
  ///
  /// `type` (the protocol or attribute that makes it one, such as `UIApplicationDelegate`); `name` (the app's own type); `style`
  /// (`uikit`, `swiftui`, `watchkit`, `appkit`, `extension`; absent if nothing shows it).
  case entryPoint
  /// A method of UIKit's application delegate for the background and foreground, which an app with scenes never gets.
  ///
  /// `method`.
  case applicationLifeCycle
}
