// The code that is isolated to the main actor.
extension Program {
  /// Apple's types whose subclasses and conforming types are isolated to the main actor.
  private static let isolatedTypes: Set<String> = [
    "UIResponder", "UIViewController", "UITableViewController", "UICollectionViewController", "UIView",
    "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate", "View", "App", "Scene",
    "WKApplicationDelegate", "WKInterfaceController",
  ]

  /// Whether the code of a frame is isolated to the main actor: by an attribute of its function or type, or by a superclass or protocol;
  /// `nil` if the code does not show the isolation, so that the build settings decide.
  func isOnMainActor(_ frame: Frame) -> Bool? {
    for one in frame.chain {
      guard case .closure(let closure, _, _) = one.kind else { continue }
      if closure.attributes.contains("MainActor") { return true }
      if closure.attributes.contains("Sendable") { return false }
    }
    var body = frame.body
    while true {
      let context = body.context
      if context?.modifiers.contains(where: { $0.hasPrefix("nonisolated") }) ?? false { return false }
      if context?.attributes.contains("MainActor") ?? false { return true }
      guard let outer = body.outer else { break }
      body = outer.body
    }
    guard !body.types.isEmpty else { return nil }
    let declarations = declarations(of: body.types, from: body.file)
    if declarations.contains(where: { $0.value.context.attributes.contains("MainActor") }) { return true }
    // An actor has an isolation of its own.
    if declarations.contains(where: { $0.value.kind == .actor }) { return false }
    return Self.isolatedTypes.contains { type(body.types, inherits: $0, from: body.file) } ? true : nil
  }
}
