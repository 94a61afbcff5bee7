/// The items that are being transferred in the course of a run, with the budgets and radios that they use.
struct TransferLine: Sendable {
  /// The items that are being transferred, in the order in which they began.
  private(set) var items = RunBuffer<ActiveItem>()
  /// Items that have begun and lack a network.
  private(set) var pausedItems: [ActiveItem] = []
  /// The number of paused items that were searched since the last check of the run's bounds.
  var searched = 0
  /// Items that have failed and that the app will submit again, with the indices of their jobs.
  private(set) var failedItems: [(job: Int, item: ActiveItem)] = []
  /// The items that end at this instant, by rank.
  private(set) var ended = RunBuffer<EndedItem>()
  private(set) var load = LineLoad()
  /// Whether a slot may be free for which a batch waits.
  private(set) var isStale = true
  private(set) var wifiBudget: ByteBudget
  private(set) var cellularBudget: ByteBudget
  /// The budgets that were spent when the networks of the batches were found.
  private var knownSpent = (wifi: false, cellular: false)
  /// Whether `knownSpent` may be out of date.
  private var isSpentStale = true
  private var wifiRadio: Radio
  private var cellularRadio: Radio
  private var sizes = RunBuffer<RandomStream>()
  private var failureStreams = RunBuffer<RandomStream>()
  private let wifiRates: LinkRates
  private let cellularRates: LinkRates
  /// The rates of each item whose time depends on its size: an equal share of the network's rates.
  private(set) var wifiShare: LinkShare
  private(set) var cellularShare: LinkShare

  private init(idle model: SimulationModel, _ start: RunStart) {
    let settings = model.settings
    wifiBudget = ByteBudget(limit: settings.wifiBudget)
    cellularBudget = ByteBudget(limit: settings.cellularBudget)
    (wifiRates, cellularRates) = model.linkRates(seed: start.seed, run: start.run)
    wifiRadio = Radio(settings.wifiRadio.busy(for: wifiRates.busyShare))
    cellularRadio = Radio(settings.cellularRadio.busy(for: cellularRates.busyShare))
    wifiShare = wifiRates.shared(by: 1)
    cellularShare = cellularRates.shared(by: 1)
  }

  /// An idle line.
  init(_ model: SimulationModel, _ start: RunStart) {
    self.init(idle: model, start)
    seedStreams(model, start)
  }

  /// Resets the state to an idle line, and reuses the memory.
  mutating func restart(_ model: SimulationModel, _ start: RunStart) {
    var old = TransferLine(idle: model, start)
    swap(&self, &old)
    items.takeMemory(of: &old.items)
    ended.takeMemory(of: &old.ended)
    sizes.takeMemory(of: &old.sizes)
    failureStreams.takeMemory(of: &old.failureStreams)
    seedStreams(model, start)
  }

  private mutating func seedStreams(_ model: SimulationModel, _ start: RunStart) {
    for key in model.streams.sizes { sizes.append(start.stream(key)) }
    for key in model.streams.failureStreams { failureStreams.append(start.stream(key)) }
  }

  /// Takes copies of buffers that another run shares.
  mutating func ensureUnique() {
    items.ensureUnique()
    ended.ensureUnique()
    sizes.ensureUnique()
    failureStreams.ensureUnique()
  }

  /// Removes all items when transfers are no longer simulated.
  mutating func stopTransfers() {
    items.removeAll()
    pausedItems.removeAll()
    failedItems.removeAll()
    wifiBudget = ByteBudget(limit: .infinity)
    cellularBudget = ByteBudget(limit: .infinity)
    isSpentStale = true
    isStale = false
  }

  // MARK: - Slots

  /// Records that a slot may be free, or a batch may want a slot.
  @inline(__always)
  mutating func markSlotsStale() { isStale = true }

  /// Records that the slots are filled.
  @inline(__always)
  mutating func markSlotsFilled() { isStale = false }

  @inline(__always)
  mutating func append(_ item: ActiveItem) { items.append(item) }

  /// Puts aside an item that lacks a network.
  mutating func appendPaused(_ item: ActiveItem) { pausedItems.append(item) }

