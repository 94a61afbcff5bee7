internal import PlatformFacts
internal import PolicySyntax

// Codes that crash reports, APNs and App Store Connect give.
extension Symptom {
  static let terminations = [
    Symptom(
      .termination, "0x8badf00d", ["2343432205", "has active assertions beyond permitted time"],
      meaning:
        "The system's watchdog ended the app: background work did not end, or a launch took too long.",
      rules: [
        "uitask-unbalanced", "uitask-expiry-missing", "uitask-over-30s", "bg-refresh-over-budget",
        "push-handler-budget",
      ], citations: [.crashReportTypes, .beginBackgroundTask]),
    Symptom(
      .termination, "0xdead10cc", ["3735883980", "suspended with locked system files"],
      meaning: "The app held a lock on a file or a database in a shared container when it was suspended.",
      rules: [
        "code-shared-database-locked", "uitask-begun-too-late", "bg-completed-early", "bg-expiration-missing",
        "handler-completion-early",
      ],
      citations: [.crashReportTypes, .lockedFilesLog]),
    Symptom(
      .termination, "0xc51bad02",
      [
        "0xc51bad01", "0xc51bad03", "Background App Refresh watchdog transgression",
        "Exhausted wall time allowance",
      ],
      meaning:
        "A watch app was ended because a task of its handle(_:) was not complete after 15 seconds.",
      rules: ["watch-task-not-completed", "watch-transfer-in-foreground"],
      citations: [.crashReportTypes, .watchRefreshReport]),
    Symptom(
      .termination, "0xbaadca11",
      meaning: "The app got a push of the type voip and reported no call to CallKit.",
      rules: ["bg-mode-voip-unexplained"], citations: [.crashReportTypes]),
    Symptom(
      .termination, "0xbada5e47",
      meaning: "The app has begun about a thousand background tasks and not ended them.",
      rules: ["uitask-unbalanced", "uitask-identifier-overwritten"], citations: [.backgroundTaskNotes]),
    Symptom(
      .termination, "exceeding limit of 80% cpu over 60 seconds",
      ["exceeding limit of 80% cpu", "RESOURCE_TYPE_CPU"],
      meaning: "A processing task without requiresExternalPower has used too much of the processor.",
      rules: ["bg-processing-power-default"], citations: [.cpuLimitReport]),
  ]

  static let pushes = [
    Symptom(
      .push, "TopicDisallowed", meaning: "apns-topic is not a topic of the app's certificate or key.",
      rules: ["push-topic-mismatch"], citations: [.notificationResponses]),
    Symptom(
      .push, "BadTopic", ["MissingTopic"],
      meaning: "apns-topic is missing, or not a topic that the push's type has.",
      rules: ["push-topic-mismatch"], citations: [.notificationResponses]),
    Symptom(
      .push, "Unregistered", ["410 Unregistered"],
      meaning:
        "The device token is not active for apns-topic: the app was removed, or the token is another app's.",
      rules: ["push-topic-mismatch"], citations: [.notificationResponses]),
    Symptom(
      .push, "BadDeviceToken",
      meaning:
        "The device token is not valid in the environment, development or production, that the request goes to.",
      rules: ["push-aps-environment"], citations: [.notificationResponses]),
    Symptom(
      .push, "BadCertificateEnvironment",
      meaning:
        "The certificate is for the other environment, development or production, than the request goes to.",
      rules: ["push-aps-environment"], citations: [.notificationResponses]),
    Symptom(
      .push, "PayloadEmpty", meaning: "The payload is empty.", rules: ["push-content-available"],
      citations: [.notificationResponses]),
    Symptom(
      .push, "BadExpirationDate", meaning: "apns-expiration is not a number of seconds since 1970, or 0.",
      rules: ["policy-bad-value"], citations: [.notificationResponses]),
    Symptom(
      .push, "DeviceTokenNotForTopic", meaning: "The device token belongs to another app than apns-topic.",
      rules: ["push-topic-mismatch"], citations: [.notificationResponses]),
    Symptom(
      .push, "PayloadTooLarge", ["413 PayloadTooLarge"], meaning: "The payload has more than 4096 bytes.",
      rules: ["push-payload-size"], citations: [.notificationResponses]),
    Symptom(
      .push, "InvalidPushType", meaning: "apns-push-type has a value that APNs does not know.",
      rules: ["push-type-missing"], citations: [.notificationResponses]),
    Symptom(
      .push, "BadPriority", meaning: "apns-priority has a value that does not fit the push.",
      rules: ["push-priority"], citations: [.notificationResponses]),
    Symptom(
      .push, "TooManyRequests", meaning: "Too many pushes went to one device token in a row.",
      rules: ["push-rate"], citations: [.notificationResponses]),
    Symptom(
      .push, "CLLocationPushServiceError.missingEntitlement",
      ["CLLocationPushServiceErrorMissingEntitlement"],
      meaning: "The app is not entitled to location pushes.",
      rules: ["location-push-entitlement"], citations: [.locationPushErrors]),
    Symptom(
      .push, "CLLocationPushServiceError.missingPushServerEnvironment",
      ["CLLocationPushServiceErrorMissingPushServerEnvironment"],
      meaning: "The app has a location push service extension, and is not entitled to pushes.",
      rules: ["push-aps-environment"], citations: [.locationPushErrors]),
    Symptom(
      .push, "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
      [
        "didFailToRegisterForRemoteNotificationsWithError", "NSCocoaErrorDomain 3000",
        "no valid “aps-environment” entitlement string found for application",
        "valid aps-environment entitlement string",
      ],
      meaning: "The app is not entitled to pushes.",
      rules: ["push-aps-environment", "code-push-not-entitled"],
      citations: [.pushEnvironment, .missingPushEntitlement]),
  ]

