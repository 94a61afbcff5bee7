extension Rule {
  /// Whether it compares the policy with a property list of the app's own that can be read.
  ///
  /// Such findings are about that file: they say nothing against the code that the policy compiles to.
  package var isAboutDrift: Bool {
    family == .appFiles && name != Rule.appFileUnreadable.name && name != Rule.plistValueMalformed.name
  }

  /// Whether `bgpolicy compile --merge` fixes what it finds.
  package var isFixedByMerging: Bool {
    let fixed = [
      Rule.plistIdentifierMissing, .plistModeMissing, .entitlementGroupMissing, .sessionMultipathEntitlement,
      .bgContinuedGPUEntitlement, .bgHealthEntitlement, .pushAPSEnvironment,
    ]
    return fixed.contains { $0.name == name }
  }
}