  /// Takes the last paused item of a batch.
  mutating func takePaused(of batch: Int) -> ActiveItem? {
    guard let index = pausedItems.lastIndex(where: { $0.batch == batch }) else { return nil }
    searched += pausedItems.count - index
    return pausedItems.remove(at: index)
  }

  /// Pauses the items of a batch.
  mutating func pause(_ batch: Int, isResumable: Bool) {
    for index in items.indices where items[index].batch == batch {
      items[index].isOff = true
      var item = items[index]
      item.isOff = false
      if !isResumable { item.remaining = item.whole }
      pausedItems.append(item)
    }
    items.removeAll { $0.isOff }
  }

  /// Removes the items of a batch, of which `active` are being transferred and `paused` lack a network.
  mutating func drop(_ batch: Int, active: Int, paused: Int) {
    if active > 0 { items.removeAll { $0.batch == batch } }
    if paused > 0 { pausedItems.removeAll { $0.batch == batch } }
    isStale = true
  }

  func begunItems(of batch: Int) -> [ActiveItem] {
    items.filter { $0.batch == batch } + pausedItems.filter { $0.batch == batch }
  }

  /// Keeps an item until the app submits it again.
  mutating func keepFailed(_ item: ActiveItem, of job: Int, isResumable: Bool) {
    var item = item
    if item.isRejected { item.remaining = item.whole } else { item.failures += 1 }
    item.isRejected = false
    item.isOff = false
    item.failsAt = 0
    item.stalledUntil = 0
    if !isResumable { item.remaining = item.whole }
    failedItems.append((job, item))
  }

  /// Takes out the failed items of a job.
  mutating func takeFailed(of job: Int) -> [ActiveItem] {
    let items = failedItems.filter { $0.job == job }.map(\.item)
    failedItems.removeAll { $0.job == job }
    return items
  }

  // MARK: - Ends of items

  /// Collects the items that end now, or for which the server asks for credentials now, by rank; returns whether there are
  /// such items.
  @inline(__always)
  mutating func collectEnded(at now: Instant, _ batches: borrowing RunBuffer<Batch>) -> Bool {
    ended.removeAll()
    var isSorted = true
    var last = 0
    for index in items.indices {
      guard now >= items[index].stalledUntil, items[index].untilChallenge == 0 || items[index].isOver else {
        continue
      }
      let transfer = batches[items[index].batch].transfer
      isSorted = isSorted && last <= transfer
      last = transfer
      ended.append(EndedItem(transfer: transfer, index: index))
    }
    guard !ended.isEmpty else { return false }
    isStale = true
    // Sorting takes far longer than checking the order.
    if !isSorted { ended.sort() }
    return true
  }

  /// Whether an item that has ended belongs to a batch, and finishes.
  @inline(__always)
  mutating func finishes(item index: Int, of batch: Int) -> Bool {
    items[index].batch == batch && items[index].untilChallenge != 0 && items[index].failsAt <= 0
  }

  /// Marks an item as off the line.
  @inline(__always)
  mutating func takeOff(item index: Int) { items[index].isOff = true }

  /// Removes the ended items that are off the line.
  @inline(__always)
  mutating func removeEnded() {
    if ended.count == 1 {
      if items[ended[0].index].isOff { items.remove(at: ended[0].index) }
    } else {
      items.removeAll { $0.isOff }
    }
  }

  /// Stalls an item until the app answers the server's request for credentials; `answer` is `nil` if a new item replaces
  /// this item.
  mutating func challenge(item index: Int, until answer: Instant?) {
    items[index].untilChallenge = -1
    items[index].isRequested = false
    if let answer { items[index].stalledUntil = answer }
  }

  // MARK: - Random numbers

  /// The bytes of a new item.
  @inline(__always)
  mutating func drawSize(_ transfer: Int, _ range: ClosedRange<Double>) -> Double {
    range.lowerBound == range.upperBound ? range.lowerBound : sizes[transfer].uniform(range)
  }

