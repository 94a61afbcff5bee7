internal import PolicyModel

// The networks of batches, and the items that take the free slots of their sessions.
extension Simulation {
  // MARK: - Networks

  /// The network that may carry a batch now; `nil` if no network may.
  @inline(__always)
  private mutating func network(for index: Int) -> Network? {
    guard !daemon.batches[index].isHeld, now >= daemon.batches[index].begins else { return nil }
    // A session that is not a background session transfers items only while the app runs.
    if !model.sessions[daemon.batches[index].session].isBackground, !isAppRunning { return nil }
    return availableNetwork(for: index)
  }

  /// The network that a batch may use now, whether or not the app runs; `nil` if the batch may use no network.
  @inline(__always)
  mutating func availableNetwork(for index: Int) -> Network? {
    let transfer = daemon.batches[index].transfer
    let isDiscretionary = daemon.batches[index].isDiscretionary
    if device.lowDataMode.isOn, !model.transfers[transfer].usesConstrained || isDiscretionary { return nil }
    let hasWifi = device.hasWifi && (!device.isWifiExpensive || model.transfers[transfer].usesExpensive)
    let hasCellular = device.cellular.isOn && model.transfers[transfer].usesCellular
    guard isDiscretionary else { return hasWifi ? .wifi : hasCellular ? .cellular : nil }
    return discretionaryNetwork(for: index, hasWifi: hasWifi, hasCellular: hasCellular)
  }

  /// The network that may carry a discretionary batch now; `nil` if no network may.
  private mutating func discretionaryNetwork(for index: Int, hasWifi: Bool, hasCellular: Bool) -> Network? {
    if device.savesPower { return nil }
    let needsNoWifi = now >= daemon.batches[index].networkRequirementEnds
    if hasWifi, !line.wifiBudget.isSpent {
      if device.isWifiExpensive { return needsNoWifi ? .wifi : nil }
      return device.charging.isOn || now >= daemon.batches[index].powerRequirementEnds ? .wifi : nil
    }
    guard hasCellular, !hasWifi, !line.cellularBudget.isSpent else { return nil }
    return needsNoWifi ? .cellular : nil
  }

  /// Updates the network of a batch.
  @inline(__always)
  mutating func findNetwork(for index: Int) {
    let network = network(for: index)
    if network == nil, daemon.batches[index].active > 0 { pause(index) }
    if daemon.setNetwork(network, of: index) { line.markSlotsStale() }
    if daemon.enqueue(index) { line.markSlotsStale() }
  }

  private mutating func pause(_ index: Int) {
    let transfer = daemon.batches[index].transfer
    line.pause(index, isResumable: model.transfers[transfer].isResumable)
    if isTraced {
      record(.paused(transfer: model.transfers[transfer].name, items: daemon.batches[index].active))
    }
    daemon.pause(index)
    freeConnection(of: transfer, daemon.batches[index].session)
  }

  @inline(never)
  private mutating func findNetworks() {
    daemon.markNetworksFound()
    for index in daemon.batches.indices where daemon.batches[index].isUnfinished { findNetwork(for: index) }
  }

  // MARK: - Slots

  /// Updates the networks of batches if they may have changed, and fills free slots by rank, then by age.
  @inline(__always)
  mutating func fillSlots() {
    if daemon.areNetworksStale { findNetworks() }
    guard line.isStale else { return }
    line.markSlotsFilled()
    for session in daemon.sessions.indices where daemon.first(of: session) != nil { startItems(of: session) }
    line.measureLoad(at: now, daemon.batches, &jobs)
  }

  @inline(__always)
  private mutating func startItems(of session: Int) {
    while daemon.sessions[session].active < model.settings.concurrency, let rank = daemon.first(of: session) {
      let index = rank.batch
      guard daemon.isCurrent(rank), daemon.canTransfer(index) else {
        daemon.dequeue(rank, session)
        // Another batch may use the connection.
        freeConnection(of: rank.transfer, session)
        continue
      }
      let slots = model.settings.concurrency - daemon.sessions[session].active
      let room = min(slots, freeConnections(for: rank.transfer, of: session))
      guard room > 0 else {
        daemon.block(rank, at: model.transfers[rank.transfer].host, session)
        continue
      }
      start(min(room, daemon.batches[index].waiting + daemon.batches[index].paused), of: index)
    }
  }

