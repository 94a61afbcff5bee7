/// The source of a fact.
package struct Citation: Hashable, Sendable {
  /// A short name: `NSURLSession.h`, `WWDC 2019, session 707`.
  package let title: String
  /// The edition or the date of the source: `26.1 SDK`, `2025-04-13`.
  package let edition: String
  /// The https address; `nil` for a source without an address, such as our own assumption.
  package let address: String?

  /// A source with its edition and address.
  package init(_ title: String, _ edition: String, at address: String? = nil) {
    self.title = title
    self.edition = edition
    self.address = address
  }
}

// Apple's headers.
extension Citation {
  package static let urlSessionHeader = Citation(
    "NSURLSession.h", "26.1 SDK",
    at: "https://developer.apple.com/documentation/foundation/urlsessionconfiguration")
  package static let urlRequestHeader = Citation(
    "NSURLRequest.h", "26.1 SDK", at: "https://developer.apple.com/documentation/foundation/urlrequest")
  package static let urlErrorHeader = Citation(
    "NSURLError.h", "26.1 SDK",
    at:
      "https://developer.apple.com/documentation/foundation/urlerror/backgroundtaskcancelledreason-swift.enum"
  )
  package static let taskHeader = Citation(
    "BGTask.h", "26.1 SDK", at: "https://developer.apple.com/documentation/backgroundtasks/bgtask")
  package static let taskRequestHeader = Citation(
    "BGTaskRequest.h", "26.1 SDK",
    at: "https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest")
  package static let taskSchedulerHeader = Citation(
    "BGTaskScheduler.h", "26.1 SDK",
    at: "https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler")
}

// Sessions of Apple's developer conference.
extension Citation {
  package static let wwdc13Multitasking = Citation(
    "WWDC 2013, session 204", "2013-06", at: "https://developer.apple.com/videos/play/wwdc2013/204/")
  package static let wwdc14Networking = Citation(
    "WWDC 2014, session 707", "2014-06", at: "https://developer.apple.com/videos/play/wwdc2014/707/")
  package static let wwdc14Energy = Citation(
    "WWDC 2014, session 710", "2014-06", at: "https://developer.apple.com/videos/play/wwdc2014/710/")
  package static let wwdc15LowEnergy = Citation(
    "WWDC 2015, session 707", "2015-06", at: "https://developer.apple.com/videos/play/wwdc2015/707/")
  package static let wwdc17Networking = Citation(
    "WWDC 2017, session 709", "2017-06", at: "https://developer.apple.com/videos/play/wwdc2017/709/")
  package static let wwdc19Background = Citation(
    "WWDC 2019, session 707", "2019-06", at: "https://developer.apple.com/videos/play/wwdc2019/707/")
  package static let wwdc19Networking = Citation(
    "WWDC 2019, session 712", "2019-06", at: "https://developer.apple.com/videos/play/wwdc2019/712/")
  package static let wwdc20Background = Citation(
    "WWDC 2020, session 10063, attendee notes", "2020-06",
    at: "https://developer.apple.com/videos/play/wwdc2020/10063/")
  package static let wwdc22SwiftUI = Citation(
    "WWDC 2022, session 10142", "2022-06", at: "https://developer.apple.com/videos/play/wwdc2022/10142/")
  package static let wwdc23Transfers = Citation(
    "WWDC 2023, session 10006", "2023-06", at: "https://developer.apple.com/videos/play/wwdc2023/10006/")
  package static let wwdc23LiveActivities = Citation(
    "WWDC 2023, session 10185", "2023-06", at: "https://developer.apple.com/videos/play/wwdc2023/10185/")
  package static let wwdc25Background = Citation(
    "WWDC 2025, session 227", "2025-06", at: "https://developer.apple.com/videos/play/wwdc2025/227/")
}

