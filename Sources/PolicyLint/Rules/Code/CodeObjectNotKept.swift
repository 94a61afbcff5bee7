internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeObjectNotKept = Rule(
    "BGP787", "code-object-not-kept", .code, .warning,
    summary: "A manager or push registry that is released before it can call its delegate",
    why: """
      The object is released at the end of the function, because only a variable of the function refers to the object. PushKit may keep a \
      push registry: public apps receive their pushes with such a registry, and Apple's documents keep it in a property.
      """,
    guide: RuleGuide(
      symptom: "No error: the delegate is never called.",
      swift: "private let registry = PKPushRegistry(queue: .main)"),
    citations: [.configuringLocation, .voIPNotifications, .liveLocationUpdates],
    triggers: [
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        public func start(_ places: any CLLocationManagerDelegate) {
          let manager = «CLLocationManager»()
          manager.delegate = places
          manager.startMonitoringSignificantLocationChanges()
        }
        """),
      .withApp(
        """
        backgroundModes: [voip]
        """,
        """
        import PushKit

        public func start(_ calls: any PKPushRegistryDelegate) {
          let registry = «PKPushRegistry»(queue: .main)
          registry.delegate = calls
          registry.desiredPushTypes = [.voIP]
        }
        """),
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        public func follow() {
          CLLocationManager().requestWhenInUseAuthorization()
          let session = «CLBackgroundActivitySession»()
          Task { for try await update in CLLocationUpdate.liveUpdates() { use(update) } }
        }
        """),
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        public func follow() async throws {
          CLLocationManager().requestWhenInUseAuthorization()
          let session = CLBackgroundActivitySession()
          for try await update in CLLocationUpdate.liveUpdates() { use(update) }
          session.invalidate()
        }
        """),
      .withApp(
        """
        backgroundModes: [voip]
        """,
        """
        import PushKit

        final class Calls: NSObject {
          private var registry: PKPushRegistry?

          func start() {
            let registry = PKPushRegistry(queue: .main)
            registry.delegate = self
            registry.desiredPushTypes = [.voIP]
            self.registry = registry
          }
        }
        """),
    ],
    check: .facts([.releasedObject]) { fact, code, _, context in
      guard let type = fact["type"]?.string else { return nil }
      let isRegistry = type == "PKPushRegistry"
      if type == "CLBackgroundActivitySession" {
        return context.diagnostic(
          at: fact.location, in: code, "This \(type) ends when the function returns, which releases it",
          help: "keep it in a property while the app needs locations")
      }
      return context.diagnostic(
        at: fact.location, in: code,
        "This \(type) \(isRegistry ? "may be" : "is") released when the function returns, and then calls no delegate",
        help: "keep it in a property", severity: isRegistry ? .info : nil)
    }
  )
}
