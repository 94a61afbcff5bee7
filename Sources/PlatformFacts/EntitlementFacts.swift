// The keys of entitlements that background execution takes.
//
// Some stand in no policy's power: those of carrier-constrained networks and of network slicing name a category of the app
// and a promise to the carrier.

extension PlatformFacts {
  /// The app groups whose containers a process may use: an array of strings.
  package static let applicationGroupsEntitlement = Fact(
    "com.apple.security.application-groups", .documented, .applicationGroups)
  /// What a `multipathServiceType` other than none takes: a Boolean.
  package static let multipathEntitlement = Fact(
    "com.apple.developer.networking.multipath", .documented, .urlSessionHeader, .bundleResources)
  /// What continued processing tasks take that require the GPU: a Boolean.
  package static let continuedProcessingGPUEntitlement = Fact(
    "com.apple.developer.background-tasks.continued-processing.gpu", .documented, .taskRequestHeader,
    .longRunningTasks)
  /// What health research tasks take. Apple names the key and no type; that it is a Boolean is our assumption.
  package static let healthResearchEntitlement = Fact(
    "com.apple.developer.backgroundtasks.healthresearch", .documented, .taskHeader)
  /// What HealthKit's background delivery takes: a Boolean.
  package static let healthKitDeliveryEntitlement = Fact(
    "com.apple.developer.healthkit.background-delivery", .documented, .healthKitDelivery)
  /// What pushes take: a string, the environment of APNs.
  package static let pushEntitlement = Fact("aps-environment", .documented, .pushEnvironment)
  /// What pushes to a macOS app take.
  package static let macPushEntitlement = Fact(
    "com.apple.developer.aps-environment", .documented, .macPushEnvironment)
  /// The environment of APNs that Xcode writes for development; for distribution it takes the profile's instead.
  package static let pushEnvironmentOfDevelopment = Fact("development", .documented, .pushEnvironment)
  /// The protection of files that are made without one of their own: a string.
  package static let dataProtectionEntitlement = Fact(
    "com.apple.developer.default-data-protection", .documented, .bundleResources)
  /// The level of it with which files can't be read while the device is locked.
  package static let completeDataProtection = Fact(
    "NSFileProtectionComplete", .documented, .bundleResources)
  /// What an app takes to have its traffic carried over a slice of a cellular network: both, each an array of strings.
  package static let slicingEntitlements = Fact(
    [
      "com.apple.developer.networking.slicing.appcategory",
      "com.apple.developer.networking.slicing.trafficcategory",
    ], .documented, .bundleResources)
  /// What an app takes to work over carrier-constrained networks of all carriers.
  package static let carrierConstrainedEntitlements = Fact(
    [
      "com.apple.developer.networking.carrier-constrained.appcategory",
      "com.apple.developer.networking.carrier-constrained.app-optimized",
    ], .documented, .ultraConstrainedNetworks)
}
