internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionCachePolicyNoop = Rule(
    "BGP161", "session-cache-policy-noop", .sessions, .info, reporting: .oncePerFile, tags: .unnecessary,
    summary: "A cache policy in a background session without a cache",
    why: """
      urlCache is nil in a background session unless it is set, so requestCachePolicy has nothing to apply \
      to.
      """,
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «requestCachePolicy»: returnCacheDataElseLoad }
      """
    ],
    passes: [
      """
      sessions:
        library:
          identifier: com.example.library
          timeoutIntervalForResource: 1d
          requestCachePolicy: returnCacheDataElseLoad
          urlCache: shared
        api: { type: default, requestCachePolicy: reloadIgnoringLocalCacheData }
      """
    ],
    check: .backgroundSessions { session, _, context in
      guard let cachePolicy = session.requestCachePolicy.written else { return nil }
      let cache = session.urlCache
      guard cache.map({ $0.value == nil }) ?? !session.hasKey("urlCache") else { return nil }
      return context.diagnostic(
        at: .key(cachePolicy.node),
        "requestCachePolicy has no effect in \(session.name.value): its urlCache is nil"
          + (cache == nil ? ", the default of a background session" : ""),
        help: "remove it, or set urlCache to shared",
        related: cache.map { [(.value($0.node), "no cache")] } ?? [],
        fixes: [context.remove(cachePolicy.node, "Remove requestCachePolicy", safety: .changesSwift)])
    }
  )
}
