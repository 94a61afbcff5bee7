extension Rule {
  /// Whether the rule compares the policy with a readable property list or the code of the app.
  ///
  /// Findings of such a rule are about the file, not about the code that the policy compiles to.
  package var isAboutDrift: Bool {
    family == .code
      || family == .appFiles && name != Rule.appFileUnreadable.name && name != Rule.plistValueMalformed.name
  }

  /// Whether the rule reports files of the app that can't be read.
  package var isAboutReading: Bool {
    name == Rule.appFileUnreadable.name || name == Rule.plistValueMalformed.name
  }

  /// Whether `bgpolicy compile --merge` fixes the findings of the rule.
  package var isFixedByMerging: Bool {
    let fixed = [
      Rule.plistIdentifierMissing, .plistModeMissing, .entitlementGroupMissing, .sessionMultipathEntitlement,
      .bgContinuedGPUEntitlement, .bgHealthEntitlement, .pushAPSEnvironment,
    ]
    return fixed.contains { $0.name == name }
  }
}