// Statements and measurements by engineers at Apple and by other people.
extension Citation {
  package static let resumeRateLimiter = Citation(
    "Quinn, NSURLSession's Resume Rate Limiter, Apple Developer Forums", "2018-05-02",
    at: "https://developer.apple.com/forums/thread/14854")
  package static let testingSessions = Citation(
    "Quinn, Testing Background Session Code, Apple Developer Forums", "2018-05-03",
    at: "https://developer.apple.com/forums/thread/14855")
  package static let backgroundTaskNotes = Citation(
    "Quinn, UIApplication Background Task Notes, Apple Developer Forums thread 85066", "2021-02-27",
    at: "https://developer.apple.com/forums/thread/85066")
  package static let forceQuitApps = Citation(
    "DTS engineer, Apple Developer Forums thread 719222", "2022",
    at: "https://developer.apple.com/forums/thread/719222")
  package static let executionLimits = Citation(
    "Quinn, iOS Background Execution Limits, Apple Developer Forums thread 685525", "2024",
    at: "https://developer.apple.com/forums/thread/685525")
  package static let transferCorrespondence = Citation(
    "Apple Developer Technical Support on background transfers, published by its recipient", "2015",
    at: "https://c-sharx.net/2015-11-25-ios-background-transfer-what-about-uploads")
  package static let concurrentTasks = Citation(
    "Apple Frameworks engineer, Apple Developer Forums thread 832148", "2026",
    at: "https://developer.apple.com/forums/thread/832148")
  package static let limiterLog = Citation(
    "Device log of iOS 12.4, Apple Developer Forums thread 128813", "2020",
    at: "https://developer.apple.com/forums/thread/128813")
  package static let refreshLog = Citation(
    "OpenCircuit, issue 177", "2026-07-12", at: "https://github.com/perezjuanj/OpenCircuit/issues/177")
  package static let backgroundFetchReadme = Citation(
    "react-native-background-fetch, README and issue 322", "2026",
    at: "https://github.com/transistorsoft/react-native-background-fetch/issues/322")
  package static let cellularPower5G = Citation(
    "SIGCOMM 2021 5G measurement artifact", "2021", at: "https://github.com/SIGCOMM21-5G/artifact")
  package static let lteStudy = Citation(
    "Huang et al., MobiSys 2012",
    "2012", at: "https://doi.org/10.1145/2307636.2307658")
  /// Most users have less than 50 Mbit/s in the records of a content delivery network.
  package static let mobileAssessment = Citation(
    "Rizvi et al., Third-Party Assessment of Mobile Performance in the 5G Era", "2025-07-24",
    at: "https://arxiv.org/abs/2507.18834")
  package static let pixelPowerProfile = Citation(
    "Android power profile of the Pixel 2 XL", "2018",
    at: "https://android.googlesource.com/device/google/taimen")
  package static let deviceIdleController = Citation(
    "AOSP DeviceIdleController, constants", "2026",
    at:
      "https://android.googlesource.com/platform/frameworks/base/+/refs/heads/main/apex/jobscheduler/service/java/com/android/server/DeviceIdleController.java"
  )
  package static let powerManagementRestrictions = Citation(
    "Android power management restrictions, before Android 13", "2026",
    at: "https://developer.android.com/topic/performance/power/power-details")
  package static let foregroundWait = Citation(
    "Metrics of a task on iOS 13.1.3, Apple Developer Forums thread 124450", "2019-10-16",
    at: "https://developer.apple.com/forums/thread/124450")
  package static let ownCloudWait = Citation(
    "ownCloud iOS SDK, issue 46", "2019-04-11", at: "https://github.com/owncloud/ios-sdk/issues/46")
  package static let ownCloudMetrics = Citation(
    "Metrics of a download, ownCloud for iOS, pull request 531", "2019-10-22",
    at: "https://github.com/owncloud/ios-app/pull/531")
  package static let ownTracksNight = Citation(
    "OwnTracks for iOS, issue 839", "2025-03-20", at: "https://github.com/owntracks/ios/issues/839")
  package static let trustKitUpload = Citation(
    "TrustKit, issue 351", "2025-08-21", at: "https://github.com/datatheorem/TrustKit/issues/351")
  package static let awsUpload = Citation(
    "AWS SDK for iOS, issue 1994", "2019-10-16", at: "https://github.com/aws-amplify/aws-sdk-ios/issues/1994")
  package static let exposureNotificationApps = Citation(
    "Corona-Warn-App, AppDelegate.swift; dp3t-sdk-ios, EXPOSURE_NOTIFICATION_API_USAGE.md", "2021",
    at: "https://github.com/corona-warn-app/cwa-app-ios")
  package static let weeklyRoundupHandler = Citation(
    "WordPress for iOS, pull request 18162", "2022-03-18",
    at: "https://github.com/wordpress-mobile/WordPress-iOS/pull/18162")
  package static let expoHandler = Citation(
    "Expo, issue 39406", "2025-09-05", at: "https://github.com/expo/expo/issues/39406")
  package static let wildApps = Citation(
    "Survey of 78 public repositories", "2026")
  package static let ourAssumption = Citation(
    "our assumption", "2026")
  package static let ourInference = Citation(
    "our inference from the documented facts", "2026")
}

// The definition of the policy language.
extension Citation {
  package static let yaml = Citation(
    "YAML 1.2.2", "2021-10-01", at: "https://yaml.org/spec/1.2.2/")
  package static let xml = Citation(
    "XML 1.0, 2.2 Characters", "fifth edition, 2008", at: "https://www.w3.org/TR/xml/#charsets")
  package static let policyLanguage = Citation(
    "the policy language", "version 1")
}
