internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLocationKeyMissing = Rule(
    "BGP812", "code-location-key-missing", .code, .warning,
    summary: "Code that asks for locations at any time in an app without the text for the question",
    why: """
      The system asks a person for the authorization to use locations always only if the Info.plist has \
      NSLocationAlwaysAndWhenInUseUsageDescription and NSLocationWhenInUseUsageDescription.
      """,
    guide: RuleGuide(
      symptom: "No question appears, and the authorization stays as it is.",
      ignoreWhen: "A script adds the key when the app is built.",
      related: ["code-location-updates-suspended"]),
    citations: [.alwaysAuthorization],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import CoreLocation

        public func ask(_ manager: CLLocationManager) { «manager.requestAlwaysAuthorization»() }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import CoreLocation

        public func ask(_ manager: CLLocationManager) { manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Map") }
        """)
    ],
    check: .code { code, _, context in
      let key = PlatformFacts.InfoPlistKey.locationAlways
      let fact = code.facts(.locationUse).first { fact in
        fact[.method] == "requestAlwaysAuthorization" && code.lacks(key, fact)
      }
      guard let fact else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "The system asks no one, because the app's Info.plist does not have \(key)",
          help: "add \(key) with the reason for which the app needs locations")
      ].compactMap(\.self)
    }
  )
}