  static let uploads = [
    Symptom(
      .upload, "ITMS-90771",
      ["90771", "must contain a list of identifiers used to submit and handle tasks"],
      meaning: "The Info.plist has the background mode processing and permits no task identifier.",
      rules: ["bg-mode-processing-no-identifiers"],
      citations: [.uploadValidation, .missingIdentifiersRejection]),
    Symptom(
      .upload, "ITMS-90112", ["90112", "UIBackgroundModes contains an invalid value"],
      meaning: "The Info.plist has a background mode that does not exist.", rules: ["bg-mode-unknown"],
      citations: [.invalidModeRejection]),
    Symptom(
      .upload, "ITMS-90078",
      [
        "90078", "Missing Push Notification Entitlement",
        "entitlements do not include the aps-environment entitlement",
      ],
      meaning: "The app registers for remote notifications, and its entitlements lack aps-environment.",
      rules: ["push-aps-environment", "code-push-not-entitled"],
      citations: [.missingPushEntitlementMail, .pushEnvironment]),
    Symptom(
      .upload, "ITMS-90049", ["90049", "invalid character in Bundle Identifier"],
      meaning: "The bundle identifier has characters other than letters, digits, hyphens and periods.",
      rules: ["bundle-identifier-malformed"], citations: [.bundleIdentifierRejection]),
    Symptom(
      .upload, "Guideline 2.5.4 … Your app declares support for … in the UIBackgroundModes key",
      [
        "2.5.4", "declares support for",
        "does not have any features that require persistent location",
      ],
      meaning: "The Info.plist has a background mode that the app does not use.",
      rules: [
        "code-mode-unused", "plist-mode-surplus", "bg-mode-fetch-unused", "bg-mode-processing-unused",
        "bg-mode-remote-notification-unused",
      ], citations: [.reviewGuidelines, .locationRejection]),
    Symptom(
      .upload, "it does not include any Voice over IP services", ["Voice over IP services"],
      meaning: "The Info.plist has the background mode voip, and the app takes no calls.",
      rules: ["bg-mode-voip-unexplained", "code-mode-unused"], citations: [.voIPRejection, .reviewGuidelines]),
    Symptom(
      .upload, "_simulateLaunchForTaskWithIdentifier:",
      ["_simulateLaunchForTaskWithIdentifier", "_simulateExpirationForTaskWithIdentifier"],
      meaning: "A private method of the debugger is in code that ships.",
      rules: ["bg-private-simulate", "code-private-selector"], citations: [.developmentSimulation]),
  ]
}
