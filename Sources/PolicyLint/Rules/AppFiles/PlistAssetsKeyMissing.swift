internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

extension Rule {
  static let plistAssetsKeyMissing = Rule(
    "BGP622", "plist-assets-key-missing", .appFiles, .warning,
    summary:
      "Background Assets in an app whose Info.plist does not say where the manifest is, or what may be loaded",
    why: """
      The system downloads the manifest from BAManifestURL, and launches the extension after that. BAInitialDownloadRestrictions has to list \
      the hosts and the sizes of the first downloads. Asset packs that the system manages need neither key.
      """,
    guide: RuleGuide(
      symptom: "The system does not launch the extension when the app is installed or updated.",
      ignoreWhen: "A script adds the keys when the app is built."),
    citations: [.unmanagedAssets, .bundleResources],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        otherWork:
          levels: { kind: backgroundAssets }
        """, in: "App/Info.plist",
        """
        «<dict>»
          <key>CFBundleIdentifier</key>
          <string>com.example</string>
        </dict>
        """),
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        otherWork:
          levels: { kind: backgroundAssets }
        """, in: "App/Info.plist",
        """
        <dict>
          <key>BAManifestURL</key>
          <string>https://assets.example.com/manifest.json</string>
          <key>«BAInitialDownloadRestrictions»</key>
          <dict>
            <key>BADownloadAllowance</key>
            <integer>1000000</integer>‹→
            <key>BADownloadDomainAllowList</key>
            <array>
              <string>assets.example.com</string>
            </array>›
          </dict>
        </dict>
        """),
    ],
    passes: [
      // The system manages the asset packs.
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        otherWork:
          levels: { kind: backgroundAssets }
        """, in: "App/Info.plist",
        """
        <dict>
          <key>BAHasManagedAssetPacks</key>
          <true/>
        </dict>
        """)
    ],
    check: .appFiles { file, policy, context in
      guard file.kind == .infoPlist, file.processes.contains(Policy.Target.app),
        let work = policy.otherWork(of: .backgroundAssets), let kind = work.kind,
        !file.isTrue(PlatformFacts.InfoPlistKey.managedAssets)
      else { return [] }
      let restrictions = PlatformFacts.InfoPlistKey.assetRestrictions
      let keys = [
        [PlatformFacts.InfoPlistKey.assetManifest], [restrictions],
        [restrictions, PlatformFacts.InfoPlistKey.assetHosts],
      ]
      let missing = keys.filter { !file.has($0) }
      guard let first = missing.first else { return [] }
      // A dictionary that is missing lacks its own keys, too.
      let names = missing.filter { $0.count == 1 || file.has([restrictions]) }.compactMap(\.last)
      return [
        file.diagnostic(
          at: .key(first[0]), path: first,
          message:
            "Background Assets need \(names.joined(separator: " and ")), which Info.plist does not have",
          help: "add the address of the manifest, and the hosts and sizes of the first downloads",
          related: [(.value(kind.node), "the extension that downloads assets")], in: context)
      ]
    }
  )
}

extension ComparedFile {
  /// Whether the file sets a key to true, or may do so: another value than a truth value counts.
  fileprivate func isTrue(_ key: String) -> Bool {
    switch value(of: key) {
    case .success(nil), .success(.boolean(false)): false
    default: true
    }
  }

  /// Whether the file has a value at a path of keys, or may have one: a repeated key counts.
  fileprivate func has(_ path: [String]) -> Bool {
    if case .success(nil) = value(at: path) { false } else { true }
  }
}