  /// Draws whether an attempt fails, and when.
  @inline(__always)
  mutating func drawFailure(of item: inout ActiveItem, _ transfer: Int, share: Double) {
    guard share > 0 else { return }
    let fails = failureStreams[transfer].unit() < share
    // The lower bound is above 0, as 0 means that the attempt succeeds.
    item.failsAt =
      fails ? max(item.whole * 1e-6, item.remaining * (1 - failureStreams[transfer].unit())) : 0
  }

  // MARK: - Load

  /// Counts the items on each network, and wakes the radios that have items to carry.
  @inline(__always)
  mutating func measureLoad(
    at now: Instant, _ batches: borrowing RunBuffer<Batch>, _ jobs: inout RunBuffer<Job>
  ) {
    var load = LineLoad()
    var (firstOnWifi, firstOnCellular) = (-1, -1)
    for index in items.indices {
      let batch = items[index].batch
      switch batches[batch].network {
      case .wifi:
        if firstOnWifi < 0 { firstOnWifi = batches[batch].job }
        load.onWifi += 1
        if !items[index].isTimed { load.wifiSharers += 1 }
      case .cellular:
        if firstOnCellular < 0 { firstOnCellular = batches[batch].job }
        load.onCellular += 1
        if !items[index].isTimed { load.cellularSharers += 1 }
      case nil: break
      }
    }
    self.load = load
    wifiShare = wifiRates.shared(by: load.wifiSharers)
    cellularShare = cellularRates.shared(by: load.cellularSharers)
    if firstOnWifi >= 0 {
      wifiRadio.begin(at: now, for: firstOnWifi, &jobs)
    } else {
      wifiRadio.idle(since: now)
    }
    if firstOnCellular >= 0 {
      cellularRadio.begin(at: now, for: firstOnCellular, &jobs)
    } else {
      cellularRadio.idle(since: now)
    }
  }

  /// Charges the last tails of the radios.
  mutating func finishRadios(_ jobs: inout RunBuffer<Job>) {
    wifiRadio.finish(&jobs)
    cellularRadio.finish(&jobs)
  }

  /// Whether later items can't change the charges of the radios for counted jobs.
  func owesNothing(at now: Instant, _ isCounted: (Int) -> Bool) -> Bool {
    wifiRadio.owesNothing(at: now, isCounted) && cellularRadio.owesNothing(at: now, isCounted)
  }

  /// Begins a round of equal items, whose requests the server answers after `wait` milliseconds.
  mutating func restartRound(_ whole: Double, at now: Instant, wait: Int64) {
    for index in items.indices {
      items[index].remaining = whole
      if wait > 0 { items[index].request(at: now, wait: wait) }
    }
  }

  // MARK: - Progress

  /// Transfers the items for the part of a span in which they are not stalled, in their order.
  @inline(__always)
  mutating func transfer(
    from now: Instant, for span: Int64, batches: borrowing RunBuffer<Batch>, model: SimulationModel,
    jobs: inout RunBuffer<Job>
  ) {
    let times = radioTimes(for: span, items: 1)
    for index in items.indices {
      guard now >= items[index].stalledUntil else {
        transferStalled(index, from: now, for: span, times, batches: batches, model: model, jobs: &jobs)
        continue
      }
      let batch = items[index].batch
      let left = items[index].remaining - items[index].failsAt
      let work = min(left, rate(of: items[index], on: batches[batch].network) * Double(span))
      items[index].remaining -= work
      if items[index].untilChallenge > 0 { items[index].untilChallenge -= span }
      account(
        work * items[index].bytesPerUnit, of: batches[batch], from: now, taking: times, model: model,
        jobs: &jobs)
    }
  }

