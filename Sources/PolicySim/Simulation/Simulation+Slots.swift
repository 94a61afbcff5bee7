internal import PolicyModel

// Which items have a place on the wire, and which network carries them.
extension Simulation {
  // MARK: - Networks

  /// What may carry a batch's items now; `nil` if nothing may.
  @inline(__always)
  private mutating func network(for index: Int) -> Network? {
    let transfer = batches[index].transfer
    let session = batches[index].session
    guard !batches[index].isHeld, now >= batches[index].begins else { return nil }
    // A session that is no background session ends with the app's time.
    if !model.sessions[session].isBackground, !isAppRunning { return nil }
    if device.lowDataMode.isOn, !model.transfers[transfer].usesConstrained || batches[index].isDiscretionary {
      return nil
    }
    let hasWifi = device.hasWifi && (!device.isWifiExpensive || model.transfers[transfer].usesExpensive)
    let hasCellular = device.cellular.isOn && model.transfers[transfer].usesCellular
    guard batches[index].isDiscretionary else { return hasWifi ? .wifi : hasCellular ? .cellular : nil }
    return discretionaryNetwork(for: index, hasWifi: hasWifi, hasCellular: hasCellular)
  }

  /// The same for what the system may choose the time of.
  private mutating func discretionaryNetwork(for index: Int, hasWifi: Bool, hasCellular: Bool) -> Network? {
    if device.savesPower { return nil }
    if hasWifi, !wifiBudget.isSpent {
      if device.isWifiExpensive { return now >= batches[index].networkRequirementEnds ? .wifi : nil }
      return device.charging.isOn || now >= batches[index].powerRequirementEnds ? .wifi : nil
    }
    guard hasCellular, !hasWifi, !cellularBudget.isSpent else { return nil }
    return now >= batches[index].networkRequirementEnds ? .cellular : nil
  }

  /// Finds anew what carries a batch.
  @inline(__always)
  mutating func findNetwork(for index: Int) {
    let network = network(for: index)
    if network == nil, batches[index].active > 0 { pause(index) }
    if network != batches[index].network { isWireStale = true }
    batches[index].network = network
    enqueue(index)
  }

  /// Gives a batch a place in its session's queue, where it has use for one.
  @inline(__always)
  private mutating func enqueue(_ index: Int) {
    guard !batches[index].isQueued, batches[index].network != nil,
      batches[index].waiting + batches[index].paused > 0
    else { return }
    batches[index].isQueued = true
    isWireStale = true
    let rank = Rank(transfer: batches[index].transfer, age: batches[index].age, batch: index)
    queues[batches[index].session].ready.push(rank)
  }

  private mutating func pause(_ index: Int) {
    let transfer = batches[index].transfer
    for position in items.indices where items[position].batch == index {
      items[position].isOff = true
      var item = items[position]
      item.isOff = false
      if !model.transfers[transfer].isResumable { restart(&item) }
      pausedItems.append(item)
    }
    items.removeAll { $0.isOff }
    if isTraced { record(.paused(transfer: model.transfers[transfer].name, items: batches[index].active)) }
    let session = batches[index].session
    sessions[session].active -= batches[index].active
    batches[index].paused += batches[index].active
    batches[index].active = 0
    freeConnection(of: transfer, session)
  }

  /// What can't go on where it stopped begins again.
  private func restart(_ item: inout ActiveItem) {
    item.remaining = item.whole
  }

  // MARK: - Slots

  /// Takes items off the wire that can't go on, and puts others in their place: by rank, then by age.
  @inline(__always)
  mutating func fillSlots() {
    if areNetworksStale {
      areNetworksStale = false
      for index in batches.indices where batches[index].isUnfinished { findNetwork(for: index) }
    }
    guard isWireStale else { return }
    isWireStale = false
    for session in sessions.indices { startItems(of: session) }
    measureLoad()
  }

