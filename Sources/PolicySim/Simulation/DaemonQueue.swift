internal import PlatformFacts

/// The daemon's queue in the course of a run: the batches that the app has submitted, the limiter that holds them, and the
/// batches of each session that want to transfer items.
struct DaemonQueue: Sendable {
  var limiter: ResumeLimiter
  /// The effects that other rules of the limiter would have had.
  var limiterEffects: LimiterEffects
  /// The unfinished batches; a new batch reuses the index of a batch that has ended.
  private(set) var batches = RunBuffer<Batch>()
  private var freeBatches = RunBuffer<Int>()
  private var lastBatchNumber = 0
  /// The number of batches that the limiter holds.
  private(set) var heldBatches = 0
  /// The number of batches that the limiter does not hold.
  private(set) var openBatches = 0
  private(set) var sessions = RunBuffer<SessionState>()
  private var queues: [SessionQueue] = []
  /// Whether the networks of the batches may have changed.
  private(set) var areNetworksStale = false

  private init(_ rules: LimiterRules) {
    limiter = ResumeLimiter(rules)
    limiterEffects = LimiterEffects(own: rules)
  }

  /// An empty queue for a model.
  init(_ model: SimulationModel) {
    self.init(model.settings.limiter)
    batches = RunBuffer(capacity: model.transfers.count)
    openSessions(model)
  }

  /// Resets the state to an empty queue, and reuses the memory.
  mutating func restart(_ model: SimulationModel) {
    var old = DaemonQueue(model.settings.limiter)
    swap(&self, &old)
    batches.takeMemory(of: &old.batches)
    freeBatches.takeMemory(of: &old.freeBatches)
    sessions.takeMemory(of: &old.sessions)
    swap(&queues, &old.queues)
    openSessions(model)
  }

  /// Opens all sessions with empty queues.
  private mutating func openSessions(_ model: SimulationModel) {
    sessions.removeAll()
    sessions.append(repeating: SessionState(), count: model.sessions.count)
    guard queues.count == model.sessions.count else {
      queues = model.sessions.map { _ in SessionQueue() }
      return
    }
    for session in queues.indices { queues[session].restart() }
  }

  /// Takes copies of buffers that another run shares.
  mutating func ensureUnique() {
    batches.ensureUnique()
    freeBatches.ensureUnique()
    sessions.ensureUnique()
    for session in queues.indices { queues[session].ensureUnique() }
  }

  /// Removes all batches, because the run stops carrying transfers.
  mutating func stopTransfers(_ model: SimulationModel) {
    batches.removeAll()
    freeBatches.removeAll()
    (heldBatches, openBatches) = (0, 0)
    openSessions(model)
    limiter = ResumeLimiter(model.settings.limiter)
    areNetworksStale = false
  }

  // MARK: - Batches

  /// The number of the next batch, which serves as the batch's age and generation.
  @inline(__always)
  mutating func nextBatchNumber() -> Int {
    lastBatchNumber += 1
    return lastBatchNumber
  }

  /// Adds a batch of items; returns its index.
  @inline(__always)
  mutating func add(_ batch: Batch, items: Int) -> Int {
    let index: Int
    if let free = freeBatches.popLast() {
      index = free
      batches[free] = batch
    } else {
      index = batches.count
      batches.append(batch)
    }
    sessions[batch.session].unfinished += items
    if batch.isHeld { heldBatches += 1 } else { openBatches += 1 }
    return index
  }

  /// Releases a batch that the limiter holds.
  mutating func open(_ index: Int) {
    batches[index].isHeld = false
    heldBatches -= 1
    openBatches += 1
  }

  /// Sets the time at which the limiter releases a batch that it holds.
  mutating func setOpening(_ time: Instant, of index: Int) { batches[index].opens = time }

  /// Makes a batch non-discretionary if it was discretionary only by inference.
  mutating func endInferredDiscretion(of index: Int) {
    if batches[index].isDiscretionaryByInference { batches[index].isDiscretionary = false }
  }

