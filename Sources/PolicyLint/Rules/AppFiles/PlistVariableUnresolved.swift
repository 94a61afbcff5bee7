internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

extension Rule {
  static let plistVariableUnresolved = Rule(
    "BGP615", "plist-variable-unresolved", .appFiles, .info, .defined,
    summary: "A build setting in the app's property list whose value the policy does not know",
    why: """
      Xcode replaces build settings when it builds. Lint can't compare an entry whose build setting the \
      policy does not know.
      """,
    guide: RuleGuide(
      ignoreWhen: "The value of the build setting has nothing to do with the policy.",
      related: ["identifier-unresolved-variable"]),
    citations: [.policyLanguage],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        permittedIdentifiers: [com.example.refresh]
        """, in: "App/Info.plist",
        """
        <dict>
          <key>BGTaskSchedulerPermittedIdentifiers</key>
          <array>
            <string>«$(TASK_PREFIX).refresh→${PRODUCT_BUNDLE_IDENTIFIER}.refresh»</string>
          </array>
        </dict>
        """)
    ],
    check: .appFiles { file, _, context in
      let unresolved = file.entries.flatMap { entry -> [(key: String, item: ComparedFile.Item)] in
        guard case .list(let wanted) = entry.value else { return [] }
        return file.keys(readFor: entry.key).flatMap { key in
          (file.items(of: key) ?? []).filter { item in
            item.isUnresolved && !wanted.contains { $0.text.isExactly(item.text) }
          }.map { (key, $0) }
        }
      }
      guard let (key, item) = unresolved.first else { return [] }
      let rest = unresolved.count == 1 ? "" : ", and \(unresolved.count - 1) more"
      var diagnostic = file.diagnostic(
        at: .item(item), path: [key, item.written],
        message: "The policy does not know the build setting in \(item.written)\(rest)",
        help: "add its value to app.buildSettings, or suppress the note", related: [file.naming], in: context)
      diagnostic.related += unresolved.dropFirst().map {
        Related(span: file.span(of: .item($0.item)), message: "another build setting")
      }
      return [diagnostic]
    }
  )
}
