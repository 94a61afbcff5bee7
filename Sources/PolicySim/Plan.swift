internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// All that does not change in the course of a run: the work, the sessions, the device's habits, the parameters.
struct Plan: Sendable {
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
  }

  /// A session of the policy.
  struct SessionPlan: Sendable {
    let isBackground: Bool
    let isDiscretionary: Bool
    /// The resource timeout in milliseconds.
    let timeout: Int64
    let connectionsPerHost: Int
  }

  /// The transfers by priority, then by name: equal times are settled by their place here.
  let entries: [Entry]
  let sessions: [SessionPlan]
  let day: DeviceDay
  let wifi: DailyPattern
  let charging: DailyPattern
  let lowPowerMode: DailyPattern
  let settings: ModelSettings

  /// The plan of a policy's transfers, without some of what costs time; transfers without a session are left out.
  init(_ policy: Policy, on day: DeviceDay, _ parameters: Parameters, without: Set<Mechanism> = []) {
    let ordered = policy.transfers.sorted { left, right in
      left.priority.value != right.priority.value
        ? left.priority.value > right.priority.value
        : left.name.value.utf8.lexicographicallyPrecedes(right.name.value.utf8)
    }
    let hosts = Self.hosts(of: ordered)
    entries = ordered.enumerated().compactMap { position, transfer in
      guard let session = policy.sessions.firstIndex(where: { $0.name.value == transfer.session?.value })
      else {
        return nil
      }
      return Self.entry(
        transfer, session: session, policy.sessions[session], host: hosts[position], without)
    }
    let implicitTimeout = parameters.milliseconds("resource_timeout")
    sessions = policy.sessions.map { session in
      SessionPlan(
        isBackground: session.isBackground,
        isDiscretionary: session.isDiscretionary.value && session.isBackground,
        timeout: session.timeoutIntervalForResource.written?.value.milliseconds ?? implicitTimeout,
        connectionsPerHost: without.contains(.concurrency)
          ? .max : session.httpMaximumConnectionsPerHost.value)
    }
    self.day = day
    wifi = without.contains(.networkCoverage) ? DailyPattern([.wholeDay]) : DailyPattern(day, \.wifi)
    charging = DailyPattern(day, \.charging)
    lowPowerMode = without.contains(.powerSaving) ? DailyPattern([]) : DailyPattern(day, \.lowPowerMode)
    settings = ModelSettings(parameters, isIdeal: day.isIdeal, without: without)
  }

  private static func entry(
    _ transfer: Transfer, session: Int, _ owner: Session, host: Int, _ without: Set<Mechanism>
  ) -> Entry {
    let size = transfer.size?.value
    let batch =
      switch transfer.submit.value {
      case .allAtOnce: transfer.count.value
      case .batch(let count): count
      }
    let period: Int64? =
      switch transfer.every.value {
      case .once: nil
      case .every(let span): span.milliseconds
      }
    // Cellular is expensive, too: either flag keeps a transfer off it.
    let flags = [
      owner.allowsCellularAccess.value, owner.allowsExpensiveNetworkAccess.value,
      transfer.allowsCellularAccess?.value ?? true, transfer.allowsExpensiveNetworkAccess?.value ?? true,
    ]
    return Entry(
      name: transfer.name.value, session: session, count: transfer.count.value, batch: max(1, batch),
      size: Double(size?.lower.bytes ?? 0)...Double(size?.upper.bytes ?? 0),
      wire: transfer.duration?.value.milliseconds,
      isUpload: transfer.direction.value == .upload,
      startsInBackground: transfer.startedIn.value == .background,
      period: period, earliestBegin: transfer.earliestBegin?.value.milliseconds ?? 0,
      validFor: transfer.validFor?.value.milliseconds ?? .max,
      deadline: transfer.deadline?.value.milliseconds ?? .max,
      challenge: without.contains(.authenticationChallenge) ? .never : transfer.authChallenge.value,
      usesCellular: without.contains(.networkCoverage) || flags.allSatisfy { $0 }, host: host)
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

/// The model's parameters in the units that a run works with.
struct ModelSettings: Sendable {
  let limiter: ResumeLimiter.Rules
  let concurrency: Int
  /// Bytes in a millisecond.
  let wifiRate: Double
  /// Bytes in a millisecond.
  let cellularRate: Double
  let wifiBudget: Double
  let cellularBudget: Double
  let relaxPower: Double
  let relaxNetwork: Double
  let awake: Int64
  let challengeAfter: Int64
  let horizon: Instant
  let launchEnergy: Double
  let wifiRadio: RadioSettings
  let cellularRadio: RadioSettings

  /// What the parameters say; the ideal device has no budgets, no horizon and sleeps at once unless they are set.
  init(_ parameters: Parameters, isIdeal: Bool, without: Set<Mechanism>) {
    func isLeftOut(_ name: String) -> Bool { isIdeal && !parameters.overridden.contains(name) }
    var limiter = parameters.limiter
    // A delay of nothing stays nothing, however often it is doubled.
    if without.contains(.resumeLimiter) { limiter.base = 0 }
    self.limiter = limiter
    let most = 1_000.0
    concurrency =
      without.contains(.concurrency)
      ? Int(most) : max(1, Int(min(most, parameters.number("limiter.concurrency"))))
    wifiRate = max(1, parameters.bytes("wifi.throughput")) / 1_000
    cellularRate = max(1, parameters.bytes("lte.throughput")) / 1_000
    wifiBudget =
      isLeftOut("wifi_budget") || without.contains(.wifiBudget)
      ? .infinity : parameters.bytes("wifi_budget")
    cellularBudget =
      isLeftOut("cell_budget") || without.contains(.cellularBudget)
      ? .infinity : parameters.bytes("cell_budget")
    // What waits no longer from its creation on does not wait.
    let waits = !without.contains(.discretionaryWaiting)
    relaxPower = waits ? parameters.number("discretionary.relax") : 0
    relaxNetwork = waits ? parameters.number("discretionary.relax_network") : 0
    awake = isLeftOut("awake") ? 0 : parameters.milliseconds("awake")
    challengeAfter = parameters.milliseconds("challenge.after")
    horizon = isLeftOut("horizon") ? .never : parameters.milliseconds("horizon")
    launchEnergy = parameters.number("launch_J")
    wifiRadio = RadioSettings(
      wakeTime: 0, wakePower: 0, tailTime: parameters.milliseconds("wifi.tail_s"),
      tailPower: parameters.number("wifi.tail_W"), receivePower: parameters.number("wifi.active_W.rx"),
      sendPower: parameters.number("wifi.active_W.tx"), receiveEnergy: 0, sendEnergy: 0)
    cellularRadio = RadioSettings(
      wakeTime: parameters.milliseconds("lte.promo_s"), wakePower: parameters.number("lte.promo_W"),
      tailTime: parameters.milliseconds("lte.tail_s"), tailPower: parameters.number("lte.tail_W"),
      receivePower: parameters.number("lte.active_base_W"), sendPower: parameters.number("lte.active_base_W"),
      receiveEnergy: parameters.number("lte.J_per_MB.down") / 1e6,
      sendEnergy: parameters.number("lte.J_per_MB.up") / 1e6)
  }
}

/// What a radio costs.
struct RadioSettings: Sendable {
  /// Milliseconds to wake.
  let wakeTime: Int64
  /// Watts while it wakes.
  let wakePower: Double
  /// Milliseconds that it stays on after the last byte.
  let tailTime: Int64
  /// Watts while it does.
  let tailPower: Double
  /// Watts in a download, besides its bytes.
  let receivePower: Double
  /// Watts in an upload, besides its bytes.
  let sendPower: Double
  /// Joules a byte in a download.
  let receiveEnergy: Double
  /// Joules a byte in an upload.
  let sendEnergy: Double
}
