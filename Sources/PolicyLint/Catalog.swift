package import PolicySyntax

/// Every rule, by code. A new one takes a file in `Rules` and a line here.
package enum Catalog {
  /// The rules in the order of their codes.
  package static let rules: [Rule] = [
    .yamlSyntax,
    .yamlDuplicateKey,
    .yamlMultipleDocuments,
    .yamlLimit,
    .policyEmpty,
    .policySchemaVersion,
    .policyUnknownKey,
    .policyWrongType,
    .policyBadValue,
    .policyMissingKey,
    .policyDanglingReference,
    .policyExtends,
    .identifierUnresolvedVariable,
    .sessionIdentifierEmpty,
    .sessionIdentifierDuplicate,
    .sessionTooManyBackground,
    .sessionWaitsForConnectivityNoop,
    .sessionDiscretionaryNoop,
    .sessionLaunchEventsNoop,
    .sessionLaunchEventsRedundant,
    .sessionLaunchEventsDisabled,
    .sessionDiscretionaryFalseInBackground,
    .sessionDiscretionaryOnConstrained,
    .sessionResourceTimeoutShortDiscretionary,
    .sessionRequestTimeoutExceedsResource,
    .sessionResourceTimeoutImplicit,
    .sessionRequestTimeoutMisread,
    .sessionCellularInsteadOfExpensive,
    .sessionExpensiveOffConstrainedOn,
    .sessionConstrainedOffNoWait,
    .sessionUploadNotFromFile,
    .sessionPropertyAvailability,
    .sessionMultipathPlatform,
    .bgIdentifierNotPermitted,
    .bgIdentifierWithoutHandler,
    .bgIdentifierRegisteredTwice,
    .bgWildcardWrongType,
    .bgWildcardPosition,
    .bgRefreshModeMissing,
    .bgProcessingModeMissing,
    .bgModeFetchUnused,
    .bgModeProcessingUnused,
    .bgModeUnknown,
    .bgModeProcessingNoIdentifiers,
    .bgTooManyRefresh,
    .bgTooManyProcessing,
    .bgEarliestBeginTooFar,
    .bgContinuedEarliestBegin,
    .bgRefreshOverBudget,
    .bgRefreshNotRescheduled,
    .bgContinuedBundlePrefix,
    .bgContinuedTitleMissing,
    .bgContinuedAvailability,
    .bgContinuedPlatform,
    .pushPriority,
    .pushTypeMissing,
    .pushUserVisibleKeys,
    .pushContentAvailable,
    .pushModeMissing,
    .pushPayloadSize,
    .pushRate,
    .swiftNameUnusable,
    .swiftNameCollision,
    .sessionPropertyNotGenerated,
  ]

  /// The same rules by what they look at.
  static let byCheck = RulesByCheck(rules)

  private static let byName: [RuleName: Rule] = Dictionary(rules.map { ($0.name, $0) }) { first, _ in first }

  /// The rule of a name.
  package static func rule(named name: RuleName) -> Rule? { byName[name] }

  /// The rule of a name or a code, as people type it.
  package static func rule(_ text: String) -> Rule? {
    rule(named: RuleName(text)) ?? rules.first { $0.code == text.uppercased() }
  }
}
