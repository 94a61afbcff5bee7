internal import Quantities

/// A product of a project file.
package struct TargetFact: Equatable, Sendable {
  /// The kind of product.
  package enum Kind: String, CaseIterable, Sendable {
    case app
    /// An app extension, including extensions of ExtensionKit.
    case appExtension
    /// A WidgetKit extension.
    case widget
    /// A watch app, or its extension.
    case watchApp
    /// An App Clip.
    case appClip
    /// A framework or a library, static or dynamic.
    case framework
    /// Unit tests, or tests of the user interface.
    case tests
    case other
  }

  /// The name in the project file.
  package let name: String
  /// The kind of product.
  package let kind: Kind
  /// The place in the project file.
  package let location: FactLocation
  /// The identifier of the extension point, such as `com.apple.share-services`; `nil` if the target is not an extension.
  package var extensionPoint: String?
  /// The systems that the target is built for, by their names in the policy language, such as `iOS`.
  package var platforms: [String]
  /// The build configurations, in the order of the project file.
  package var configurations: [ConfigurationFact]
  /// The default configuration of the project, usually `Release`; `nil` if the project names no default
  /// configuration.
  package var defaultConfiguration: String?
  /// The sources that the target compiles, in the order of their paths.
  package var sources: [String]
  /// The names of the targets that the target depends on or embeds, in the order of the project file.
  package var dependencies: [String]
  /// The project files of dependencies, by their names, if targets of several projects have the name. The empty path is the target's own
  /// project.
  package var filesOfDependencies: [String: [String]] = [:]
  /// The packages and products that the target links, such as `FirebaseMessaging`, in the order of the project file.
  package var packageProducts: [String]
  /// The files that the compiler includes in every Objective-C file, and the headers that show Objective-C declarations to Swift, in order.
  package var includes: [String] = []
  /// The standards of C and C++ by which the compiler may read the target's files. Facts that are read from JSON lack them.
  package var dialects = CodeDialects.unstated
  /// The standards of files of packages, which their own settings decide. Facts that are read from JSON lack them.
  package var dialectsOfFiles: [String: CodeDialects] = [:]
  /// The conditions under which the target compiles single files, such as `os(macOS)`. Facts that are read from JSON lack them.
  package var conditionsOfFiles: [String: String] = [:]
  /// Whether the compiler may read a file in another language than the file's name says. Facts that are read from JSON lack it.
  package var hasOtherLanguages = false

  /// A target. Only name, kind and place are required.
  package init(
    name: String, kind: Kind, location: FactLocation, extensionPoint: String? = nil, platforms: [String] = [],
    configurations: [ConfigurationFact] = [], defaultConfiguration: String? = nil, sources: [String] = [],
    dependencies: [String] = [], packageProducts: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.location = location
    self.extensionPoint = extensionPoint
    self.platforms = platforms
    self.configurations = configurations
    self.defaultConfiguration = defaultConfiguration
    self.sources = sources
    self.dependencies = dependencies
    self.packageProducts = packageProducts
  }
}

extension TargetFact {
  /// Whether the configuration of an Expo app describes the target. The code of such a target comes from Expo and from the app's packages.
  package var isOfExpo: Bool {
    ExpoConfigurations.names.contains(location.file.pathNames.last.map(String.init) ?? "")
  }
}