  @inline(__always)
  private mutating func start(_ count: Int, of index: Int) {
    if daemon.batches[index].paused == 0, hasEqualItems(index) {
      daemon.takeWaiting(count, of: index)
      let item = requested(newItem(of: index), of: index)
      for _ in 0..<count { line.append(item) }
    } else {
      startDifferent(count, of: index)
    }
    daemon.begin(count, of: index)
    if isTraced {
      record(.began(transfer: model.transfers[daemon.batches[index].transfer].name, items: count))
    }
  }

  /// Whether the items of a batch that have not begun are all the same.
  @inline(__always)
  private mutating func hasEqualItems(_ index: Int) -> Bool {
    !daemon.batches[index].isChallenged && model.transfers[daemon.batches[index].transfer].hasEqualItems
  }

  private mutating func startDifferent(_ count: Int, of index: Int) {
    for _ in 0..<count {
      if daemon.batches[index].paused > 0, let item = line.takePaused(of: index) {
        daemon.takePaused(of: index)
        line.append(requested(item, of: index))
      } else {
        daemon.takeWaiting(1, of: index)
        line.append(requested(newItem(of: index), of: index))
      }
    }
  }

  /// An item of a batch whose request is sent now.
  @inline(__always)
  private mutating func requested(_ item: ActiveItem, of index: Int) -> ActiveItem {
    let wait = model.settings.requestWait
    let isRejected = now > daemon.batches[index].isAcceptedUntil
    guard wait > 0 || isRejected else { return item }
    var requested = item
    requested.request(at: now, wait: wait)
    if isRejected { requested.reject() }
    return requested
  }

  // MARK: - Hosts

  /// The number of connections that a session may still open to a transfer's host.
  @inline(__always)
  private mutating func freeConnections(for transfer: Int, of session: Int) -> Int {
    guard model.sessions[session].isHostLimited else { return .max }
    let host = model.transfers[transfer].host
    let used = line.items.count { item in
      daemon.batches[item.batch].session == session
        && model.transfers[daemon.batches[item.batch].transfer].host == host
    }
    return model.sessions[session].connectionsPerHost - used
  }

  /// Frees a connection to a transfer's host for the first batch that waits for a connection.
  @inline(__always)
  mutating func freeConnection(of transfer: Int, _ session: Int) {
    guard model.sessions[session].isHostLimited else { return }
    line.markSlotsStale()
    daemon.unblock(model.transfers[transfer].host, session)
  }

  // MARK: - New items

  mutating func newItem(of index: Int) -> ActiveItem {
    let transfer = daemon.batches[index].transfer
    let bytes = line.drawSize(transfer, model.transfers[transfer].size)
    let isUpload = model.transfers[transfer].isUpload
    var item: ActiveItem
    if let transferTime = model.transfers[transfer].transferTime {
      let whole = Double(transferTime)
      item = ActiveItem(
        batch: index, remaining: whole, whole: whole, bytesPerUnit: whole > 0 ? bytes / whole : 0,
        isTimed: true, isUpload: isUpload)
    } else {
      item = ActiveItem(
        batch: index, remaining: bytes, whole: bytes, bytesPerUnit: 1, isTimed: false, isUpload: isUpload)
    }
    if asksForCredentials(index) { item.untilChallenge = model.settings.challengeAfter }
    drawFailure(of: &item)
    return item
  }

  /// Draws whether an attempt fails, and when.
  @inline(__always)
  mutating func drawFailure(of item: inout ActiveItem) {
    let transfer = daemon.batches[item.batch].transfer
    line.drawFailure(of: &item, transfer, share: model.transfers[transfer].failureShare)
  }

  @inline(__always)
  private mutating func asksForCredentials(_ index: Int) -> Bool {
    guard daemon.batches[index].isChallenged else { return false }
    switch model.transfers[daemon.batches[index].transfer].challenge {
    case .never: return false
    case .once: return daemon.askOnce(in: daemon.batches[index].session)
    case .perTransfer, .replacesTask: return true
    }
  }
}
