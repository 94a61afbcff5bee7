// Apple's documentation.
extension Citation {
  package static let configurationReference = Citation(
    "URLSessionConfiguration reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/foundation/urlsessionconfiguration")
  package static let bundleResources = Citation(
    "Bundle Resources reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/bundleresources")
  package static let bundleIdentifier = Citation(
    "CFBundleIdentifier reference", "2026",
    at:
      "https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleidentifier"
  )
  package static let urlErrorReference = Citation(
    "URLError reference", "2025-04-13", at: "https://developer.apple.com/documentation/foundation/urlerror")
  package static let lifeCycleArticle = Citation(
    "Managing your app's life cycle", "2026",
    at: "https://developer.apple.com/documentation/uikit/managing-your-app-s-life-cycle")
  package static let technologies = Citation(
    "Apple Developer Documentation, Technologies", "2026",
    at: "https://developer.apple.com/documentation/technologies")
  package static let sceneLifeCycleNote = Citation(
    "TN3187: Migrating to the UIKit scene-based life cycle", "2026",
    at:
      "https://developer.apple.com/documentation/technotes/tn3187-migrating-to-the-uikit-scene-based-life-cycle"
  )
  package static let watchRefreshReference = Citation(
    "WKRefreshBackgroundTask reference", "2026",
    at: "https://developer.apple.com/documentation/watchkit/wkrefreshbackgroundtask")
  package static let dynamicIsolation = Citation(
    "SE-0423: Dynamic actor isolation enforcement", "2024",
    at: "https://github.com/swiftlang/swift-evolution/blob/main/proposals/0423-dynamic-actor-isolation.md")
  package static let applicationReference = Citation(
    "UIApplicationDelegate reference", "2026",
    at: "https://developer.apple.com/documentation/uikit/uiapplicationdelegate")
  package static let applicationWillTerminate = Citation(
    "applicationWillTerminate(_:) reference", "2026",
    at: "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationwillterminate(_:)")
  package static let registerForRemoteNotifications = Citation(
    "registerForRemoteNotifications() reference", "2026",
    at: "https://developer.apple.com/documentation/uikit/uiapplication/registerforremotenotifications()")
  package static let unmanagedAssets = Citation(
    "Configuring an unmanaged Background Assets project", "2026",
    at:
      "https://developer.apple.com/documentation/backgroundassets/configuring-an-unmanaged-background-assets-project"
  )
  package static let downloadingInBackground = Citation(
    "Downloading files in the background", "2026",
    at: "https://developer.apple.com/documentation/foundation/downloading-files-in-the-background")
  package static let liveActivityPushes = Citation(
    "Starting and updating Live Activities with ActivityKit push notifications", "2026",
    at:
      "https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications"
  )
  package static let photoUpload = Citation(
    "Uploading asset resources in the background (PhotoKit)", "2026",
    at: "https://developer.apple.com/documentation/photokit/uploading-asset-resources-in-the-background")
  package static let locationPushes = Citation(
    "Creating a location push service extension", "2026",
    at: "https://developer.apple.com/documentation/corelocation/creating-a-location-push-service-extension")
  package static let locationPushEntitlement = Citation(
    "Location Push Service Extension entitlement reference", "2026",
    at:
      "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.location.push"
  )
  package static let locationPushErrors = Citation(
    "CLLocationPushServiceError reference", "2026",
    at: "https://developer.apple.com/documentation/corelocation/cllocationpushserviceerror-swift.struct")
  package static let backgroundAssets = Citation(
    "Background Assets reference", "2026", at: "https://developer.apple.com/documentation/backgroundassets")
  package static let hashable = Citation(
    "Hashable, hashValue", "Swift 6", at: "https://developer.apple.com/documentation/swift/hashable/hashvalue"
  )
  package static let pushingUpdates = Citation(
    "Pushing background updates to your App", "2026",
    at: "https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app")
  package static let sendingNotifications = Citation(
    "Sending notification requests to APNs", "2026",
    at: "https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns")
  package static let notificationResponses = Citation(
    "Handling notification responses from APNs", "2026",
    at:
      "https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns")
  package static let backgroundLocation = Citation(
    "allowsBackgroundLocationUpdates reference", "2026",
    at:
      "https://developer.apple.com/documentation/corelocation/cllocationmanager/allowsbackgroundlocationupdates"
  )
  package static let pausedLocationUpdates = Citation(
    "pausesLocationUpdatesAutomatically reference", "2026",
    at:
      "https://developer.apple.com/documentation/corelocation/cllocationmanager/pauseslocationupdatesautomatically"
  )
  package static let resumeReference = Citation(
    "URLSessionTask.resume() reference", "2026",
    at: "https://developer.apple.com/documentation/foundation/urlsessiontask/resume()")
  package static let cloudKitSubscriptions = Citation(
    "CKSubscription.NotificationInfo reference", "2026",
    at: "https://developer.apple.com/documentation/cloudkit/cksubscription/notificationinfo-swift.class")
  package static let liveLocationUpdates = Citation(
    "Handling location updates in the background", "2026",
    at:
      "https://developer.apple.com/documentation/corelocation/handling-location-updates-in-the-background")
  package static let regionEvents = Citation(
    "Region Monitoring and iBeacon, Location and Maps Programming Guide", "2016",
    at:
      "https://developer.apple.com/library/archive/documentation/UserExperience/Conceptual/LocationAwarenessPG/RegionMonitoring/RegionMonitoring.html"
  )
  package static let conditionMonitoring = Citation(
    "Meet Core Location Monitor, WWDC23 session 10147", "2023",
    at: "https://developer.apple.com/videos/play/wwdc2023/10147/")
  package static let significantChanges = Citation(
    "startMonitoringSignificantLocationChanges() reference", "2026",
    at:
      "https://developer.apple.com/documentation/corelocation/cllocationmanager/startmonitoringsignificantlocationchanges()"
  )
  package static let configuringLocation = Citation(
    "Configuring your app to use location services", "2026",
    at: "https://developer.apple.com/documentation/corelocation/configuring-your-app-to-use-location-services"
  )
  package static let healthKitDeliveryReference = Citation(
    "enableBackgroundDelivery(for:frequency:withCompletion:) reference", "2026",
    at:
      "https://developer.apple.com/documentation/healthkit/hkhealthstore/enablebackgrounddelivery(for:frequency:withcompletion:)"
  )
  package static let bluetoothBackground = Citation(
    "Core Bluetooth Programming Guide, Core Bluetooth Background Processing for iOS Apps", "2013",
    at:
      "https://developer.apple.com/library/archive/documentation/NetworkingInternetWeb/Conceptual/CoreBluetooth_concepts/CoreBluetoothBackgroundProcessingForIOSApps/PerformingTasksWhileYourAppIsInTheBackground.html"
  )
  package static let bluetoothScan = Citation(
    "scanForPeripherals(withServices:options:) reference", "2026",
    at:
      "https://developer.apple.com/documentation/corebluetooth/cbcentralmanager/scanforperipherals(withservices:options:)"
  )
  package static let audioCategories = Citation(
    "AVAudioSession.Category reference, ambient, soloAmbient and playback", "2026",
    at: "https://developer.apple.com/documentation/avfaudio/avaudiosession/category-swift.struct")
  package static let keychainAccessibility = Citation(
    "kSecAttrAccessibleWhenUnlocked and kSecAttrAccessibleAfterFirstUnlock reference", "2026",
    at: "https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlocked")
  package static let fileProtection = Citation(
    "Encrypting Your App’s Files", "2026",
    at: "https://developer.apple.com/documentation/uikit/encrypting-your-app-s-files")
  package static let liveActivities = Citation(
    "Displaying live data with Live Activities", "2026",
    at: "https://developer.apple.com/documentation/activitykit/displaying-live-data-with-live-activities")
  package static let activityReference = Citation(
    "Activity reference", "2026", at: "https://developer.apple.com/documentation/activitykit/activity")
  package static let activityRequest = Citation(
    "Activity.request reference", "2026",
    at: "https://developer.apple.com/documentation/activitykit/activity/request(attributes:content:pushtype:)"
  )
  package static let xcodeVersions = Citation(
    "Xcode, minimum requirements and supported SDKs", "2026", at: "https://developer.apple.com/support/xcode/"
  )
  package static let executionModes = Citation(
    "Configuring background execution modes", "2026",
    at: "https://developer.apple.com/documentation/xcode/configuring-background-execution-modes")
  package static let usingBackgroundTasks = Citation(
    "Using background tasks to update your app", "2026",
    at: "https://developer.apple.com/documentation/uikit/using-background-tasks-to-update-your-app")
  package static let backgroundStrategies = Citation(
    "Choosing Background Strategies for Your App", "2026",
    at:
      "https://developer.apple.com/documentation/backgroundtasks/choosing-background-strategies-for-your-app")
  package static let longRunningTasks = Citation(
    "Performing long-running tasks on iOS and iPadOS", "2026",
    at:
      "https://developer.apple.com/documentation/backgroundtasks/performing-long-running-tasks-on-ios-and-ipados"
  )
  package static let ultraConstrainedNetworks = Citation(
    "Configuring your app for ultra-constrained networks", "2026",
    at:
      "https://developer.apple.com/documentation/bundleresources/configuring-your-app-for-ultra-constrained-networks"
  )
  package static let submitTaskRequest = Citation(
    "BGTaskScheduler.submitTaskRequest reference", "27 beta",
    at:
      "https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/submittaskrequest(_:completionhandler:)"
  )
  package static let backgroundTaskModifier = Citation(
    "Scene.backgroundTask reference", "2026",
    at: "https://developer.apple.com/documentation/swiftui/scene/backgroundtask(_:action:)")
  package static let backgroundTaskModifierBeta = Citation(
    "BackgroundTask.processingTask reference", "27 beta",
    at: "https://developer.apple.com/documentation/swiftui/backgroundtask")
  package static let watchTransfers = Citation(
    "WKURLSessionRefreshBackgroundTask reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/watchkit/wkurlsessionrefreshbackgroundtask")
  package static let fetchReference = Citation(
    "UIApplication.setMinimumBackgroundFetchInterval reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/uikit/uiapplication/setminimumbackgroundfetchinterval(_:)")
  package static let applicationGroups = Citation(
    "App Groups entitlement reference", "2025-04-13",
    at:
      "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.security.application-groups"
  )
  package static let pushEnvironment = Citation(
    "APS Environment entitlement reference", "2026",
    at: "https://developer.apple.com/documentation/bundleresources/entitlements/aps-environment")
  package static let macPushEnvironment = Citation(
    "APS Environment (macOS) entitlement reference", "2026",
    at:
      "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.aps-environment"
  )
  package static let beginBackgroundTask = Citation(
    "UIApplication.beginBackgroundTask reference", "2026",
    at:
      "https://developer.apple.com/documentation/uikit/uiapplication/beginbackgroundtask(withname:expirationhandler:)"
  )
  package static let sessionDelegateReference = Citation(
    "URLSessionDelegate reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/foundation/urlsessiondelegate")
  package static let widgetUpdates = Citation(
    "Keeping a widget up to date", "2026",
    at: "https://developer.apple.com/documentation/widgetkit/keeping-a-widget-up-to-date")
  package static let notificationService = Citation(
    "UNNotificationServiceExtension reference", "2026",
    at: "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension")
  package static let pictureInPicture = Citation(
    "Adopting Picture in Picture in a Custom Player", "2026",
    at: "https://developer.apple.com/documentation/avkit/adopting-picture-in-picture-in-a-custom-player")
  package static let coreDataWithCloudKit = Citation(
    "Setting Up Core Data with CloudKit", "2026",
    at: "https://developer.apple.com/documentation/coredata/setting-up-core-data-with-cloudkit")
  package static let pushToTalk = Citation(
    "Creating a Push to Talk app", "2026",
    at: "https://developer.apple.com/documentation/pushtotalk/creating-a-push-to-talk-app")
  package static let complicationTimeline = Citation(
    "Updating your timeline (ClockKit)", "2020",
    at:
      "https://developer.apple.com/documentation/clockkit/adding_a_complication_to_your_watchos_app/providing_data_for_your_complication/updating_your_timeline"
  )
  package static let extendedRuntimeSessions = Citation(
    "Using extended runtime sessions", "2026",
    at: "https://developer.apple.com/documentation/watchkit/using-extended-runtime-sessions")
  package static let widgetSessionEvents = Citation(
    "WidgetConfiguration.onBackgroundURLSessionEvents reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/swiftui/widgetconfiguration")
  package static let submitReference = Citation(
    "BGTaskScheduler.submit reference", "2026",
    at: "https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/submit(_:)")
  package static let bareAppRefresh = Citation(
    "BackgroundTask.appRefresh reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/swiftui/backgroundtask")
  package static let developmentSimulation = Citation(
    "Starting and Terminating Tasks During Development", "2025-04-13",
    at:
      "https://developer.apple.com/documentation/backgroundtasks/starting-and-terminating-tasks-during-development"
  )
  package static let refreshStatus = Citation(
    "UIApplication.backgroundRefreshStatus reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/uikit/uiapplication/backgroundrefreshstatus")
  package static let performExpiringActivity = Citation(
    "Extending your app's background execution time", "2026",
    at: "https://developer.apple.com/documentation/uikit/extending-your-app-s-background-execution-time")
  package static let expiringActivityNotes = Citation(
    "DTS engineer, Apple Developer Forums thread 729335", "2023",
    at: "https://developer.apple.com/forums/thread/729335")
  package static let expiringActivityReference = Citation(
    "ProcessInfo.performExpiringActivity reference", "2026",
    at:
      "https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)"
  )
  package static let assetDownloadSession = Citation(
    "AVAssetDownloadURLSession reference", "2026",
    at: "https://developer.apple.com/documentation/avfoundation/avassetdownloadurlsession")
  package static let watchMessages = Citation(
    "WCSession.sendMessage reference", "2026",
    at:
      "https://developer.apple.com/documentation/watchconnectivity/wcsession/sendmessage(_:replyhandler:errorhandler:)"
  )
  package static let alwaysAuthorization = Citation(
    "CLLocationManager.requestAlwaysAuthorization reference", "2026",
    at:
      "https://developer.apple.com/documentation/corelocation/cllocationmanager/requestalwaysauthorization()")
  package static let locationAuthorization = Citation(
    "Choosing the Location Services Authorization to Request", "2026",
    at:
      "https://developer.apple.com/documentation/bundleresources/choosing-the-location-services-authorization-to-request"
  )
  package static let locationServiceSessions = Citation(
    "What’s new in location authorization, WWDC24 session 10212", "2024",
    at: "https://developer.apple.com/videos/play/wwdc2024/10212/")
  package static let extensionTransfers = Citation(
    "App Extension Programming Guide, Performing Uploads and Downloads", "archive",
    at:
      "https://developer.apple.com/library/archive/documentation/General/Conceptual/ExtensibilityPG/ExtensionScenarios.html"
  )
  package static let healthKitDelivery = Citation(
    "HealthKit background delivery entitlement reference", "2026",
    at:
      "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.healthkit.background-delivery"
  )
  package static let observerQueryCompletion = Citation(
    "HKObserverQueryCompletionHandler reference", "2026",
    at: "https://developer.apple.com/documentation/healthkit/hkobserverquerycompletionhandler")
  package static let voIPNotifications = Citation(
    "Responding to VoIP Notifications from PushKit", "2026",
    at: "https://developer.apple.com/documentation/pushkit/responding-to-voip-notifications-from-pushkit")
  package static let registeringForPushes = Citation(
    "Registering your app with APNs", "2026",
    at: "https://developer.apple.com/documentation/usernotifications/registering-your-app-with-apns")
  package static let willRestoreState = Citation(
    "centralManager(_:willRestoreState:) reference", "2026",
    at:
      "https://developer.apple.com/documentation/corebluetooth/cbcentralmanagerdelegate/centralmanager(_:willrestorestate:)"
  )
  package static let backgroundActivity = Citation(
    "NSBackgroundActivityScheduler reference", "2025-04-13",
    at: "https://developer.apple.com/documentation/foundation/nsbackgroundactivityscheduler")
  package static let runLoops = Citation(
    "Threading Programming Guide, Run Loops", "2014-07-15",
    at:
      "https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Multithreading/RunLoopManagement/RunLoopManagement.html"
  )
  package static let synchronousData = Citation(
    "Data.init(contentsOf:options:) reference", "2026",
    at: "https://developer.apple.com/documentation/foundation/data/init(contentsof:options:)")
  package static let synchronousDispatch = Citation(
    "DispatchQueue.sync(execute:) reference", "2026",
    at: "https://developer.apple.com/documentation/dispatch/dispatchqueue/sync(execute:)-3segw")
  package static let crashReportTypes = Citation(
    "Understanding the exception types in a crash report", "2026",
    at: "https://developer.apple.com/documentation/xcode/understanding-the-exception-types-in-a-crash-report")
  package static let reviewGuidelines = Citation(
    "App Review Guidelines, 2.5.4", "2026",
    at: "https://developer.apple.com/app-store/review/guidelines/#software-requirements")
  package static let loggerReference = Citation(
    "Logger reference", "2025-04-13", at: "https://developer.apple.com/documentation/os/logger")
  package static let uploadValidation = Citation(
    "App Store Connect validation, ITMS-90771", "2026",
    at:
      "https://developer.apple.com/documentation/bundleresources/information-property-list/bgtaskschedulerpermittedidentifiers"
  )
}
