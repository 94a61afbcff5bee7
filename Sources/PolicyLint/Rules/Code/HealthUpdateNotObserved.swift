internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let healthUpdateNotObserved = Rule(
    "BGP786", "health-update-not-observed", .code, .warning,
    summary: "Background delivery of HealthKit in an app without an observer query",
    why:
      "HealthKit launches the app and calls the update handlers of its observer queries; without one, nothing receives the update.",
    guide: RuleGuide(
      symptom: "No error: the app is launched, and never learns of the new samples.",
      related: ["health-update-not-completed", "code-set-up-after-launch"]),
    citations: [.healthKitDeliveryReference],
    triggers: [
      .withApp(
        """
        otherWork:
          steps: { kind: healthKitDelivery }
        """,
        """
        import HealthKit

        public func observe(_ store: HKHealthStore, _ steps: HKQuantityType) {
          «store.enableBackgroundDelivery»(for: steps, frequency: .hourly) { _, error in log(error) }
        }
        """)
    ],
    passes: [
      .withApp(
        """
        otherWork:
          steps: { kind: healthKitDelivery }
        """,
        """
        import HealthKit

        public func observe(_ store: HKHealthStore, _ steps: HKQuantityType) {
          store.execute(HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in completion() })
          store.enableBackgroundDelivery(for: steps, frequency: .hourly) { _, error in log(error) }
        }
        """)
    ],
    check: .code { code, _, context in
      guard code.isComplete, code.unknownPackages.isEmpty, code.unknownModules.isEmpty,
        let fact = code.facts(.healthDelivery).first, fact[.observed] == false
      else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "HealthKit delivers updates to the app, and no observer query receives them",
          help: "execute an HKObserverQuery for the type in application(_:didFinishLaunchingWithOptions:)")
      ].compactMap(\.self)
    }
  )
}