/// A build configuration of a target, with the values that matter for its background execution.
package struct ConfigurationFact: Equatable, Sendable {
  /// The name, such as `Debug`.
  package let name: String
  /// The bundle identifier, with all build settings resolved that can be resolved.
  package var bundleIdentifier: FactValue?
  /// The path of the Info.plist, relative to the folder that was read.
  package var infoPlist: FactValue?
  /// The path of the entitlements, relative to the folder that was read.
  package var entitlements: FactValue?
  /// The oldest version of each system, by the system's name in the policy language.
  package var deploymentTargets: [FactEntry]
  /// The build settings that property lists, entitlements and identifiers refer to, resolved, in the order of their names.
  package var settings: [FactEntry]
  /// Whether the project says that the configuration is for debugging.
  package var isForDebugging = false
  /// Whether the project says that the configuration is for releases.
  package var isForRelease = false
  /// Whether the settings are for debugging: code is not optimized, or tests may use what is internal.
  package var isUnoptimized = false
  /// The names that the Swift compiler is certainly given: `SWIFT_ACTIVE_COMPILATION_CONDITIONS` and the `-D` of `OTHER_SWIFT_FLAGS`,
  /// resolved, such as `DEBUG`.
  package var compilationConditions: [String]
  /// The names that the Swift compiler may be given or not, because a setting is not known; `*` for any name.
  package var undecidedConditions: [String] = []
  /// The names that `GCC_PREPROCESSOR_DEFINITIONS` certainly defines for Objective-C, such as `DEBUG`; with a value other than 1, as
  /// `DEBUG=0`.
  package var preprocessorDefinitions: [String]
  /// The names that may be defined for a file of Objective-C or not, because a setting is not known or applies to some files; `*` for any
  /// name.
  package var undecidedDefinitions: [String] = []
  /// Whether Swift checks the isolation of closures when they run: the language mode is 6 or later.
  package var checksIsolation = false
  /// Whether `SWIFT_DEFAULT_ACTOR_ISOLATION` isolates code without another isolation to the main actor.
  package var isolatesToMainActor = false
  /// The Info.plist's values by key, with build settings resolved: the values of the file and of `INFOPLIST_KEY_*` settings.
  ///
  /// Only the keys that background execution depends on, listed in `PropertyListKey.infoPlist`.
  package var infoPlistValues: [FactEntry]
  /// The entitlements' values by key, with build settings resolved; only the keys in `PropertyListKey.entitlements`.
  package var entitlementValues: [FactEntry]

  /// A configuration. Only the name is required.
  package init(
    name: String, bundleIdentifier: FactValue? = nil, infoPlist: FactValue? = nil,
    entitlements: FactValue? = nil, deploymentTargets: [FactEntry] = [], settings: [FactEntry] = [],
    compilationConditions: [String] = [], preprocessorDefinitions: [String] = [],
    infoPlistValues: [FactEntry] = [],
    entitlementValues: [FactEntry] = []
  ) {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
    self.infoPlist = infoPlist
    self.entitlements = entitlements
    self.deploymentTargets = deploymentTargets
    self.settings = settings
    self.compilationConditions = compilationConditions
    self.preprocessorDefinitions = preprocessorDefinitions
    self.infoPlistValues = infoPlistValues
    self.entitlementValues = entitlementValues
  }
}

/// The keys of property lists that background execution depends on.
package enum PropertyListKey {
  /// The keys of an Info.plist.
  package static let infoPlist = [
    "BGTaskSchedulerPermittedIdentifiers", "CFBundleIdentifier", "LSMinimumSystemVersion",
    "MinimumOSVersion", "NSAppTransportSecurity", "NSExtension", "EXAppExtensionAttributes",
    "FirebaseAppDelegateProxyEnabled",
    "NSLocationAlwaysAndWhenInUseUsageDescription",
    "NSSupportsLiveActivities",
    "UIApplicationExitsOnSuspend",
    "UIApplicationSceneManifest", "UIBackgroundModes", "WKBackgroundModes", "WKApplication", "WKWatchKitApp",
    "WKRunsIndependentlyOfCompanionApp", "ENDeveloperRegion", "ENAPIVersion",
  ]
  /// The key in place of which some devices read a key of an Info.plist: `UIBackgroundModes` for `UIBackgroundModes~ipad` and
  /// `UIBackgroundModes-iphoneos~ipad`; `nil` for a key that all devices read.
  ///
  /// https://developer.apple.com/library/archive/documentation/General/Reference/InfoPlistKeyReference/Articles/AboutInformationPropertyListFiles.html:
  /// "key_root-<platform>~<device>"
  package static func replacedKey(by key: String) -> String? {
    guard let end = key.firstIndex(where: { $0 == "~" || $0 == "-" }) else { return nil }
    let root = String(key[..<end])
    return infoPlist.contains(root) && !ofProduct.contains(root) ? root : nil
  }

  /// The keys of `infoPlist` about the product as a whole, which say nothing of work in the background.
  private static let ofProduct = ["CFBundleIdentifier", "LSMinimumSystemVersion", "MinimumOSVersion"]

  /// The keys of entitlements.
  package static let entitlements = [
    "aps-environment", "com.apple.developer.aps-environment", "com.apple.security.application-groups",
    "com.apple.developer.default-data-protection", "com.apple.developer.networking.multipath",
    "com.apple.developer.healthkit", "com.apple.developer.healthkit.background-delivery",
    "com.apple.developer.background-tasks.continued-processing.gpu",
    "com.apple.developer.networking.carrier-constrained.app-optimized",
    "com.apple.developer.networking.carrier-constrained.appcategory",
    "com.apple.developer.networking.slicing.appcategory",
    "com.apple.developer.networking.slicing.trafficcategory",
    "com.apple.developer.exposure-notification", "com.apple.developer.backgroundtasks.healthresearch",
    "com.apple.developer.location.push", "com.apple.developer.usernotifications.filtering",
    "com.apple.developer.pushkit.unrestricted-voip", "com.apple.developer.icloud-services",
    "com.apple.security.app-sandbox", "com.apple.security.network.client", "keychain-access-groups",
  ]
}
