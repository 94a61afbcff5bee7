/// Where a fact is written.
package struct Citation: Hashable, Sendable {
  /// A short name: `NSURLSession.h`, `WWDC 2019, session 707`.
  package let title: String
  /// Its edition or date: `26.1 SDK`, `2025-04-13`.
  package let edition: String

  /// A text and its edition.
  package init(_ title: String, _ edition: String) {
    self.title = title
    self.edition = edition
  }
}

// Apple's headers.
extension Citation {
  package static let urlSessionHeader = Citation("NSURLSession.h", "26.1 SDK")
  package static let urlRequestHeader = Citation("NSURLRequest.h", "26.1 SDK")
  package static let urlErrorHeader = Citation("NSURLError.h", "26.1 SDK")
  package static let taskHeader = Citation("BGTask.h", "26.1 SDK")
  package static let taskRequestHeader = Citation("BGTaskRequest.h", "26.1 SDK")
  package static let taskSchedulerHeader = Citation("BGTaskScheduler.h", "26.1 SDK")
}

// Apple's documentation.
extension Citation {
  package static let configurationReference = Citation("URLSessionConfiguration reference", "2025-04-13")
  package static let bundleResources = Citation("Bundle Resources reference", "2025-04-13")
  package static let urlErrorReference = Citation("URLError reference", "2025-04-13")
  package static let applicationReference = Citation("UIApplicationDelegate reference", "2026")
  package static let downloadingInBackground = Citation("Downloading files in the background", "2026")
  package static let pushingUpdates = Citation("Pushing background updates to your App", "2026")
  package static let sendingNotifications = Citation("Sending notification requests to APNs", "2026")
  package static let executionModes = Citation("Configuring background execution modes", "2026")
  package static let usingBackgroundTasks = Citation("Using background tasks to update your app", "2026")
  package static let backgroundStrategies = Citation("Choosing Background Strategies for Your App", "2026")
  package static let longRunningTasks = Citation("Performing long-running tasks on iOS and iPadOS", "2026")
  package static let ultraConstrainedNetworks = Citation(
    "Configuring your app for ultra-constrained networks", "2026")
  package static let submitTaskRequest = Citation("BGTaskScheduler.submitTaskRequest reference", "27 beta")
  package static let backgroundTaskModifier = Citation("Scene.backgroundTask reference", "2026")
  package static let backgroundTaskModifierBeta = Citation(
    "BackgroundTask.processingTask reference", "27 beta")
  package static let watchTransfers = Citation(
    "WKURLSessionRefreshBackgroundTask reference", "2025-04-13")
  package static let fetchReference = Citation(
    "UIApplication.setMinimumBackgroundFetchInterval reference", "2025-04-13")
  package static let applicationGroups = Citation("App Groups entitlement reference", "2025-04-13")
  package static let pushEnvironment = Citation("APS Environment entitlement reference", "2026")
  package static let macPushEnvironment = Citation("APS Environment (macOS) entitlement reference", "2026")
  package static let beginBackgroundTask = Citation("UIApplication.beginBackgroundTask reference", "2026")
  package static let sessionDelegateReference = Citation("URLSessionDelegate reference", "2025-04-13")
  package static let widgetSessionEvents = Citation(
    "WidgetConfiguration.onBackgroundURLSessionEvents reference", "2025-04-13")
  package static let submitReference = Citation("BGTaskScheduler.submit reference", "2026")
  package static let bareAppRefresh = Citation("BackgroundTask.appRefresh reference", "2025-04-13")
  package static let developmentSimulation = Citation(
    "Starting and Terminating Tasks During Development", "2025-04-13")
  package static let refreshStatus = Citation("UIApplication.backgroundRefreshStatus reference", "2025-04-13")
  package static let performExpiringActivity = Citation(
    "Extending your app's background execution time", "2026")
  package static let extensionTransfers = Citation(
    "App Extension Programming Guide, Performing Uploads and Downloads", "archive")
  package static let reviewGuidelines = Citation("App Review Guidelines, 2.5.4", "2026")
  package static let loggerReference = Citation("Logger reference", "2025-04-13")
  package static let uploadValidation = Citation("App Store Connect validation, ITMS-90771", "2026")
}

