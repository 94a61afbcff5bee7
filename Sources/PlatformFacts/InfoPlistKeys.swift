extension PlatformFacts {
  /// The keys of an Info.plist that declare background work, its downloads and Live Activities, as Apple names them.
  package enum InfoPlistKey {
    /// The identifiers of tasks that the app may register: an array of strings.
    package static let permittedIdentifiers = "BGTaskSchedulerPermittedIdentifiers"
    /// The background modes: an array of strings.
    package static let backgroundModes = "UIBackgroundModes"
    /// The background modes of a watch app: an array of strings.
    package static let watchModes = "WKBackgroundModes"
    /// Whether the app has Live Activities: a truth value.
    package static let liveActivities = "NSSupportsLiveActivities"
    /// The reason for which the app uses locations at any time: a text for people.
    package static let locationAlways = "NSLocationAlwaysAndWhenInUseUsageDescription"
    /// The address from which the system downloads the manifest of Background Assets: a text.
    package static let assetManifest = "BAManifestURL"
    /// The limits of the first downloads of Background Assets: a dictionary.
    package static let assetRestrictions = "BAInitialDownloadRestrictions"
    /// The hosts of the first downloads, in the dictionary of their limits: an array of strings.
    package static let assetHosts = "BADownloadDomainAllowList"
    /// Whether the system manages the asset packs of Background Assets: a truth value.
    package static let managedAssets = "BAHasManagedAssetPacks"
    /// Whether Firebase replaces methods of the application delegate: a truth value, true by default.
    package static let firebaseProxy = "FirebaseAppDelegateProxyEnabled"
  }
}
