// The keys of entitlements that background execution requires.
//
// A policy does not decide the entitlements for carrier-constrained networks and for network slicing, because their values
// are a category of the app and a promise to the carrier.

extension PlatformFacts {
  /// The app groups whose containers a process may use: an array of strings.
  package static let applicationGroupsEntitlement = Fact(
    "com.apple.security.application-groups", .documented, .applicationGroups)
  /// The entitlement that a `multipathServiceType` other than none requires: a Boolean.
  package static let multipathEntitlement = Fact(
    "com.apple.developer.networking.multipath", .documented, .urlSessionHeader, .bundleResources)
  /// The entitlement of continued processing tasks that require the GPU: a Boolean.
  package static let continuedProcessingGPUEntitlement = Fact(
    "com.apple.developer.background-tasks.continued-processing.gpu", .documented, .taskRequestHeader,
    .longRunningTasks)
  /// The entitlement of health research tasks: a Boolean. Apple documents the key without its type, so the type is our
  /// assumption.
  package static let healthResearchEntitlement = Fact(
    "com.apple.developer.backgroundtasks.healthresearch", .documented, .taskHeader)
  /// The entitlement of HealthKit's background delivery: a Boolean.
  package static let healthKitDeliveryEntitlement = Fact(
    "com.apple.developer.healthkit.background-delivery", .documented, .healthKitDelivery)
  /// The entitlement of an app with a location push service extension: a Boolean.
  package static let locationPushEntitlement = Fact(
    "com.apple.developer.location.push", .documented, .locationPushEntitlement)
  /// The entitlement of pushes: a string, the environment of APNs.
  package static let pushEntitlement = Fact("aps-environment", .documented, .pushEnvironment)
  /// The entitlement of pushes to a macOS app.
  package static let macPushEntitlement = Fact(
    "com.apple.developer.aps-environment", .documented, .macPushEnvironment)
  /// The environment of APNs that Xcode writes for development. For distribution, Xcode writes the environment of the
  /// provisioning profile.
  package static let pushEnvironmentOfDevelopment = Fact("development", .documented, .pushEnvironment)
  /// The protection of files that have no protection of their own: a string.
  package static let dataProtectionEntitlement = Fact(
    "com.apple.developer.default-data-protection", .documented, .bundleResources)
  /// The level of protection at which files can't be read while the device is locked.
  package static let completeDataProtection = Fact(
    "NSFileProtectionComplete", .documented, .bundleResources)
  /// The two entitlements of an app whose traffic uses a slice of a cellular network; both are arrays of strings.
  package static let slicingEntitlements = Fact(
    [
      "com.apple.developer.networking.slicing.appcategory",
      "com.apple.developer.networking.slicing.trafficcategory",
    ], .documented, .bundleResources)
  /// The entitlements of an app that works over carrier-constrained networks of all carriers.
  package static let carrierConstrainedEntitlements = Fact(
    [
      "com.apple.developer.networking.carrier-constrained.appcategory",
      "com.apple.developer.networking.carrier-constrained.app-optimized",
    ], .documented, .ultraConstrainedNetworks)
}