// Sessions of Apple's developer conference.
extension Citation {
  package static let wwdc13Multitasking = Citation("WWDC 2013, session 204", "2013-06")
  package static let wwdc14Networking = Citation("WWDC 2014, session 707", "2014-06")
  package static let wwdc14Energy = Citation("WWDC 2014, session 710", "2014-06")
  package static let wwdc15LowEnergy = Citation("WWDC 2015, session 707", "2015-06")
  package static let wwdc17Networking = Citation("WWDC 2017, session 709", "2017-06")
  package static let wwdc19Background = Citation("WWDC 2019, session 707", "2019-06")
  package static let wwdc19Networking = Citation("WWDC 2019, session 712", "2019-06")
  package static let wwdc20Background = Citation("WWDC 2020, session 10063, attendee notes", "2020-06")
  package static let wwdc22SwiftUI = Citation("WWDC 2022, session 10142", "2022-06")
  package static let wwdc23Transfers = Citation("WWDC 2023, session 10006", "2023-06")
  package static let wwdc25Background = Citation("WWDC 2025, session 227", "2025-06")
}

// What engineers at Apple and others have said or measured.
extension Citation {
  package static let resumeRateLimiter = Citation(
    "Quinn, NSURLSession's Resume Rate Limiter, Apple Developer Forums", "2018-05-02")
  package static let testingSessions = Citation(
    "Quinn, Testing Background Session Code, Apple Developer Forums", "2018-05-03")
  package static let backgroundTaskNotes = Citation(
    "Quinn, UIApplication Background Task Notes, Apple Developer Forums thread 85066", "2021-02-27")
  package static let executionLimits = Citation(
    "Quinn, iOS Background Execution Limits, Apple Developer Forums thread 685525", "2024")
  package static let transferCorrespondence = Citation(
    "Apple Developer Technical Support on background transfers, published by its recipient", "2015")
  package static let concurrentTasks = Citation(
    "Apple Frameworks engineer, Apple Developer Forums thread 832148", "2026")
  package static let limiterLog = Citation(
    "Device log of iOS 12.4, Apple Developer Forums thread 128813", "2020")
  package static let refreshLog = Citation("OpenCircuit, issue 177", "2026-07-12")
  package static let backgroundFetchReadme = Citation(
    "react-native-background-fetch, README and issue 322", "2026")
  package static let cellularPower5G = Citation("SIGCOMM 2021 5G measurement artifact", "2021")
  package static let lteStudy = Citation("Huang et al., MobiSys 2012, recalled and not re-read", "2012")
  package static let pixelPowerProfile = Citation("Android power profile of the Pixel 2 XL", "2018")
  package static let deviceIdleController = Citation("AOSP DeviceIdleController, constants", "2026")
  package static let powerManagementRestrictions = Citation(
    "Android power management restrictions, before Android 13", "2026")
  package static let foregroundWait = Citation(
    "Metrics of a task on iOS 13.1.3, Apple Developer Forums thread 124450", "2019-10-16")
  package static let ownCloudWait = Citation("ownCloud iOS SDK, issue 46", "2019-04-11")
  package static let ownTracksNight = Citation("OwnTracks for iOS, issue 839", "2025-03-20")
  package static let trustKitUpload = Citation("TrustKit, issue 351", "2025-08-21")
  package static let awsUpload = Citation("AWS SDK for iOS, issue 1994", "2019-10-16")
  package static let backgroundFetchInstallation = Citation(
    "flutter_background_fetch, help/INSTALL-IOS.md", "2026")
  package static let expoBackgroundTask = Citation(
    "expo-background-task, BackgroundTaskConstants.swift", "2026")
  package static let dp3tTasks = Citation("dp3t-sdk-ios, DP3TBackgroundTaskManager.swift", "2021")
  package static let workmanagerTasks = Citation(
    "flutter_workmanager, Workmanager.iOSBackgroundProcessingTask", "2026")
  package static let wildApps = Citation("Survey of 78 public repositories", "2026")
  package static let ourAssumption = Citation("our assumption", "2026")
  package static let ourInference = Citation("our inference from the documented facts", "2026")
}

// What the policy language is made of.
extension Citation {
  package static let yaml = Citation("YAML 1.2.2", "2021-10-01")
  package static let xml = Citation("XML 1.0, 2.2 Characters", "fifth edition, 2008")
  package static let policyLanguage = Citation("the policy language", "version 1")
}
