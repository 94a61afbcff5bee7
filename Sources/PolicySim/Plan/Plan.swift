internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// All that does not change in the course of a run: the work, the sessions, the device's habits, the parameters.
final class Plan: Sendable {
  /// A transfer of the policy.
  struct Entry: Sendable {
    let name: String
    /// The place of its session in `sessions`.
    let session: Int
    let count: Int
    /// How many items are handed over at a time.
    let batch: Int
    /// The bytes of an item.
    let size: ClosedRange<Double>
    /// The milliseconds of an item on the wire; `nil` where its size decides.
    let wire: Int64?
    let isUpload: Bool
    let startsInBackground: Bool
    /// The milliseconds until the work comes up again; `nil` where it doesn't.
    let period: Int64?
    let earliestBegin: Int64
    let validFor: Int64
    let deadline: Int64
    let challenge: AuthChallenge
    let usesCellular: Bool
    /// Which host it talks to; entries of one host share its connections.
    let host: Int
    /// Whether it may use expensive networks, such as a hotspot.
    let usesExpensive: Bool
    /// Whether it may use networks in Low Data Mode.
    let usesConstrained: Bool
    /// Whether a task or push submits it, instead of the app by itself.
    var isStarted = false
    /// The share of tries that fail.
    var failureShare = 0.0
    /// How often an item is tried again.
    var retries = 0
    /// Whether an item that was interrupted goes on where it stopped.
    var isResumable = true
  }

  /// A session of the policy.
  struct SessionPlan: Sendable {
    let isBackground: Bool
    let isDiscretionary: Bool
    /// The resource timeout in milliseconds.
    let timeout: Int64
    let connectionsPerHost: Int
    /// Whether that is fewer than items that may be on the wire.
    let isHostLimited: Bool
    /// After how long what the system may choose the time of waits for power no longer.
    let waivesPower: Int64
    /// The same for Wi-Fi.
    let waivesNetwork: Int64
    /// Whether the system runs the app when its items are done.
    let sendsLaunchEvents: Bool
  }

  /// The transfers by priority, then by name: equal times are settled by their place here.
  let entries: [Entry]
  /// The sessions by name.
  let sessions: [SessionPlan]
  let day: DeviceDay
  let device: DevicePlan
  let settings: ModelSettings
  let launches: LaunchPlan
  /// Whether a session that is no background session is among them.
  let hasForegroundSessions: Bool
  let streams: StreamKeys
  /// The plans for each kind of device in a population; empty where all devices are alike.
  private let kinds: [Plan]
  /// For how long a run goes on at least.
  let span: Instant

  /// The plan of a policy, without some of what costs time; transfers that have no session, or that nobody knows the measures of, are left out.
  convenience init(
    _ policy: Policy, on day: DeviceDay, _ parameters: Parameters, without: Set<Mechanism> = []
  ) {
    // Equal times are never settled by where a policy declares a session.
    let ordered = policy.sessions.sorted { $0.name.value.isBefore($1.name.value) }
    let entries = Self.entries(of: policy, ordered, without)
    let implicitTimeout = parameters.milliseconds("resource_timeout")
    let settings = ModelSettings(parameters, on: day, without: without)
    let sessions = ordered.map { session in
      let timeout = session.timeoutIntervalForResource.written?.value.milliseconds ?? implicitTimeout
      let connections = without.contains(.concurrency) ? .max : session.httpMaximumConnectionsPerHost.value
      return SessionPlan(
        isBackground: session.isBackground,
        isDiscretionary: session.isDiscretionary.value && session.isBackground,
        timeout: timeout, connectionsPerHost: connections,
        isHostLimited: !day.isIdeal && connections < settings.concurrency,
        waivesPower: Self.part(settings.relaxPower, of: timeout),
        waivesNetwork: Self.part(settings.relaxNetwork, of: timeout),
        sendsLaunchEvents: session.sessionSendsLaunchEvents.value)
    }
    let launches = LaunchPlan(policy, places: Self.places(of: entries), settings.launches)
    self.init(
      entries, sessions, launches, on: day, DevicePlan(day, parameters, without: without), settings,
      kinds: day.kinds.map { Plan(policy, on: $0.day, parameters, without: without) })
  }

  private init(
    _ entries: [Entry], _ sessions: [SessionPlan], _ launches: LaunchPlan, on day: DeviceDay,
    _ device: DevicePlan, _ settings: ModelSettings, kinds: [Plan]
  ) {
    self.kinds = kinds
    var entries = entries
    for entry in launches.started { entries[entry].isStarted = true }
    self.entries = entries
    self.sessions = sessions
    self.launches = launches
    self.day = day
    self.device = device
    self.settings = settings
    hasForegroundSessions = sessions.contains { !$0.isBackground }
    streams = StreamKeys(entries)
    // How often a day has launches is counted over a week.
    span = launches.isEmpty ? 0 : DailyPattern.week
  }

