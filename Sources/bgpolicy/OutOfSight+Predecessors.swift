internal import PolicyModel
internal import PolicySyntax

// The policy of before the change that each policy follows.
extension OutOfSight {
  /// Finds the policy that each current policy follows: the policy of the same app, preferably at the same path, or else the
  /// policy at the same path, unless a current policy has that policy's app. No two policies follow the same policy.
  mutating func match(_ current: [PolicyReading]) {
    let places = current.map { absolute($0.sources[0].name) }
    var former: [PolicyReading] = []
    var seen: Set<String> = []
    for path in policies + current.map(\.sources[0].name) {
      let place = absolute(path)
      guard entries[place] != nil, seen.insert(place).inserted else { continue }
      former.append(reading(of: path))
    }
    let formerPlaces = Dictionary(
      former.indices.map { (absolute(former[$0].sources[0].name), $0) }
    ) { first, _ in first }
    let formerApps = Dictionary(grouping: former.indices) { former[$0].bundleIdentifier }
    let apps = Set(current.compactMap(\.bundleIdentifier))
    var open = Set(former.indices)

    func follow(_ candidate: (Int) -> Int?) -> [String: PolicyReading] {
      var found: [String: PolicyReading] = [:]
      for index in current.indices where predecessors[current[index].sources[0].name] == nil {
        guard let other = candidate(index), open.remove(other) != nil else { continue }
        found[current[index].sources[0].name] = former[other]
      }
      return found
    }
    predecessors.merge(
      follow { index in
        formerPlaces[places[index]].flatMap {
          former[$0].bundleIdentifier == current[index].bundleIdentifier ? $0 : nil
        }
      }
    ) { first, _ in first }
    predecessors.merge(
      follow { index in
        current[index].bundleIdentifier.flatMap { formerApps[$0]?.first(where: open.contains) }
      }
    ) { first, _ in first }
    predecessors.merge(
      follow { index in
        formerPlaces[places[index]].flatMap { other in
          former[other].bundleIdentifier.map(apps.contains) ?? false ? nil : other
        }
      }
    ) { first, _ in first }
    withoutSuccessor = open.sorted().map { former[$0] }
  }
}
