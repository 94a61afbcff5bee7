internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// Everything that stays the same in the course of a run: the work, the sessions, the device's habits, the parameters.
final class SimulationModel: Sendable {
  /// The transfers by priority, then by name. This order decides which of several transfers goes first at equal times.
  let transfers: [PlannedTransfer]
  /// The sessions by name.
  let sessions: [PlannedSession]
  let day: DeviceDay
  let device: DeviceModel
  let settings: ModelSettings
  let launches: LaunchModel
  /// The device's time for processing tasks.
  let processing: ProcessingTime
  /// Whether any session is not a background session.
  let hasForegroundSessions: Bool
  /// Whether the time of any transfer depends on its size.
  let hasSizedTransfers: Bool
  /// Whether the work of any transfer comes up in a visit.
  let needsVisit: Bool
  let streams: StreamKeys
  /// The models of the kinds of devices in a population; empty if all devices are alike.
  let kinds: [SimulationModel]
  /// The part of a run in which launches for tasks and pushes count.
  let launchWindow: Range<Instant>
  /// The end of the last part of a run in which the work of a transfer has to come up to count; 0 if only first occurrences
  /// count.
  let lastStart: Instant
  /// Whether any transfer's later occurrences count, in addition to the first.
  var hasWindows: Bool { lastStart > 0 }
  /// Whether no figure of a transfer depends on launches after the last occurrence that counts.
  var transfersEndCounting: Bool { transfers.allSatisfy { !$0.comesUpWithStart || $0.window != nil } }
  /// The shortest time that a run covers.
  let span: Instant
  /// The time at which a run stops waiting for work that nothing submits or delivers.
  let patience: Instant

  /// The usual number of jobs in a run, for which the run reserves memory; at most about 1,000 for each transfer.
  let expectedJobs: Int

