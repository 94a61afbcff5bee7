internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let appFileUnreadable = Rule(
    "BGP601", "app-file-unreadable", .appFiles, .error, .defined,
    summary: "A path of an app's file or folder that can't be read",
    why: """
      Lint compares the policy with the app's own files. A path that leads nowhere, or to a file that is not \
      a property list, would skip that comparison in silence.
      """,
    citations: [.policyLanguage],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: «Ap/Info.plist→App/Info.plist» }
        """, in: "App/Info.plist", "<dict/>"),
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, entitlements: «App/Example.entitlements» }
        """, in: "App/Example.entitlements", "<array/>"),
    ],
    check: .policy { policy, context in
      let lists = context.appFiles.propertyLists.compactMap { file -> Diagnostic? in
        guard case .unreadable(let problem) = file.content else { return nil }
        return context.diagnostic(
          at: .value(file.named.node), "Can't read \(file.path): \(problem.reason)",
          help: file.kind == .infoPlist
            ? "write the path of the app's Info.plist, relative to this file"
            : "write the path of the entitlements, relative to this file")
      }
      let folders = context.appFiles.code.compactMap { folder -> Diagnostic? in
        guard case .failure(let problem) = folder.files else { return nil }
        return context.diagnostic(
          at: .value(folder.named.node), "Can't read \(folder.named.value.written): \(problem.reason)",
          help: "write the path of a folder of the app's code, relative to this file")
      }
      return lists + folders
    }
  )
}
