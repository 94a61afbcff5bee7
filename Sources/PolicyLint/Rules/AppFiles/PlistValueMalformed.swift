internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

extension Rule {
  static let plistValueMalformed = Rule(
    "BGP614", "plist-value-malformed", .appFiles, .error,
    summary: "A value of the app's property list with the wrong type, or a key that is written twice",
    why: """
      The system expects the documented type, and uses only one value of a key that is written twice. Lint \
      can't compare such a value with the policy.
      """,
    guide: RuleGuide(
      symptom: """
        If BGTaskSchedulerPermittedIdentifiers is not an array, the log contains “Registration rejected; \
        com.example.refresh is not advertised in the application's Info.plist” (seen in 2025).
        """,
      seenIn: [.rejectedRegistration]),
    citations: [.bundleResources],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        backgroundModes: [fetch]
        """, in: "App/Info.plist",
        """
        <dict>
          <key>UIBackgroundModes</key>
          <string>«fetch»</string>
        </dict>
        """)
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        backgroundModes: [fetch]
        """, in: "App/Info.plist",
        """
        <dict>
          <key>UIBackgroundModes</key>
          <array>
            <string>fetch</string>
          </array>
        </dict>
        """)
    ],
    check: .appFiles { file, _, context in
      file.entries.flatMap { entry in file.keys(readFor: entry.key).map { (entry, $0) } }
        .compactMap { entry, key in
          switch file.value(of: key) {
          case .failure(let problem):
            return file.diagnostic(
              at: .offset(problem.offset), path: [key], message: problem.message, related: [file.naming],
              in: context)
          case .success(nil): return nil
          case .success(let value?):
            guard let expected = entry.mismatch(with: value) else { return nil }
            return file.diagnostic(
              at: .value(key), path: [key],
              message: "\(key) must be \(expected); found \(value.kind)", related: [file.naming],
              in: context)
          }
        }
    }
  )
}

extension PropertyListEntry {
  /// The type that a value should have. `nil` if the value has the type.
  fileprivate func mismatch(with value: PropertyListValue) -> String? {
    switch (self.value, value) {
    case (.list, .array), (.exactly(.boolean), .boolean), (.exactly(.string), .string), (.atFirst, .string):
      nil
    case (.list, _): "an array of strings"
    // Apple documents no type for this entitlement.
    case (.exactly(.boolean), _) where key == PlatformFacts.healthResearchEntitlement.value: nil
    case (.exactly(.boolean), _): "a Boolean"
    case (.exactly(.string), _), (.atFirst, _): "a string"
    }
  }
}