  /// Frees the index of a batch that has ended.
  @inline(__always)
  mutating func retire(_ index: Int) {
    if batches[index].isHeld { heldBatches -= 1 } else { openBatches -= 1 }
    batches[index].isHeld = false
    batches[index].network = nil
    batches[index].generation = 0
    freeBatches.append(index)
  }

  // MARK: - Items

  /// Counts items of a batch that go on the line.
  @inline(__always)
  mutating func begin(_ count: Int, of index: Int) {
    batches[index].active += count
    sessions[batches[index].session].active += count
  }

  /// Takes items that have not begun out of a batch.
  @inline(__always)
  mutating func takeWaiting(_ count: Int, of index: Int) { batches[index].waiting -= count }

  /// Takes a paused item out of a batch.
  @inline(__always)
  mutating func takePaused(of index: Int) { batches[index].paused -= 1 }

  /// Adds an item that has begun before, and continues when it has a network.
  @inline(__always)
  mutating func addPaused(to index: Int) { batches[index].paused += 1 }

  /// Counts an item of a batch that leaves the line.
  @inline(__always)
  mutating func leave(_ index: Int) {
    batches[index].active -= 1
    sessions[batches[index].session].active -= 1
  }

  /// Pauses the items of a batch, which have lost their network.
  mutating func pause(_ index: Int) {
    sessions[batches[index].session].active -= batches[index].active
    batches[index].paused += batches[index].active
    batches[index].active = 0
  }

  /// Removes all items of a batch; returns their number.
  mutating func drop(_ index: Int) -> Int {
    let count = batches[index].waiting + batches[index].active + batches[index].paused
    sessions[batches[index].session].active -= batches[index].active
    batches[index].waiting = 0
    batches[index].active = 0
    batches[index].paused = 0
    return count
  }

  /// Counts items of a batch that have ended.
  @inline(__always)
  mutating func endItems(_ count: Int, of index: Int) { sessions[batches[index].session].unfinished -= count }

  /// Whether a server that asks for credentials once still has to ask in this session. Records that the server has asked.
  @inline(__always)
  mutating func askOnce(in session: Int) -> Bool {
    defer { sessions[session].hasAskedOnce = true }
    return !sessions[session].hasAskedOnce
  }

  // MARK: - Networks

  /// Records that the networks of the batches may have changed.
  @inline(__always)
  mutating func markNetworksStale() { areNetworksStale = true }

  /// Records that the networks of the batches are up to date.
  @inline(__always)
  mutating func markNetworksFound() { areNetworksStale = false }

  /// Sets the network of a batch; returns whether it changes.
  @inline(__always)
  mutating func setNetwork(_ network: Network?, of index: Int) -> Bool {
    let changes = network != batches[index].network
    batches[index].network = network
    return changes
  }

  // MARK: - Queues

  /// Queues a batch that can transfer items; returns whether it was not in the queue.
  @inline(__always)
  mutating func enqueue(_ index: Int) -> Bool {
    guard !batches[index].isQueued, canTransfer(index) else { return false }
    batches[index].isQueued = true
    let rank = Rank(transfer: batches[index].transfer, age: batches[index].age, batch: index)
    queues[batches[index].session].ready.push(rank)
    return true
  }

  /// Whether a batch has a network and items to transfer.
  @inline(__always)
  mutating func canTransfer(_ index: Int) -> Bool {
    batches[index].network != nil && batches[index].waiting + batches[index].paused > 0
  }

  /// The first batch in a session's queue.
  @inline(__always)
  mutating func first(of session: Int) -> Rank? { queues[session].ready.first }

  /// The first ready batch of a session, or else the first batch that waits for a connection to a host.
  @inline(__always)
  mutating func first(of session: Int, orBlockedAt host: Int) -> Rank? {
    queues[session].ready.first
      ?? queues[session].queue(of: host).flatMap { queues[session].blocked[$0].ranks.first }
  }

