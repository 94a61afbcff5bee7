import AppFacts
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyImport

/// Imports of random facts, most of which no real app has.
@Suite struct ImportPropertyTests {
  @Test(arguments: 1...40) func anyFactsGiveAPolicyWithoutErrorsOfShape(_ seed: Int) {
    var random = RandomFacts(seed: UInt64(seed))
    let policies = PolicyImport.policies(of: random.facts())
    #expect(!policies.isEmpty)
    for policy in policies where policy.target != nil {
      let errors = shapeErrors(of: policy, among: policies)
      #expect(errors == [], "\(policy.yaml)")
    }
  }
}

private struct RandomFacts {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  private static let words = [
    "a", "com.example.app.sync", "com.example.app.sync.*", "true", "0x1F", "~", "- x", "é#", "two\nlines",
    "{x}", "$(X)",
    "$(PRODUCT_BUNDLE_IDENTIFIER).go", "yes: no", "app", "self", "", " ", "'\"", "12", "background", "upload",
    "App/A.swift:3",
    "processing", "appRefresh", "continuedProcessing", "03:00", "\u{2028}", "*", "&a", "com.example.app",
  ]
  private static let keys = [
    "identifier", "task", "type", "name", "earliestBeginDate", "title", "strategy", "requiredResources",
    "requiresExternalPower", "timeoutIntervalForResource", "isDiscretionary", "httpAdditionalHeaders",
    "sharedContainerIdentifier", "urlCache", "priority", "from", "session", "interval", "conditional",
    "unlessPending",
    "protocolClasses", "tlsMinimumSupportedProtocolVersion", "allowsCellularAccess", "method", "value",
  ]

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }

  private mutating func place() -> FactLocation {
    FactLocation(
      file: pick(["App/A.swift", "App/\u{7F}B.swift", "Ext/C.swift", "D.m"]), line: random.below(5))
  }

  private mutating func value(depth: Int = 0) -> FactValue {
    let place = place()
    switch random.below(depth > 1 ? 6 : 9) {
    case 0, 1, 2:
      return FactValue(
        .string(pick(Self.words)), .literal, at: place,
        expression: random.below(3) == 0 ? pick(Self.words) : nil)
    case 3: return FactValue(.bool(random.below(2) == 0), .literal, at: place)
    case 4:
      return FactValue(
        .number(pick([-1, 0, 0.5, 1e-9, 60, 86_400, 1e18, .infinity, .nan])), .literal, at: place)
    case 5: return FactValue(.null, .literal, at: place)
    case 6:
      return FactValue(.list((0..<random.below(3)).map { _ in value(depth: depth + 1) }), .literal, at: place)
    case 7:
      return FactValue(
        .dictionary(
          (0..<random.below(3)).map { FactEntry("\(pick(Self.words))\($0)", value(depth: depth + 1)) }),
        .literal, at: place)
    default:
      return FactValue(nil, .unresolved, at: place, expression: pick(Self.words), pattern: pick(Self.words))
    }
  }

  private mutating func code() -> CodeFact {
    let kinds: [FactKind] = [
      .session, .session, .taskRequest, .taskRequest, .taskSubmission, .taskRegistration, .transfer,
      .backgroundTask,
      .location, .remoteNotification, .backgroundActivityScheduler, .assetDownloadSession, .watchRefresh,
      .performFetch,
    ]
    let names =
      Self.keys.filter { _ in random.below(3) == 0 }
      + (random.below(4) == 0 ? [] : ["identifier", "task", "type"])
    return CodeFact(
      pick(kinds), at: place(), scope: [pick(Self.words), "\(pick(Self.words))()"],
      conditions: random.below(3) == 0
        ? [pick(["os(iOS)", "!os(watchOS) && X", "os(macOS", "DEBUG", "#", "!(A || B)"])] : [],
      reach: pick(CodeFact.Reach.allCases), moments: Moment.allCases.filter { _ in random.below(4) == 0 },
      values: Set(names).sorted().map { FactEntry($0, value()) })
  }

  private mutating func configuration(_ name: String) -> ConfigurationFact {
    ConfigurationFact(
      name: name, bundleIdentifier: random.below(4) == 0 ? value() : text("com.example.app", "p:1"),
      infoPlist: random.below(2) == 0 ? value() : nil, entitlements: random.below(2) == 0 ? value() : nil,
      deploymentTargets: random.below(2) == 0 ? [FactEntry("iOS", value())] : [],
      settings: random.below(2) == 0 ? [FactEntry("X", value())] : [],
      infoPlistValues: ["UIBackgroundModes", "BGTaskSchedulerPermittedIdentifiers"].filter { _ in
        random.below(2) == 0
      }
      .map { FactEntry($0, value()) },
      entitlementValues: random.below(2) == 0
        ? [FactEntry("com.apple.security.application-groups", value())] : [])
  }

  mutating func facts() -> AppFacts {
    let kinds: [TargetFact.Kind] = [.app] + (0..<random.below(4)).map { _ in pick(TargetFact.Kind.allCases) }
    let targets = kinds.enumerated().map { index, kind in
      TargetFact(
        name: index == 0 ? "App" : pick(Self.words), kind: kind, location: place(),
        platforms: pick([[], ["iOS"], ["iOS", "macOS"], ["watchOS"], ["beOS"]]),
        configurations: pick([["Release"], ["Debug", "Release"], [], ["Debug", "Beta build", "on"]]).map {
          configuration($0)
        },
        sources: index == 0 ? ["App/A.swift", "App/\u{7F}B.swift"] : pick([[], ["Ext/C.swift"]]),
        dependencies: index == 0 ? [pick(Self.words)] : [], packageProducts: random.below(2) == 0 ? ["P"] : []
      )
    }
    return AppFacts(
      targets: targets, code: (0..<random.below(30)).map { _ in code() }, files: ["App/A.swift"])
  }
}
