package import PlatformFacts
package import Quantities

extension Policy {
  /// The app that the policy describes.
  package struct App: Sendable {
    /// The first part of the names of the generated types.
    package var name: Located<String>?
    /// The app's bundle identifier.
    package var bundleIdentifier: Located<String>?
    /// The values that differ between build configurations.
    package var configurations: [BuildConfiguration] = []
    /// The build settings that values of the policy refer to.
    package var buildSettings: [BuildSetting] = []
    /// The oldest systems that the app runs on.
    package var deploymentTarget = DeploymentTarget()
    /// The SDK that the app is built with, by its iOS version.
    package var sdk = Setting(PlatformFacts.newestSDK.value)
    /// The app's own Info.plist, relative to the policy.
    package var infoPlist: Located<FilePath>?
    /// The app's own entitlements file, relative to the policy.
    package var entitlements: Located<FilePath>?
    /// The app groups whose containers the app may use.
    package var appGroups: Located<[Located<String>]>?
    /// Whether the app still uses legacy background fetch, the predecessor of `BGAppRefreshTask`.
    package var legacyFetch = Setting(false)
    /// Folders of Swift and Objective-C sources, relative to the policy file that names the folders.
    package var sources: Located<[Located<FilePath>]>?
    /// The keys that the mapping contains, in order.
    package var writtenKeys: [WrittenKey] = []
  }
}

/// The oldest systems that an app runs on.
package struct DeploymentTarget: Sendable {
  private var iOS: Located<Version>?
  private var macOS: Located<Version>?
  private var macCatalyst: Located<Version>?
  private var tvOS: Located<Version>?
  private var watchOS: Located<Version>?
  private var visionOS: Located<Version>?

  /// The oldest version of a system; `nil` if the app isn't built for the system.
  package subscript(platform: Platform) -> Located<Version>? {
    get {
      switch platform {
      case .iOS: iOS
      case .macOS: macOS
      case .macCatalyst: macCatalyst
      case .tvOS: tvOS
      case .watchOS: watchOS
      case .visionOS: visionOS
      }
    }
    set {
      switch platform {
      case .iOS: iOS = newValue
      case .macOS: macOS = newValue
      case .macCatalyst: macCatalyst = newValue
      case .tvOS: tvOS = newValue
      case .watchOS: watchOS = newValue
      case .visionOS: visionOS = newValue
      }
    }
  }

  /// The systems that the app is built for, in Apple's order.
  package var platforms: [Platform] {
    var platforms: [Platform] = []
    for platform in Platform.allCases where self[platform] != nil { platforms.append(platform) }
    return platforms
  }
}

extension Policy {
  /// A product of the app that runs in its own process.
  package struct Target: Named {
    /// The kind of a product.
    package enum Kind: String, StringEnum {
      case `extension`, widget, watchApp
    }

    /// The name that sessions and tasks refer to.
    package var name: Located<String>
    /// The kind of product; `nil` if the key is missing.
    package var type: Located<Kind>?
    /// The bundle identifier in build configurations without an entry in `configurations`; `nil` if the key is missing.
    package var bundleIdentifier: Located<String>?
    /// The values that differ between build configurations.
    package var configurations: [BuildConfiguration] = []
    /// The app groups whose containers the target may use.
    package var appGroups: Located<[Located<String>]>?
    /// The target's own Info.plist, relative to the policy.
    package var infoPlist: Located<FilePath>?
    /// The target's own entitlements file, relative to the policy.
    package var entitlements: Located<FilePath>?
    /// The systems that the target is for; `nil` for all systems of the app.
    package var platforms: PlatformList?
    /// The keys that the mapping contains, in order.
    package var writtenKeys: [WrittenKey] = []

    /// The name that refers to the app itself.
    package static let app = "app"
  }
}
