internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let healthUpdateNotCompleted = Rule(
    "BGP773", "health-update-not-completed", .code, .warning,
    summary: "An observer query of HealthKit whose completion handler is not called on every path",
    why: """
      HealthKit delivers an update again, later each time, if the app does not call the completion handler. After the third \
      such update, HealthKit delivers no more updates in the background.
      """,
    guide: RuleGuide(
      symptom: "No error: after a while, updates arrive only while the app is open.",
      seenIn: [.unfinishedHealthUpdate]),
    citations: [.observerQueryCompletion],
    triggers: [
      .withApp(
        """
        otherWork:
          steps: { kind: healthKitDelivery }
        """,
        """
        import HealthKit

        public func observe(_ store: HKHealthStore, _ steps: HKQuantityType) {
          let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completionHandler, error in
            guard error == nil else { «return» }
            save()
            completionHandler()
          }
          store.execute(query)
          store.enableBackgroundDelivery(for: steps, frequency: .hourly) { _, error in log(error) }
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
          let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completionHandler, error in
            defer { completionHandler() }
            guard error == nil else { return }
            save()
          }
          store.execute(query)
          store.enableBackgroundDelivery(for: steps, frequency: .hourly) { _, error in log(error) }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import HealthKit

        public func observe(_ store: HKHealthStore, _ steps: HKQuantityType) {
          store.execute(HKObserverQuery(sampleType: steps, predicate: nil) { _, _, _ in show() })
        }
        """),
    ],
    check: .code { code, _, context in
      // Without delivery in the background, HealthKit calls the handler only while the app runs.
      guard !code.facts(.healthDelivery).isEmpty else { return [] }
      return code.facts(.healthUpdate).compactMap { fact in
        guard let completes = fact["completes"]?.string, completes == "sometimes" || completes == "never"
        else {
          return nil
        }
        let place = fact.values.first { $0.key == "exit" }?.value.location ?? fact.location
        return context.diagnostic(
          at: place, in: code, "The update of this query can end without a call of its completion handler",
          help: "call it on every path, after the new samples were read")
      }
    }
  )
}