  /// The plan of another one under a reading of when the limiter's delay is forgotten.
  private init(_ other: Plan, _ lapse: ResumeLimiter.Lapse) {
    entries = other.entries
    sessions = other.sessions
    launches = other.launches
    day = other.day
    device = other.device
    var settings = other.settings
    settings.limiter.lapse = lapse
    self.settings = settings
    hasForegroundSessions = other.hasForegroundSessions
    streams = other.streams
    kinds = other.kinds.map { $0.reading(lapse) }
    span = other.span
  }

  /// The same under a reading of when the limiter's delay is forgotten.
  func reading(_ lapse: ResumeLimiter.Lapse) -> Plan {
    lapse == settings.limiter.lapse ? self : Plan(self, lapse)
  }

  /// The transfers that have a session and can be estimated, by rank.
  private static func entries(
    of policy: Policy, _ sessions: [Session], _ without: Set<Mechanism>
  ) -> [Entry] {
    let ordered = policy.transfers.sorted { left, right in
      left.priority.value != right.priority.value
        ? left.priority.value > right.priority.value
        : left.name.value.isBefore(right.name.value)
    }
    let hosts = Self.hosts(of: ordered)
    let sessionPlaces = Dictionary(
      sessions.indices.map { (sessions[$0].name.value, $0) },
      uniquingKeysWith: { first, _ in first })
    return ordered.enumerated().compactMap { position, transfer -> Entry? in
      guard let session = transfer.session.flatMap({ sessionPlaces[$0.value] }), transfer.isEstimable,
        let count = transfer.itemCount
      else { return nil }
      return Self.entry(
        transfer, count: count, session: session, sessions[session], host: hosts[position], without)
    }
  }

  /// A part of a time; the longest where that is very long.
  private static func part(_ part: Double, of time: Int64) -> Int64 {
    let share = Double(time) * part
    return share < 0x1p62 ? Int64(share) : .max
  }

  /// The plan for a run's device.
  func plan(ofRun run: Int, seed: UInt64) -> Plan {
    kinds.isEmpty ? self : kinds[day.kind(ofRun: run, seed: seed)]
  }

  private static func places(of entries: [Entry]) -> [String: Int] {
    Dictionary(entries.indices.map { (entries[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func entry(
    _ transfer: Transfer, count: Int, session: Int, _ owner: Session, host: Int, _ without: Set<Mechanism>
  ) -> Entry {
    let size = transfer.size?.value
    let batch =
      switch transfer.submit.value {
      case .allAtOnce: count
      case .batch(let size): size
      }
    let period: Int64? =
      switch transfer.every.value {
      case .once: nil
      case .every(let span): span.milliseconds
      }
    let isCovered = without.contains(.networkCoverage)
    let usesExpensive =
      isCovered
      || (owner.allowsExpensiveNetworkAccess.value && transfer.allowsExpensiveNetworkAccess?.value ?? true)
    let usesConstrained =
      without.contains(.lowDataMode)
      || (owner.allowsConstrainedNetworkAccess.value
        && transfer.allowsConstrainedNetworkAccess?.value ?? true)
    let allowsCellular = owner.allowsCellularAccess.value && transfer.allowsCellularAccess?.value ?? true
    return Entry(
      name: transfer.name.value, session: session, count: count, batch: max(1, batch),
      size: Double(size?.lower.bytes ?? 0)...Double(size?.upper.bytes ?? 0),
      wire: transfer.duration?.value.milliseconds,
      isUpload: transfer.direction.value == .upload,
      startsInBackground: transfer.startedIn.value == .background,
      period: period,
      // Only background sessions heed it.
      earliestBegin: owner.isBackground ? transfer.earliestBegin?.value.milliseconds ?? 0 : 0,
      validFor: transfer.validFor?.value.milliseconds ?? .max,
      deadline: transfer.deadline?.value.milliseconds ?? .max,
      challenge: without.contains(.authenticationChallenge) ? .never : transfer.authChallenge.value,
      // Cellular is expensive, too: either flag keeps a transfer off it.
      usesCellular: isCovered || (allowsCellular && usesExpensive), host: host,
      usesExpensive: usesExpensive, usesConstrained: usesConstrained,
      failureShare: without.contains(.failures) ? 0 : transfer.failureShare.value.fraction,
      retries: transfer.retries.value, isResumable: transfer.resumable.value)
  }

  /// A number for each transfer's host; those without an endpoint are hosts of their own.
  private static func hosts(of transfers: [Transfer]) -> [Int] {
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

/// The keys of the transfers' random streams; empty where none of them needs any.
struct StreamKeys: Sendable {
  let sizes: [UInt64]
  /// Of what fails.
  let fates: [UInt64]

  init(_ entries: [Plan.Entry]) {
    let isRandom = entries.contains { $0.size.lowerBound < $0.size.upperBound }
    sizes = isRandom ? entries.map { RandomStream.key(of: "transfer/\($0.name)") } : []
    fates =
      entries.contains { $0.failureShare > 0 }
      ? entries.map { RandomStream.key(of: "failure/\($0.name)") } : []
  }
}
