internal import PolicyModel
internal import PolicySyntax

// The policy before the change that each current policy follows.
extension OutOfSight {
  /// The policy that a current policy follows; `nil` for a new policy.
  func predecessor(of reading: PolicyReading) -> PolicyReading? { predecessors[reading.sources[0].name] }

  /// Finds the policy that each current policy follows: the policy of the same app, preferably at the same path, or else the
  /// policy at the same path, unless a current policy has that policy's app. No two policies follow the same policy.
  mutating func match(_ current: [PolicyReading]) {
    var seen: Set<String> = []
    var former: [PolicyReading] = []
    for path in policies + current.map(\.sources[0].name)
    where entries[absolute(path)] != nil && seen.insert(absolute(path)).inserted {
      former.append(reading(of: path))
    }
    let places = Dictionary(former.indices.map { (absolute(former[$0].sources[0].name), $0) }) { first, _ in
      first
    }
    let apps = Dictionary(grouping: former.indices) { former[$0].bundleIdentifier }
    let currentApps = Set(current.compactMap(\.bundleIdentifier))
    var open = Set(former.indices)

    let samePath = Dictionary(
      current.compactMap { reading in
        let path = reading.sources[0].name
        return places[absolute(path)].map { (path, $0) }
      }
    ) { first, _ in first }
    let candidates: [(PolicyReading) -> Int?] = [
      { reading in
        samePath[reading.sources[0].name].flatMap {
          former[$0].bundleIdentifier == reading.bundleIdentifier ? $0 : nil
        }
      },
      { reading in reading.bundleIdentifier.flatMap { apps[$0]?.first(where: open.contains) } },
      { reading in
        samePath[reading.sources[0].name].flatMap { index in
          former[index].bundleIdentifier.map(currentApps.contains) ?? false ? nil : index
        }
      },
    ]
    for candidate in candidates {
      for reading in current where predecessor(of: reading) == nil {
        guard let index = candidate(reading), open.remove(index) != nil else { continue }
        predecessors[reading.sources[0].name] = former[index]
      }
    }
    withoutSuccessor = open.sorted().map { former[$0] }
  }
}