  /// The model of a policy; leaves out transfers without a session, and transfers of unknown size or count.
  ///
  /// The work of the transfers in `anytimeWork` comes up at any time, although the app may have to wait for a visit to
  /// submit the transfer.
  init(
    _ policy: Policy, on day: DeviceDay, _ parameters: Parameters, disabledMechanisms: Set<Mechanism> = [],
    measuring: MeasuredOccurrences = .steadyState, anytimeWork: Set<String> = []
  ) {
    // The order in which a policy declares sessions never decides between equal times.
    let ordered = policy.sessions.sorted { $0.name.value.isBefore($1.name.value) }
    var settings = ModelSettings(parameters, on: day, disabledMechanisms: disabledMechanisms)
    let implicitTimeout = parameters[.resourceTimeout].milliseconds
    var transfers = Self.transfers(of: policy, ordered, disabledMechanisms)
    let indices = Dictionary(
      transfers.indices.map { (transfers[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    launches = LaunchModel(policy, transferIndices: indices, settings.launches)
    for index in launches.started {
      transfers[index].isStarted = true
      if transfers[index].comesUpByItself { transfers[index].arisesAnytime = true }
    }
    for index in transfers.indices {
      if anytimeWork.contains(transfers[index].name) { transfers[index].arisesAnytime = true }
      transfers[index].window = measuring.window(
        of: transfers[index], waitingFor: launches.gap(before: index, transfers[index], on: day),
        isIdeal: day.isIdeal)
    }
    launchWindow = measuring.launches(isIdeal: day.isIdeal)
    lastStart = transfers.compactMap(\.window?.upperBound).max() ?? 0
    // The figure of launches a day needs the whole window of launches.
    span = max(lastStart, launches.isEmpty ? 0 : launchWindow.upperBound)
    patience = settings.stallTimeout.later(by: lastStart)
    expectedJobs = Self.expectedJobs(of: transfers, launches.startsPerDay(settings.launches), until: span)
    // Work that comes up late gets as much time as work that comes up at the start.
    settings.horizon = settings.horizon.later(by: lastStart)
    sessions = ordered.map { session in
      let timeout = session.timeoutIntervalForResource.written?.value.milliseconds ?? implicitTimeout
      let connections =
        disabledMechanisms.contains(.concurrency) ? .max : session.httpMaximumConnectionsPerHost.value
      return PlannedSession(
        isBackground: session.isBackground,
        isDiscretionary: session.isDiscretionary.value && session.isBackground,
        waitsForNetwork: session.isBackground || session.waitsForConnectivity.value,
        timeout: timeout, connectionsPerHost: connections,
        isHostLimited: !day.isIdeal && connections < settings.concurrency,
        powerRequirementEnds: Self.part(settings.relaxPower, of: timeout),
        networkRequirementEnds: Self.part(settings.relaxNetwork, of: timeout),
        sendsLaunchEvents: session.sessionSendsLaunchEvents.value)
    }
    ByteBudgetExcess(of: transfers, in: sessions, settings)?.limit(&transfers, in: sessions)
    self.transfers = transfers
    self.day = day
    self.settings = settings
    device = DeviceModel(day, DeviceOptions(parameters, disabledMechanisms: disabledMechanisms))
    processing = ProcessingTime(of: device, awakeWeight: settings.launches.idleShare)
    hasForegroundSessions = sessions.contains { !$0.isBackground }
    hasSizedTransfers = transfers.contains { $0.transferTime == nil }
    needsVisit = !day.isIdeal && transfers.contains { !$0.isStarted && !$0.startsInBackground }
    streams = StreamKeys(transfers)
    kinds = day.kinds.map {
      SimulationModel(
        policy, on: $0.day, parameters, disabledMechanisms: disabledMechanisms, measuring: measuring,
        anytimeWork: anytimeWork)
    }
  }

  private init(_ other: SimulationModel, _ variant: LimiterVariant) {
    transfers = other.transfers
    sessions = other.sessions
    launches = other.launches
    processing = other.processing
    day = other.day
    device = other.device
    var settings = other.settings
    variant.change(&settings.limiter)
    self.settings = settings
    hasForegroundSessions = other.hasForegroundSessions
    hasSizedTransfers = other.hasSizedTransfers
    needsVisit = other.needsVisit
    streams = other.streams
    kinds = other.kinds.map { $0.variant(variant) }
    launchWindow = other.launchWindow
    lastStart = other.lastStart
    span = other.span
    patience = other.patience
    expectedJobs = other.expectedJobs
  }

  /// The same model under another rule of the limiter.
  func variant(_ variant: LimiterVariant) -> SimulationModel {
    variant.isRule(of: settings.limiter) ? self : SimulationModel(self, variant)
  }

  /// The model of a run's device.
  func model(ofRun run: Int, seed: UInt64) -> SimulationModel {
    kinds.isEmpty ? self : kinds[day.kind(ofRun: run, seed: seed)]
  }

  /// The transfers that have a session and can be estimated, by priority and name.
  private static func transfers(
    of policy: Policy, _ sessions: [Policy.Session], _ disabledMechanisms: Set<Mechanism>
  ) -> [PlannedTransfer] {
    let ordered = policy.transfers.sorted { left, right in
      left.priority.value != right.priority.value
        ? left.priority.value > right.priority.value
        : left.name.value.isBefore(right.name.value)
    }
    let hosts = Self.hosts(of: ordered)
    let sessionIndices = Dictionary(
      sessions.indices.map { (sessions[$0].name.value, $0) }, uniquingKeysWith: { first, _ in first })
    return zip(ordered, hosts).compactMap { transfer, host -> PlannedTransfer? in
      guard let session = transfer.session.flatMap({ sessionIndices[$0.value] }), transfer.isEstimable,
        let count = transfer.itemCount
      else { return nil }
      return PlannedTransfer(
        transfer, count: count, session: session, sessions[session], host: host,
        disabledMechanisms: disabledMechanisms)
    }
  }

  /// The usual number of jobs of transfers; `starts` has the number of times a day that tasks and pushes submit a transfer.
  private static func expectedJobs(
    of transfers: [PlannedTransfer], _ starts: [Int: Double], until span: Instant
  ) -> Int {
    transfers.indices.reduce(0) { sum, index in
      // Devices differ. On some devices, tasks and pushes start work twice as often as usual.
      let started =
        transfers[index].waitsForStart
        ? nil : starts[index].map { 2 * $0 * Double(span) / Double(DailyPattern.day) }
      let own = transfers[index].window.map {
        Double($0.upperBound) / Double(transfers[index].period ?? .max)
      }
      return sum + 1 + Int(min(1_000, started ?? own ?? 0))
    }
  }

  /// A part of a time; `Int64.max` if the product is too large.
  private static func part(_ part: Double, of time: Int64) -> Int64 {
    let share = Double(time) * part
    return share < 0x1p62 ? Int64(share) : .max
  }

  /// A number for each transfer's host. A transfer without an endpoint shares its host with no other transfer.
  private static func hosts(of transfers: [Policy.Transfer]) -> [Int] {
    var numbers: [String: Int] = [:]
    return transfers.map { transfer in
      let name = transfer.endpoint.map { host(of: $0.value) } ?? "\u{0}\(transfer.name.value)"
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      return number
    }
  }

  private static func host(of url: String) -> String {
    let parts = url.split(separator: "/", omittingEmptySubsequences: true)
    return (parts.count > 1 && url.contains("://") ? String(parts[1]) : url).lowercased()
  }
}

/// The keys of the transfers' random streams; the keys of sizes or failures are empty if no transfer draws such numbers.
struct StreamKeys: Sendable {
  let sizes: [UInt64]
  let failureStreams: [UInt64]
  /// The streams of the times at which work first comes up, for transfers whose work may come up at any time.
  let starts: [UInt64]

  init(_ transfers: [PlannedTransfer]) {
    starts = transfers.map { $0.arisesAnytime ? RandomStream.key(of: "start/\($0.name)") : 0 }
    let isRandom = transfers.contains { $0.size.lowerBound < $0.size.upperBound }
    sizes = isRandom ? transfers.map { RandomStream.key(of: "transfer/\($0.name)") } : []
    failureStreams =
      transfers.contains { $0.failureShare > 0 }
      ? transfers.map { RandomStream.key(of: "failure/\($0.name)") } : []
  }
}
