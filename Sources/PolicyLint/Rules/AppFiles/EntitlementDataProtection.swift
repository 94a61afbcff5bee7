internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

extension Rule {
  static let entitlementDataProtection = Rule(
    "BGP613", "entitlement-data-protection", .appFiles, .warning,
    summary: "Complete data protection by default in an app with tasks that run while the device is locked",
    why: """
      With NSFileProtectionComplete as the default, files without a class of their own can't be read while \
      the device is locked. Processing tasks mostly run then, and app refresh tasks can: their files may be \
      protected until the first unlock at most.
      """,
    guide: RuleGuide(
      symptom: """
        While the device is locked, opening a protected file fails with code 1 of NSPOSIXErrorDomain, \
        “Operation not permitted” (seen in 2020).
        """,
      seenIn: [.protectedFileReport],
      ignoreWhen: "Every file that background work reads sets a weaker protection class itself.",
      swift: "try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)",
      related: ["bg-file-protection"]),
    citations: [.bundleResources, .wwdc19Background],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: App/Example.entitlements }
        tasks:
          index: { type: processing, identifier: com.example.index, requiresExternalPower: true }
        """, in: "App/Example.entitlements",
        """
        <dict>
          <key>com.apple.developer.default-data-protection</key>
          <string>«NSFileProtectionComplete→NSFileProtectionCompleteUntilFirstUserAuthentication»</string>
        </dict>
        """)
    ],
    check: .appFiles { file, policy, context in
      let key = PlatformFacts.dataProtectionEntitlement.value
      guard file.processes.contains(Policy.Target.app),
        case .success(.string(let level)) = file.value(of: key),
        level.isExactly(PlatformFacts.completeDataProtection.value)
      else { return [] }
      let tasks = policy.tasks.filter(\.runsWhileLocked)
      guard let first = tasks.first else { return [] }
      let names = tasks.map(\.name.value)
      return [
        file.diagnostic(
          at: .value(key), path: [key],
          message:
            "\(Self.list(names)) can run while the device is locked, and then can't read files with the default protection",
          help: """
            protect the files that background work reads with completeUntilFirstUserAuthentication, or make that class \
            the default
            """,
          related: [(.key(first.name.node), "the task")], in: context)
      ]
    }
  )

  /// A list of names as the subject of a sentence.
  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension TaskRequest {
  /// Whether the system may launch the task on a locked device, although the task does not declare that its files are readable on a locked
  /// device.
  fileprivate var runsWhileLocked: Bool {
    switch protectionTypeOfRequiredData?.value {
    case .some(.none), .completeUntilFirstUserAuthentication: false
    default: isProcessing || type?.value == .appRefresh
    }
  }
}
