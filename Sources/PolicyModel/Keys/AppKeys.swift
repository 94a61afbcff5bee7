internal import JSON
internal import PlatformFacts
internal import Quantities

extension Policy.App {
  static let keys = KeyTable(
    "app", { Policy.App() },
    [
      Key(
        "name", .swiftTypeName, required: true,
        "The first part of the names of the generated types, a Swift identifier, for example Photos."
      ) { $0.name = $1 },
      Key(
        "bundleIdentifier", .string, required: true,
        """
        The app's bundle identifier, for example com.example.photos. It may refer to build settings, for \
        example $(APP_ID).
        """
      ) { $0.bundleIdentifier = $1 },
      Key(
        "configurations", .named(.mapping(BuildConfiguration.keys)),
        """
        The values that differ between build configurations, by the configurations' names in Xcode, for \
        example { Debug: { bundleIdentifier: com.example.photos.dev } }. A configuration that is not \
        listed has the bundleIdentifier above. The generated Swift recognizes its configuration by the \
        bundle identifier of the process. The estimate is the same for all.
        """
      ) { $0.configurations = $1.value },
      Key(
        "buildSettings", .buildSettings,
        """
        The values of build settings that the policy refers to as $(NAME), for example { APP_SUFFIX: \
        .refresh } or { APP_SUFFIX: { Debug: .dev, Release: "" } }. PRODUCT_BUNDLE_IDENTIFIER needs no \
        entry: it is bundleIdentifier. The estimate is the same for all.
        """
      ) { $0.buildSettings = $1.value },
      Key(
        "deploymentTarget", .mapping(DeploymentTarget.keys),
        """
        The oldest version of each system that the app runs on, for example { iOS: "16.0" }. If omitted, \
        bgpolicy neither checks availability nor generates availability conditions.
        """
      ) { $0.deploymentTarget = $1.value },
      Key(
        "sdk", .version, default: .string(PlatformFacts.newestSDK.value.description),
        """
        The SDK that the app is built with, by its iOS version, for example "26.0". It decides which APIs \
        the generated code uses.
        """
      ) { $0.sdk.written = $1 },
      Key(
        "infoPlist", .filePath,
        """
        The app's own Info.plist, relative to this file, for example App/Info.plist. bgpolicy compares it \
        with the policy, and `bgpolicy compile --merge` adds missing entries.
        """
      ) { $0.infoPlist = $1 },
      Key(
        "entitlements", .filePath,
        """
        The app's own entitlements file, relative to this file, for example App/App.entitlements. bgpolicy \
        compares it with the policy, and `bgpolicy compile --merge` adds missing entries.
        """
      ) { $0.entitlements = $1 },
      Key(
        "appGroups", .list(of: .string),
        "The app groups whose containers the app may use, for example [group.com.example.photos]."
      ) {
        $0.appGroups = $1
      },
      Key(
        "legacyFetch", .bool, default: false,
        """
        Whether the app still implements application(_:performFetchWithCompletionHandler:) or calls \
        setMinimumBackgroundFetchInterval.
        """
      ) { $0.legacyFetch.written = $1 },
      Key(
        "sources", .list(of: .filePath),
        "Folders of Swift and Objective-C sources, relative to this file, for example [App]. Rules about code read them."
      ) { $0.sources = $1 },
    ],
    sample: "{ name: Photos, bundleIdentifier: com.example.photos }", note: { $0.writtenKeys = $1 })
}

extension DeploymentTarget {
  static let keys = KeyTable(
    "deploymentTarget", { DeploymentTarget() },
    [
      Key("iOS", .version, "The oldest iOS and iPadOS version, for example \"16.0\".") { $0[.iOS] = $1 },
      Key("macOS", .version, "The oldest macOS version, for an AppKit app.") { $0[.macOS] = $1 },
      Key("macCatalyst", .version, "The oldest version of Mac Catalyst, as an iOS version.") {
        $0[.macCatalyst] = $1
      },
      Key("tvOS", .version, "The oldest tvOS version.") { $0[.tvOS] = $1 },
      Key("watchOS", .version, "The oldest watchOS version.") { $0[.watchOS] = $1 },
      Key("visionOS", .version, "The oldest visionOS version.") { $0[.visionOS] = $1 },
    ], sample: MappingSample(before: "{ iOS: \"", "16.0", after: "\" }") { Version($0) != nil })
}

