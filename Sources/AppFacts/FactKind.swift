/// The kinds of facts from code.
///
/// The documentation of each kind lists the names of its values. `identifier` is always a text; a value with a name of Apple's has Apple's
/// meaning. A value that the code does not state is absent; a stated value that can't be resolved is unresolved.
package enum FactKind: String, CaseIterable, Sendable {
  // MARK: - BGTaskScheduler

  /// A launch handler: `BGTaskScheduler.register` or SwiftUI's `.backgroundTask`.
  ///
  /// `identifier`; `api` (`BGTaskScheduler` or `SwiftUI`); `dependency` (the name of the dependency that registers the handler, instead of
  /// `api`, `queue` and the values of a handler); `task` (`appRefresh`, `processing`, `continuedProcessing`, `healthResearch` or
  /// `urlSession`, by a cast or the modifier's argument); `queue` (`main`, `nil`, `background` for a queue that is not main, or `other`);
  /// `handler` (the scope of the function that does the work, if the handler is not written inline); `completes` (`always`, `sometimes`,
  /// `never`: whether each way out of the handler calls `setTaskCompleted`; `escapes` if the task is passed to code that was not found);
  /// `completesAtOnce` (true if the task is completed before work that the handler starts has ended; the place is the place of the
  /// completion, or of the work if the handler completes by returning); `completesAgain` (true if the task is completed a second time on some
  /// way; the place is the place of the second completion); `expirationHandler` (true if the code sets an expiration handler that does
  /// something; a SwiftUI handler has none); `keepsWithoutExpiration` (true if the handler keeps the task in a property, and no code of the
  /// app sets an expiration handler); `expiration` (`nothing` if the expiration handler does nothing or only logs); `expirationAfterWork`
  /// (true if the handler sets the expiration handler only after its work, at the place of the assignment); `synchronous` (true if the
  /// handler completes the task before it returns, and neither starts work nor waits for work); `idle` (true if the handler does nothing but
  /// complete the task, submit and cancel requests, and write to a log); `mainActor` (whether the enclosing code isolates the handler to the
  /// main actor; absent if the build settings decide); `guessesMoments` (true if each moment of the fact rests on the names of a function or
  /// argument of another module); `exit` (repeated: each way out without completion); `withoutNext` (true, at
  /// each completion after a failure on a way that does not submit the next request, while another way does); `submitsLate` (true, at each
  /// submission after the completion); `submission` for the submissions of the other ways; `progress` (for continued processing: whether anything
  /// in the app mentions a progress); `repeats` (true if the registration certainly runs more than once in a process).
  case taskRegistration
  /// A request: `BGAppRefreshTaskRequest(identifier:)` and the like.
  ///
  /// `identifier`; `task`; and every property set on the request: `earliestBeginDate` (seconds from the submission, `null`, or a time of
  /// day as the text `HH:MM`), `requiresNetworkConnectivity`, `requiresExternalPower`, `title`, `subtitle`, `strategy`,
  /// `requiredResources`, `protectionTypeOfRequiredData`; `checksResources` (with `requiredResources`: whether anything in the app asks for
  /// `supportedResources`).
  case taskRequest
  /// A call of `submit` or `submitTaskRequest`.
  ///
  /// `identifier` and `task` of the request, if they are known; `error` (`caught`, `ignored` for `try?` and NULL, `thrown`, `trapped` for
  /// `try!`); `unlessPending` (true if the submission depends on `getPendingTaskRequests`); `conditional` (the text of an enclosing
  /// condition that reads the app's own state); `alongside` (true if the same `do` contains another `submit`); `method` (`submit` or
  /// `submitTaskRequest`, if the receiver is known to be the scheduler); `handler` (repeated: the identifier of each task whose launch
  /// handler submits the request; unresolved if the identifier is not known); `registration` (repeated: the place of a registration, as
  /// `file:line`, that a launch makes only after the submission); `knowsMoments` (true if the moments of the fact are all moments at which
  /// the code runs).
  case taskSubmission
  /// `cancel(taskRequestWithIdentifier:)` or `cancelAllTaskRequests()`.
  ///
  /// `identifier`, which is absent if the call cancels all requests; `submission` (repeated: the place of a submission, as `file:line`, after
  /// which the same code always cancels the request); `atEachLaunch` (true if every launch makes the call); `atExpiration` (true if only the
  /// expiration handlers of background tasks make the call; `handler` as for `taskSubmission`).
  case taskCancellation
  /// `getPendingTaskRequests` or `pendingTaskRequests`.
  case pendingTaskRequests
  /// A private selector that simulates a launch or an expiration.
  ///
  /// `selector` (the name of the selector).
  case privateSelector

  // MARK: - URLSession

  /// A `URLSessionConfiguration` and the session made of it.
  ///
  /// `type` (`background`, `default`, `ephemeral`); `identifier`; every property set on the configuration, by Apple's name; `delegate` (the
  /// type's name, `null`, or unresolved); `delegateQueue` (`main`, `null` or `other`); `lifetime` (`static`, `lazy`, `stored`, `local`: how
  /// the code keeps the session); `name` (the name of the variable or property that keeps the session); `session` (false if the code that
  /// was read makes no session of the configuration); `unstable` (a name in the identifier whose value is new at each launch, such as
  /// `hashValue`); `handedBack` (true if the code may also make the session with an identifier of an earlier launch);
  /// `invalidated` (true if code invalidates the session, and other code makes tasks of it again; the place is the place of the
  /// invalidation).
  case session
  /// A call that asks a session for a transfer.
  ///
  /// `task` (`download`, `upload`, `data`, `webSocket`, `stream`, `assetDownload`); `session` (the place of the session as `file:line`, if
  /// the place is known); `sessionIdentifier` (the identifier of the session, if several sessions are made at the place); `from` (`file`,
  /// `data`, `stream`, `request`, `resumeData`); `completionHandler` (true if the call passes a completion handler); `delegate` (true, or
  /// `null`, if the task's own delegate is set); `countOfBytesClientExpectsToSend`, `countOfBytesClientExpectsToReceive`,
  /// `earliestBeginDate`, `priority`, `taskDescription` as set on the transfer; `knowsMoments` (true if the moments of the fact are all
  /// moments at which the code runs); `allowsCellularAccess`, `allowsExpensiveNetworkAccess` and `allowsConstrainedNetworkAccess` as set on
  /// the request; `headers` (the names of the headers that are set on each such request); `foreground` (true if the session is known not to
  /// be a background session); `outlivesRequest` (true if the code ends the request of an app extension without waiting for the transfer);
  /// `handler` as for `taskSubmission`; `removesFile` (true if the code removes the file right after the upload has started, at the place of
  /// the removal); `removesFolder` (true if other code empties the folder for temporary files with the file of a background session's upload,
  /// at the place of the removal); `neverResumed` (true if nothing starts the transfer); `underBackgroundTask` (true if code that begins a
  /// background task of UIKit starts a transfer for each element of a list); `chained` (true if the session's delegate starts the next
  /// transfer whenever one has ended, and no loop starts any).
  case transfer
  /// A header set on a request or a configuration.
  ///
  /// `field`; `value`; `client` (the type or method that receives the request, if no session does).
  case header
  /// `getAllTasks`, `getTasksWithCompletionHandler` or `allTasks`.
  case runningTasks
  /// A method of a session's delegate.
  ///
  /// `method` (the full name, such as `urlSession(_:downloadTask:didFinishDownloadingTo:)`); `type` (the type that declares the method);
  /// for the method that receives a file `keepsFile` (`moves`, `reads`, `later` if the method leaves the file to code that runs after the
  /// method has returned, `no`; absent if the code does not show it clearly); `readsWhole` (true if the method itself reads the whole file
  /// into memory); `blocks` (a blocking call in the method).
  case sessionDelegate
  /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`, or a widget's `onBackgroundURLSessionEvents`.
  ///
  /// `api` (`WidgetKit` for a widget's method, which has no other values); `handler` (`stored`, `called`, `both`, `dropped`); `storage`
  /// (the name of the variable that keeps the handler, and `dictionary` if the variable keeps a handler for each identifier); `called`
  /// (true if other code calls the stored handler); `idleCaller` (true if a method that nothing calls would call the stored handler, at the
  /// place of the method: its type is the delegate of no session); `matches` (true if the method reads the identifier); `onMain` (true if a
  /// call is on the main queue, false if no call by the variable's name is; absent if the code does not show it clearly); `callsAtOnce` (true
  /// if the method itself calls the handler); `sceneDelegate` (true if the type is a scene delegate).
  case backgroundEvents
  /// `AVAssetDownloadURLSession`.
  ///
  /// `type`, `identifier` and `delegateQueue` as for `session`; the properties that are set on the session's configuration.
  case assetDownloadSession

  // MARK: - Other ways to run

  /// `beginBackgroundTask`.
  ///
  /// `name`; `expirationHandler` (true if the call passes an expiration handler, `null` if the handler is `nil`); `expiration` (`ends`,
  /// `later` if the handler ends the task after the handler has returned, `nothing`; absent if the code does not show it clearly); `exit`
  /// (repeated: each way out that leaves the task open); `completesAtOnce` and `completesAgain` as for `taskRegistration`;
  /// `overwritten` (true if another task may begin in the same place, so that the identifier of this task is lost); `ends` (true if some
  /// code ends the returned identifier); `neverReset` (true if the task begins only while the property with its identifier is invalid, and
  /// no code makes the property invalid again); `dropped` (true if the code drops the identifier of the task); `knowsMoments` as for
  /// `taskSubmission`.
  case backgroundTask
  /// A condition that depends on `backgroundTimeRemaining`.
  case remainingTime
  /// `ProcessInfo.performExpiringActivity`.
  ///
  /// `reason` (the reason that the call states); `completesAtOnce` (true if the activity ends before work that its closure starts, at the
  /// place of the start).
  case expiringActivity
  /// `application(_:performFetchWithCompletionHandler:)`.
  ///
  /// `completes`, `exit`, `completesAtOnce`, `completesAgain`, `returns` and `sceneDelegate` as for `remoteNotification`.
  case performFetch
  /// `setMinimumBackgroundFetchInterval`.
  ///
  /// `interval` (seconds, or the text `minimum` or `never`).
  case minimumBackgroundFetchInterval
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`, or its asynchronous form.
  ///
  /// `completes`, `exit`, `completesAtOnce` and `completesAgain` as for `taskRegistration`; `sceneDelegate` as for `backgroundEvents`;
  /// `returns` (true if the method is asynchronous, so that the push is completed when the method returns); `forwards` (true if the method
  /// does nothing but pass its arguments on to code that was not found); `expectsToken` (true if the same type has
  /// `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`).
  case remoteNotification
  /// `registerForRemoteNotifications`.
  ///
  /// `needsPermission` (true if the code runs only after a person has allowed notifications); with it, `showsAlerts` (whether any code of the
  /// app handles notifications that people see).
  case remoteNotificationRegistration
  /// The method of a push registry's delegate that receives a push of PushKit.
  ///
  /// `method`; `reports` (`now` if the method reports a call before the method returns, `later` if only code that runs after the method has
  /// returned reports a call, `never` if nothing in the app reports a call, `nowhere` if only code reports a call that the method does not
  /// run; absent if the code does not show it clearly); `exit` (repeated, for `now`: each way out without a report); `callsKnown` (true if,
  /// for `never` and `nowhere`, the method passes the push on to a package that is known to report no call, and calls no other code that was
  /// not found).
  case incomingPush
  /// A push registry of PushKit.
  ///
  /// `types` (a list of `voIP`, `fileProvider`, `complication`).
  case pushRegistry
  /// A watch app's background task or its scheduling: `handle(_:)`, `scheduleBackgroundRefresh`, `scheduleSnapshotRefresh`.
  ///
  /// `method`; `preferredDate` (seconds); for scheduling `knowsMoments` as for `taskSubmission`; for `handle(_:)`
  /// `completes`, `exit`, `completesAtOnce` and `completesAgain` as for `taskRegistration`, `leavesOthers` (true, at each
  /// `return` that leaves the remaining tasks of the method), `overwritten` (true, at the place that keeps a task in a property which may
  /// already keep another task), and `handlesSessions` (true if the method handles the events of background
  /// sessions; false if the method only completes the tasks for such events, at the place of the completion).
  case watchRefresh
  /// `NSBackgroundActivityScheduler`.
  ///
  /// `identifier`; `interval`; `repeats`; `tolerance`; `qualityOfService`.
  case backgroundActivityScheduler
  /// `enableBackgroundDelivery` of HealthKit.
  ///
  /// `type`; `frequency` (`immediate`, `hourly`, `daily`, `weekly`); `observed` (whether any code of the app has a query that can receive
  /// updates).
  case healthDelivery
  /// An observer query of HealthKit.
  ///
  /// `completes` and `exit` as for `taskRegistration`, for the completion handler of the update; `knowsMoments` as for `taskSubmission`.
  case healthUpdate
  /// A location service that continues in the background.
  ///
  /// `method` (`allowsBackgroundLocationUpdates`, `startMonitoringSignificantLocationChanges`, `startMonitoringVisits`, `startMonitoring`,
  /// `CLBackgroundActivitySession`, `liveUpdates`); `value` for the property; for monitoring `always` (whether any code of the app asks for
  /// the authorization to use locations always), and for moves and visits `knowsMoments` as for `taskSubmission`; for live updates
  /// `continues` (whether any code of the app lets the updates continue in the background) and `isAuthorized` (whether any code of the app
  /// asks for the authorization); for the property `pauses` (true if the code starts updates, and Core Location may pause the updates) and
  /// `checksModes` (true if the code asks the Info.plist for the background modes first).
  case location
  /// A request for the authorization to use locations, or the start of location updates, of ranging, or of a monitor.
  ///
  /// `method` (`requestAlwaysAuthorization`, `requestWhenInUseAuthorization`, `startUpdatingLocation`, `CLMonitor`, and
  /// `startRangingBeacons` for ranging that a method for a region starts); for updates `continues` (whether any code of the app lets them
  /// continue in the background); for `CLMonitor` `knowsMoments` as for `taskSubmission`.
  case locationUse
  /// A category of the audio session.
  ///
  /// `category` (`ambient` and `soloAmbient` are silent in the background; the others play or record there).
  case audioSession
  /// Core Bluetooth's managers, unless other code than the call decides whether the system restores them.
  ///
  /// `identifier` (the restore identifier; absent if the system does not restore the manager); `role` (`central` or `peripheral`); `restores`
  /// (whether any code of the app has the delegate's method that receives the restored state, or the delegate itself has it if the system
  /// does not restore the manager; absent if the manager has no delegate, or a delegate that is not clear).
  case bluetooth
  /// An imported module that runs something in the background by itself, according to the table of known dependencies, or the first import
  /// of a module that is neither Apple's nor the app's own.
  ///
  /// `module`; for a module that needs the token of APNs `passesToken` (whether any code of the app passes the token on);
  /// for Flutter and workmanager `registersPlugins` (whether any code of the app registers plugins for its tasks); for Flutter `keepsToken`
  /// (true if the application delegate receives the token of APNs, and does not pass the token on to the plugins, at the place of the method).
  case dependency
  /// A use of the system that works only in an app with a background mode.
  ///
  /// `mode` (the mode; `WKBackgroundModes` for any mode of a watch app); `symbol` (the name of the type or property).
  case requiredMode
  /// The method of a notification service extension that changes a notification.
  ///
  /// `completes` and `exit` as for `taskRegistration`, for the content handler; `expires` (whether the work ends in time, or the extension
  /// has the method that is called when time is up).
  case notificationService
  /// The notifications of a subscription of CloudKit, or a subscription without notifications.
  ///
  /// `sendsNothing` (whether the notifications neither ask for a silent push nor show anything); `isSilent` (true if the notifications only
  /// ask for silent pushes, which no part of CloudKit receives for the app).
  case cloudSubscription
  /// A timeline of a widget.
  ///
  /// `interval` (the seconds until WidgetKit asks for the next timeline; absent if the timeline does not state a date); `endsForGood` (true
  /// if WidgetKit never asks again by itself, although the provider reads data, and no code of the app asks WidgetKit to reload a timeline);
  /// `reloadsItself` (true for a call by which a provider asks for its own next timeline).
  case widgetTimeline
  /// A message to the other device, by `WCSession.sendMessage`.
  ///
  /// `knowsMoments` as for `taskSubmission`; `alternative` (whether code of the app also sends data that waits for the other device).
  case watchMessage
  /// A timer, or code that a queue or a task runs after a delay, that only code for entering the background starts, without a background
  /// task; or a timer that no run loop fires.
  ///
  /// `api` (`Timer`, `asyncAfter`, `sleep` or `perform`); `interval` (seconds); `withoutRunLoop` (true if a queue runs the code that schedules
  /// the timer).
  case timer
  /// A wait for a constant time in code that a launch handler runs, a wait of the main thread that never ends or that loads data from the
  /// network, or a wait of an expiration handler.
  ///
  /// `api` (the function's name); `seconds` (of all rounds of the loops around the wait); `needsMain` (true if the main thread waits for code
  /// that needs the main thread, at the place of that code); `loads` (true if the main thread waits for data from the network);
  /// `inExpiration` (true in an expiration handler); `handler` as for `taskSubmission`.
  case wait
  /// A type or function that uses a background mode: for each mode, the first use in a file.
  ///
  /// `mode`; `symbol` (the type's or function's name); `ownSession` (true if the code also uses a type that sets the category of the audio
  /// session by itself, or that plays outside the app).
  case modeUse
  /// Files or keychain items that can't be read while the device is locked, and that other code of the same type uses in the background.
  ///
  /// `api` (the name that protects the data); `use` (true, at the place of the use in the background).
  case protectedData
  /// An object that calls its delegate later, and that only a variable of a function keeps: the object is released when the function returns.
  ///
  /// `type`.
  case releasedObject
  /// The start of a scan for Bluetooth peripherals.
  ///
  /// `allServices` (true if the scan is for all services; absent if other code than the call decides); `connects` (whether any code of the
  /// app connects to peripherals).
  case bluetoothScan
  /// The start of a Live Activity.
  ///
  /// `pushType` (`token`, or `null`; unresolved for another value); `knowsMoments` as for `taskSubmission`; `checksState` (true if code of
  /// the same file asks whether the app is in the foreground); `expectsToken` (whether any code of the app waits for push tokens of
  /// activities that the app itself starts); `readsToken` (true if the same code reads the token right after the request, at the place of the
  /// read).
  case liveActivity
  /// A database that the app opens in the container of an app group.
  ///
  /// `api` (the function or type that opens the database).
  case sharedDatabase
  /// An entry point of the app: `UIApplicationDelegate`, `App`, `@main`.
  ///
  /// `type` (the protocol or attribute that makes the type an entry point, such as `UIApplicationDelegate`); `name` (the app's own type);
  /// `style` (`uikit`, `swiftui`, `watchkit`, `appkit`, `extension`; absent if nothing shows the style).
  case entryPoint
  /// A type of code that bgpolicy generates, which starts the work of a process, a use of the type's `start`, or a function by which the
  /// app connects the work with the system.
  ///
  /// `type` (the type's name); `starts` (true for a use of `start`); `registers` (true if `start` registers launch handlers);
  /// `connection` (the name of a function that the app has to call: `handleEvents`, `handlePush`, or a modifier of scenes);
  /// `isConnected` (whether code of the app calls the function).
  case generatedProcess
  /// A method of UIKit's application delegate for the background and foreground, which UIKit never calls in an app with scenes.
  ///
  /// `method` (the name of the method).
  case applicationLifeCycle
}
