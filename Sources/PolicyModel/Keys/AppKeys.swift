internal import JSON
internal import PlatformFacts
internal import Quantities

extension App {
  static let keys = KeyTable(
    "app", { App() },
    [
      Key(
        "name", .swiftTypeName, required: true,
        "The first part of the generated types' names: a Swift identifier."
      ) { $0.name = $1 },
      Key(
        "bundleIdentifier", .string, required: true,
        "The app's bundle identifier. It may refer to build settings, as $(APP_ID)."
      ) { $0.bundleIdentifier = $1 },
      Key(
        "configurations", .named(.mapping(BuildConfiguration.keys)),
        """
        What differs between build configurations, by their names in Xcode, as { Debug: { bundleIdentifier: \
        com.example.photos.dev } }. A configuration that is not named has the bundleIdentifier above. The generated \
        Swift finds its configuration by the bundle identifier of the process. The estimate is the same for all.
        """
      ) { $0.configurations = $1.value },
      Key(
        "buildSettings", .buildSettings,
        """
        The values of build settings that this policy refers to as $(NAME), as { APP_SUFFIX: .refresh } or { \
        APP_SUFFIX: { Debug: .dev, Release: "" } }. PRODUCT_BUNDLE_IDENTIFIER needs none: it is bundleIdentifier. The \
        estimate is the same for all.
        """
      ) { $0.buildSettings = $1.value },
      Key(
        "deploymentTarget", .mapping(DeploymentTarget.keys),
        """
        The oldest version of each system that the app runs on, as { iOS: "16.0" }. Without it, nothing is checked or \
        guarded by version.
        """
      ) { $0.deploymentTarget = $1.value },
      Key(
        "sdk", .version, default: .string(PlatformFacts.newestSDK.value.description),
        "The SDK that the app is built with, by its iOS version; decides which API is emitted."
      ) { $0.sdk.written = $1 },
      Key(
        "infoPlist", .filePath,
        """
        The app's real Info.plist, relative to this file, such as App/Info.plist. It is compared with the policy, and \
        `bgpolicy compile --merge` adds what it lacks.
        """
      ) { $0.infoPlist = $1 },
      Key(
        "entitlements", .filePath,
        """
        The app's real entitlements, relative to this file, such as App/App.entitlements. They are compared with the \
        policy, and `bgpolicy compile --merge` adds what they lack.
        """
      ) { $0.entitlements = $1 },
      Key("appGroups", .list(of: .string), "The app groups whose containers the app may use.") {
        $0.appGroups = $1
      },
      Key(
        "legacyFetch", .bool, default: false,
        """
        Whether the app still has application(_:performFetchWithCompletionHandler:) or calls \
        setMinimumBackgroundFetchInterval.
        """
      ) { $0.legacyFetch.written = $1 },
      Key(
        "sources", .list(of: .filePath),
        "Folders of Swift and Objective-C sources, relative to this file; rules that look at code read them."
      ) { $0.sources = $1 },
    ],
    sample: "{ name: Photos, bundleIdentifier: com.example.photos }", note: { $0.writtenKeys = $1 })
}

extension DeploymentTarget {
  static let keys = KeyTable(
    "deploymentTarget", { DeploymentTarget() },
    [
      Key("iOS", .version, "The oldest iOS and iPadOS.") { $0[.iOS] = $1 },
      Key("macOS", .version, "The oldest macOS, of an AppKit app.") { $0[.macOS] = $1 },
      Key("macCatalyst", .version, "The oldest iOS version of Mac Catalyst.") { $0[.macCatalyst] = $1 },
      Key("tvOS", .version, "The oldest tvOS.") { $0[.tvOS] = $1 },
      Key("watchOS", .version, "The oldest watchOS.") { $0[.watchOS] = $1 },
      Key("visionOS", .version, "The oldest visionOS.") { $0[.visionOS] = $1 },
    ], sample: MappingSample("{ iOS: \"", "16.0", "\" }") { Version($0) != nil })
}

extension Target {
  static let keys = KeyTable(
    "target", { Target(name: .unnamed) },
    [
      Key("type", .word(Kind.self), required: true, "What kind of product it is.") { $0.type = $1 },
      Key(
        "bundleIdentifier", .string,
        "Its bundle identifier, where a session or task of it needs one; $(PRODUCT_BUNDLE_IDENTIFIER) in its values."
      ) { $0.bundleIdentifier = $1 },
      Key(
        "configurations", .named(.mapping(BuildConfiguration.keys)),
        """
        What differs between build configurations, by their names in Xcode, as { Debug: { bundleIdentifier: \
        com.example.photos.dev.share } }. The estimate is the same for all.
        """
      ) { $0.configurations = $1.value },
      Key("appGroups", .list(of: .string), "The app groups whose containers it may use.") {
        $0.appGroups = $1
      },
      Key(
        "infoPlist", .filePath,
        """
        Its real Info.plist, relative to this file, such as Watch/Info.plist. Rules about keys that a policy does not have \
        read it, such as WKBackgroundModes of a watch app; nothing is merged into it.
        """
      ) { $0.infoPlist = $1 },
      Key(
        "entitlements", .filePath,
        """
        Its real entitlements, relative to this file. They are compared with the policy, and `bgpolicy compile --merge` \
        adds what they lack.
        """
      ) { $0.entitlements = $1 },
      .platforms("Its sessions are linted and generated for these. The estimate ignores it.") {
        $0.platforms = $1
      },
    ],
    note: { $0.writtenKeys = $1 })
}

extension Generation {
  static let keys = KeyTable(
    "generate", { Generation() },
    [
      Key("output", .string, default: "Generated", "The folder for the files, relative to this file.") {
        $0.output.written = $1
      },
      Key(
        "access", .word(AccessLevel.self), default: "internal",
        "How far the generated declarations can be seen."
      ) { $0.access.written = $1 },
      Key(
        "style", .word(GenerationStyle.self), default: "uikit",
        "How the app hears of its tasks: through UIApplicationDelegate, or through SwiftUI's backgroundTask."
      ) { $0.style.written = $1 },
      Key(
        "swiftLanguageMode", .int(5...6), default: 6,
        """
        The Swift language mode of the targets that the files go into, 5 or 6: SWIFT_VERSION in the files for XcodeGen and \
        Tuist. The generated Swift compiles in both.
        """
      ) { $0.swiftLanguageMode.written = $1 },
      Key(
        "projectSpec", .word(ProjectSpec.self), default: "none",
        "What makes the Xcode project, and gets the Info.plist and the entitlements in its own form: XcodeGen or Tuist."
      ) { $0.projectSpec.written = $1 },
    ],
    sample: "{ output: Generated }", note: { $0.writtenKeys = $1 })
}