  /// Transfers a stalled item for the part of a span after its stall. During the stall, the radio stays on if the item waits for the
  /// server, but not if the item waits for the app.
  @inline(never)
  private mutating func transferStalled(
    _ index: Int, from now: Instant, for span: Int64, _ times: (wifi: Double, cellular: Double),
    batches: borrowing RunBuffer<Batch>, model: SimulationModel, jobs: inout RunBuffer<Job>
  ) {
    let begin = items[index].stalledUntil
    let batch = items[index].batch
    let rest = max(0, now + span - begin)
    let share = Double(rest) / Double(span)
    if items[index].isRequested { awaitServer(for: batches[batch], share: 1 - share, of: times, &jobs) }
    guard rest > 0 else { return }
    let left = items[index].remaining - items[index].failsAt
    let work = min(left, rate(of: items[index], on: batches[batch].network) * Double(rest))
    items[index].remaining -= work
    if items[index].untilChallenge > 0 { items[index].untilChallenge -= rest }
    account(
      work * items[index].bytesPerUnit, of: batches[batch], from: begin,
      taking: (times.wifi * share, times.cellular * share), model: model, jobs: &jobs)
  }

  /// Charges a batch's job for the radio, which stays on while a server prepares its answer, for a share of `times`.
  mutating func awaitServer(
    for batch: borrowing Batch, share: Double, of times: (wifi: Double, cellular: Double),
    _ jobs: inout RunBuffer<Job>
  ) {
    switch batch.network {
    case .wifi: wifiRadio.wait(for: times.wifi * share, &jobs[batch.job])
    case .cellular: cellularRadio.wait(for: times.cellular * share, &jobs[batch.job])
    case nil: break
    }
  }

  /// The part of a span, in milliseconds, in which each radio works for `items` of the items on its network.
  @inline(__always)
  mutating func radioTimes(for span: Int64, items: Int) -> (wifi: Double, cellular: Double) {
    let whole = Double(span) * Double(items)
    return (whole / Double(max(1, load.onWifi)), whole / Double(max(1, load.onCellular)))
  }

  /// Charges bytes of a batch to the batch's job and, if discretionary, to the network's budget; `times` are the
  /// milliseconds of radio time.
  @inline(__always)
  mutating func account(
    _ bytes: Double, of batch: borrowing Batch, from now: Instant,
    taking times: (wifi: Double, cellular: Double), model: SimulationModel, jobs: inout RunBuffer<Job>
  ) {
    let job = batch.job
    let isUpload = model.transfers[batch.transfer].isUpload
    switch batch.network {
    case .wifi:
      jobs[job].wifiBytes += bytes
      wifiRadio.carry(bytes, for: times.wifi, isUpload: isUpload, &jobs[job])
      if batch.isDiscretionary {
        wifiBudget.use(bytes, from: now)
        isSpentStale = true
      }
    case .cellular:
      jobs[job].cellularBytes += bytes
      cellularRadio.carry(bytes, for: times.cellular, isUpload: isUpload, &jobs[job])
      if batch.isDiscretionary {
        cellularBudget.use(bytes, from: now)
        isSpentStale = true
      }
    case nil: break
    }
  }

  // MARK: - Budgets

  /// The time at which a spent budget is renewed, or `limit` if `limit` is earlier.
  @inline(__always)
  mutating func nextBudgetChange(before limit: Instant) -> Instant {
    guard isSpentStale || knownSpent.wifi || knownSpent.cellular else { return limit }
    return min(limit, wifiBudget.nextChange, cellularBudget.nextChange)
  }

  /// Renews the budgets that are due.
  @inline(__always)
  mutating func refreshBudgets(at now: Instant) {
    if wifiBudget.refresh(at: now) { isSpentStale = true }
    if cellularBudget.refresh(at: now) { isSpentStale = true }
  }

  /// Updates the known spent budgets; returns the budgets that are newly spent, or `nil` if no budget has changed.
  ///
  /// The networks of batches depend on whether the budgets are spent, so batches are checked only after such a change. Checking all batches
  /// at each step would take very long.
  @inline(__always)
  mutating func noticeSpentBudgets() -> (wifi: Bool, cellular: Bool)? {
    guard isSpentStale else { return nil }
    isSpentStale = false
    let isSpent = (wifi: wifiBudget.isSpent, cellular: cellularBudget.isSpent)
    guard isSpent != knownSpent else { return nil }
    let newly = (wifi: isSpent.wifi && !knownSpent.wifi, cellular: isSpent.cellular && !knownSpent.cellular)
    knownSpent = isSpent
    return newly
  }
}