  @inline(__always)
  private mutating func startItems(of session: Int) {
    while sessions[session].active < model.settings.concurrency, let rank = queues[session].ready.first {
      let index = rank.batch
      guard batches[index].age == rank.age, batches[index].network != nil,
        batches[index].waiting + batches[index].paused > 0
      else {
        leaveQueue(rank, session)
        continue
      }
      let indices = model.settings.concurrency - sessions[session].active
      let room = min(indices, freeConnections(for: rank.transfer, of: session))
      guard room > 0 else {
        queues[session].ready.pop()
        queues[session].blocked[model.transfers[rank.transfer].host, default: PriorityQueue()].push(rank)
        continue
      }
      start(min(room, batches[index].waiting + batches[index].paused), of: index)
    }
  }

  /// What has no use for a place leaves the queue, and lets another one to its host.
  @inline(__always)
  private mutating func leaveQueue(_ rank: Rank, _ session: Int) {
    queues[session].ready.pop()
    if batches[rank.batch].age == rank.age { batches[rank.batch].isQueued = false }
    freeConnection(of: rank.transfer, session)
  }

  @inline(__always)
  private mutating func start(_ count: Int, of index: Int) {
    for _ in 0..<count {
      let item = batches[index].paused > 0 ? takePaused(of: index) : nil
      if let item {
        items.append(item)
      } else {
        batches[index].waiting -= 1
        items.append(newItem(of: index))
      }
    }
    batches[index].active += count
    sessions[batches[index].session].active += count
    if isTraced { record(.began(transfer: model.transfers[batches[index].transfer].name, items: count)) }
  }

  private mutating func takePaused(of index: Int) -> ActiveItem? {
    guard let position = pausedItems.lastIndex(where: { $0.batch == index }) else { return nil }
    batches[index].paused -= 1
    return pausedItems.remove(at: position)
  }

  // MARK: - Hosts

  /// How many more connections a session may make to a transfer's host.
  @inline(__always)
  private mutating func freeConnections(for transfer: Int, of session: Int) -> Int {
    guard model.sessions[session].isHostLimited else { return .max }
    let host = model.transfers[transfer].host
    let used = items.count { item in
      batches[item.batch].session == session && model.transfers[batches[item.batch].transfer].host == host
    }
    return model.sessions[session].connectionsPerHost - used
  }

  /// A connection to a transfer's host has become free: the first that waits for one comes back into the queue.
  @inline(__always)
  mutating func freeConnection(of transfer: Int, _ session: Int) {
    guard model.sessions[session].isHostLimited else { return }
    isWireStale = true
    if let rank = queues[session].blocked[model.transfers[transfer].host]?.pop() {
      queues[session].ready.push(rank)
    }
  }

  // MARK: - New items

  mutating func newItem(of index: Int) -> ActiveItem {
    let position = batches[index].transfer
    let range = model.transfers[position].size
    let bytes = range.lowerBound == range.upperBound ? range.lowerBound : sizes[position].uniform(range)
    var item: ActiveItem
    if let transferTime = model.transfers[position].transferTime {
      let whole = Double(transferTime)
      item = ActiveItem(
        batch: index, remaining: whole, whole: whole, bytesPerUnit: whole > 0 ? bytes / whole : 0,
        isTimed: true)
    } else {
      item = ActiveItem(batch: index, remaining: bytes, whole: bytes, bytesPerUnit: 1, isTimed: false)
    }
    if asksForCredentials(index) { item.untilChallenge = model.settings.challengeAfter }
    sessions[batches[index].session].isFresh = false
    drawFailure(of: &item)
    return item
  }

  /// Decides whether a try fails, and how far it comes.
  @inline(__always)
  mutating func drawFailure(of item: inout ActiveItem) {
    let transfer = batches[item.batch].transfer
    guard model.transfers[transfer].failureShare > 0 else { return }
    let fails = failureStreams[transfer].unit() < model.transfers[transfer].failureShare
    // A try that fails at its very end has failed all the same.
    item.failsAt = fails ? max(item.whole * 1e-6, item.remaining * (1 - failureStreams[transfer].unit())) : 0
  }

  @inline(__always)
  private mutating func asksForCredentials(_ index: Int) -> Bool {
    guard batches[index].isChallenged else { return false }
    switch model.transfers[batches[index].transfer].challenge {
    case .never: return false
    case .once: return sessions[batches[index].session].isFresh
    case .perTransfer, .replacesTask: return true
    }
  }
}
