internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let require = Rule(
    "BGP900", "require", .requirements, .error, .defined,
    summary: "A requirement of the policy that doesn't hold",
    why: """
      The policy, or one that it extends, has this rule in its `require` section. Findings have the \
      requirement's name, message and severity.
      """,
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: true, allowsCellularAccess: «true» }
      require:
        - id: bulk-stays-off-cellular
          for: sessions
          when: { isDiscretionary: true }
          must: { allowsCellularAccess: false }
          message: Bulk sessions stay off cellular
      """,
      """
      sessions:
        «library»:
          identifier: com.example.library
      require:
        - { id: gives-up, for: sessions, must: { timeoutIntervalForResource: { atMost: 2d } } }
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: «org.other.refresh» }
      require:
        - id: own-names
          for: tasks
          must: { identifier: { matches: "com.example.*" } }
          severity: warning
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 47h }
        api: { type: default }
      require:
        - id: gives-up
          for: sessions
          when: { type: background }
          must: { timeoutIntervalForResource: { atMost: 2d }, identifier: { matches: "com.example.*" } }
      """
    ],
    check: .requirements
  )
}