extension Policy.Target {
  static let keys = KeyTable(
    "target", { Policy.Target(name: .unnamed) },
    [
      Key("type", .word(Kind.self), required: true, "The kind of product.") { $0.type = $1 },
      Key(
        "bundleIdentifier", .string,
        """
        The target's bundle identifier, for example com.example.photos.share, if one of its sessions or \
        tasks needs it. In the target's values, it is $(PRODUCT_BUNDLE_IDENTIFIER).
        """
      ) { $0.bundleIdentifier = $1 },
      Key(
        "configurations", .named(.mapping(BuildConfiguration.keys)),
        """
        The values that differ between build configurations, by the configurations' names in Xcode, for \
        example { Debug: { bundleIdentifier: com.example.photos.dev.share } }. The estimate is the same \
        for all.
        """
      ) { $0.configurations = $1.value },
      Key(
        "appGroups", .list(of: .string),
        "The app groups whose containers the target may use, for example [group.com.example.photos]."
      ) {
        $0.appGroups = $1
      },
      Key(
        "infoPlist", .filePath,
        """
        The target's own Info.plist, relative to this file, for example Watch/Info.plist. Rules read keys \
        there that a policy does not have, such as WKBackgroundModes of a watch app. bgpolicy never merges \
        into it.
        """
      ) { $0.infoPlist = $1 },
      Key(
        "entitlements", .filePath,
        """
        The target's own entitlements file, relative to this file, for example Share/Share.entitlements. \
        bgpolicy compares it with the policy, and `bgpolicy compile --merge` adds missing entries.
        """
      ) { $0.entitlements = $1 },
      .platforms("Its sessions are linted and generated for these systems. The estimate ignores them.") {
        $0.platforms = $1
      },
    ],
    note: { $0.writtenKeys = $1 })
}

extension Generation {
  static let keys = KeyTable(
    "generate", { Generation() },
    [
      Key(
        "output", .string, default: "Generated", "The folder for the generated files, relative to this file."
      ) {
        $0.output.written = $1
      },
      Key(
        "supportOutput", .string,
        """
        The folder for the generated files that are no code, such as property lists and the test plan, relative to this \
        file, for example Support; by default that of output.
        """
      ) { $0.supportOutput = $1 },
      Key(
        "access", .word(AccessLevel.self), default: "internal",
        "The access level of the generated declarations."
      ) { $0.access.written = $1 },
      Key(
        "style", .word(GenerationStyle.self), default: "uikit",
        """
        How the app receives its tasks: through UIApplicationDelegate (uikit), or through SwiftUI's \
        backgroundTask (swiftui).
        """
      ) { $0.style.written = $1 },
      Key(
        "swiftLanguageMode", .int(5...6), default: 6,
        """
        The Swift language mode, 5 or 6, of the targets that contain the generated files: SWIFT_VERSION in \
        the files for XcodeGen and Tuist. The generated Swift compiles in both modes.
        """
      ) { $0.swiftLanguageMode.written = $1 },
      Key(
        "projectSpec", .word(ProjectSpec.self), default: "none",
        """
        The tool that generates the Xcode project, XcodeGen or Tuist. bgpolicy writes the Info.plist and \
        the entitlements in its format.
        """
      ) { $0.projectSpec.written = $1 },
      Key(
        "runtime", .word(RuntimeDelivery.self), default: "inline",
        """
        How the app gets the Swift that is the same in every app: as files in the folder Runtime of the output (inline), or \
        through the library BackgroundRuntime of the Swift package bgpolicy (package).
        """
      ) { $0.runtime.written = $1 },
      Key(
        "testing", .bool, default: false,
        """
        Whether there is a file with which unit tests of the app run its handler: tasks with and without enough time, \
        and transfers that never leave the device. Its code is in debug builds alone.
        """
      ) { $0.testing.written = $1 },
      Key(
        "recorder", .bool, default: false,
        """
        Whether the generated code records each launch, wake, submission, wait, expiry and end in a small file in the \
        process's container, without names of files and people. `bgpolicy calibrate` reads it.
        """
      ) { $0.recorder.written = $1 },
      Key(
        "observers", .list(of: .word(TransferMoment.self)),
        """
        The moments of transfers, in addition to their ends, of which a handler may hear: progress, authentication challenges, \
        metrics, and delayed requests before they begin. The system resumes the app for each challenge and each \
        delayed request, so list only those that the app handles.
        """
      ) { $0.observers = $1 },
    ],
    sample: "{ output: Generated }", note: { $0.writtenKeys = $1 })
}
