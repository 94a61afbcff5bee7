internal import AppFacts

extension Program {
  /// The greatest number of bodies between code of one target alone and the code that the target shares.
  private static let mostBodies = 200

  /// The targets whose own files certainly lead to a body: files that no other target compiles.
  func targets(using body: Body) -> Set<String> {
    var targets: Set<String> = []
    var seen: Set<ObjectIdentifier> = []
    var open = [body]
    while let next = open.popLast(), seen.count < Self.mostBodies, budget.take() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      if let target = next.file.target {
        if graph.reach(of: next) != .unreached { targets.insert(target) }
        continue
      }
      open += graph.sites(of: next).map(\.frame.body)
    }
    return targets
  }
}