  /// Whether a rank's batch is still the batch at its index, and not a newer batch that reuses the index.
  @inline(__always)
  mutating func isCurrent(_ rank: Rank) -> Bool { batches[rank.batch].age == rank.age }

  /// Removes the first batch of a session's queue.
  @inline(__always)
  mutating func dequeue(_ rank: Rank, _ session: Int) {
    queues[session].ready.pop()
    if isCurrent(rank) { batches[rank.batch].isQueued = false }
  }

  /// Moves the first batch of a session's queue to the batches that wait for a connection to their host.
  @inline(__always)
  mutating func block(_ rank: Rank, at host: Int, _ session: Int) {
    queues[session].ready.pop()
    let index = queues[session].queue(for: host)
    queues[session].blocked[index].ranks.push(rank)
  }

  /// Moves the first batch that waits for a connection to a host back into the queue.
  @inline(__always)
  mutating func unblock(_ host: Int, _ session: Int) {
    if let index = queues[session].queue(of: host), let rank = queues[session].blocked[index].ranks.pop() {
      queues[session].ready.push(rank)
    }
  }
}

/// The batches that wait in a session.
private struct SessionQueue: Sendable {
  /// Batches that may transfer items.
  var ready = PriorityQueue<Rank>()
  /// Batches that wait for a connection to a host. Few hosts have waiting batches at a time, and empty queues are reused.
  var blocked: [(host: Int, ranks: PriorityQueue<Rank>)] = []

  mutating func ensureUnique() {
    ready.ensureUnique()
    for index in blocked.indices { blocked[index].ranks.ensureUnique() }
  }

  /// Removes all batches.
  mutating func restart() {
    ready.restart()
    for index in blocked.indices { blocked[index].ranks.restart() }
  }

  /// The index of the queue of the batches that wait for a connection to a host; `nil` if no batch waits.
  mutating func queue(of host: Int) -> Int? {
    for index in blocked.indices where blocked[index].host == host && !blocked[index].ranks.isEmpty {
      return index
    }
    return nil
  }

  /// The index of a queue for batches that wait for a connection to a host.
  mutating func queue(for host: Int) -> Int {
    if let index = queue(of: host) { return index }
    for index in blocked.indices where blocked[index].ranks.isEmpty {
      blocked[index].host = host
      return index
    }
    blocked.append((host, PriorityQueue()))
    return blocked.count - 1
  }
}

/// A session in the course of a run.
struct SessionState: Sendable {
  /// Items that are neither finished nor failed.
  var unfinished = 0
  /// Items that are being transferred.
  var active = 0
  /// Whether a server that asks for credentials once has asked.
  var hasAskedOnce = false
}

/// The rank of a batch in its session: by priority, then by age.
struct Rank: Comparable, Sendable {
  /// The index of the transfer.
  let transfer: Int
  let age: Int
  /// The index of the batch.
  let batch: Int

  static func < (left: Rank, right: Rank) -> Bool {
    left.transfer != right.transfer ? left.transfer < right.transfer : left.age < right.age
  }
}

/// Whether other rules of the limiter would have changed a run.
struct LimiterEffects: Sendable {
  /// The rules of the run.
  let own: LimiterRules
  /// Whether a transfer ran when the delay could have been reset: the case in which the rule `idle` gives a different
  /// result.
  var hasRunDuringReset = false
  /// Whether batches were released while there was a delay: the case in which the rule `literal` gives a different result.
  var hasReleasedDuringDelay = false
  /// Whether the app was resumed while batches were held: the case in which the rules for held tasks give different results.
  var hasResumedDuringHold = false

  /// Whether the run would have been different under a variant.
  func isChanged(by variant: LimiterVariant) -> Bool {
    switch variant {
    case .hold(let rule): return rule != own.hold && hasResumedDuringHold
    case .reset(let rule):
      guard rule != own.delayReset else { return false }
      return (hasRunDuringReset && (own.delayReset == .idle || rule == .idle))
        || (hasReleasedDuringDelay && (own.delayReset == .literal || rule == .literal))
    }
  }
}
