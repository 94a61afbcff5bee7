internal import PolicyModel
internal import Quantities

/// A transfer of the policy, in the units of a run.
struct PlannedTransfer: Sendable {
  let name: String
  /// The index of the transfer's session in the model.
  let session: Int
  let count: Int
  /// The number of items that the app submits at a time.
  let batchSize: Int
  /// The bytes of an item.
  let size: ClosedRange<Double>
  /// The milliseconds that an item takes; `nil` if the time depends on the item's size.
  let transferTime: Int64?
  let isUpload: Bool
  let startsInBackground: Bool
  /// Whether the work comes up at any time, instead of in a visit.
  var arisesAnytime: Bool
  /// The milliseconds between two jobs; `nil` if the transfer has one job only.
  let period: Int64?
  let earliestBegin: Int64
  /// Milliseconds after submission at which an item expires; `Int64.max` if the app replaces expired items.
  let validFor: Int64
  /// Milliseconds after submission at which the server begins to reject requests, so that the app submits new requests;
  /// `Int64.max` if items expire instead.
  let acceptedFor: Int64
  let deadline: Int64
  let challenge: AuthChallenge
  /// Whether the server asks for credentials.
  let isChallenged: Bool
  let usesCellular: Bool
  /// The number of the transfer's host. Transfers with the same host share the host's connections.
  let host: Int
  /// Whether the transfer may use expensive networks, such as a hotspot.
  let usesExpensive: Bool
  /// Whether the transfer may use networks in Low Data Mode.
  let usesConstrained: Bool
  /// Whether a task or push submits the transfer. Otherwise the app submits the transfer when its work comes up.
  var isStarted = false
  /// Whether the policy says how often the work comes up, even if a task or push submits the transfer.
  let comesUpByItself: Bool
  /// The share of attempts that fail.
  var failureShare = 0.0
  /// The part of a run in which the work has to come up to count; `nil` if only its first occurrence counts.
  var window: Range<Instant>?
  /// The most bytes a day that the device can carry for the transfer; infinite if the daily budgets suffice for all work.
  var mostBytesPerDay = Double.infinity
  /// The number of times that a failed item is submitted again.
  var retries = 0
  /// Whether an interrupted item continues from where it stopped.
  var isResumable = true

  /// Whether the work comes up by itself, and then waits for the task or push that submits the transfer.
  @inline(__always) var waitsForStart: Bool { isStarted && comesUpByItself }
  /// Whether the work comes up with each launch of the task or push that submits the transfer.
  @inline(__always) var comesUpWithStart: Bool { isStarted && !comesUpByItself }

  /// Whether all items have the same size and none can fail.
  @inline(__always) var hasEqualItems: Bool { size.lowerBound == size.upperBound && failureShare == 0 }
}

/// A session of the policy, in the units of a run.
struct PlannedSession: Sendable {
  let isBackground: Bool
  let isDiscretionary: Bool
  /// Whether a task waits for a network, instead of failing.
  let waitsForNetwork: Bool
  /// The resource timeout in milliseconds.
  let timeout: Int64
  let connectionsPerHost: Int
  /// Whether the limit of connections to a host is below the number of concurrent items.
  let isHostLimited: Bool
  /// Milliseconds after submission at which a discretionary transfer stops waiting for power.
  let powerRequirementEnds: Int64
  /// Milliseconds after submission at which a discretionary transfer stops waiting for Wi-Fi.
  let networkRequirementEnds: Int64
  /// Whether the system runs the app when the session's items are done.
  let sendsLaunchEvents: Bool
}

extension PlannedTransfer {
  /// A transfer with `count` items, in the session `owner`.
  init(
    _ transfer: Policy.Transfer, count: Int, session: Int, _ owner: Policy.Session, host: Int,
    disabledMechanisms: Set<Mechanism>
  ) {
    name = transfer.name.value
    self.session = session
    self.count = count
    batchSize =
      switch transfer.submit.value {
      case .allAtOnce: max(1, count)
      case .batch(let size): max(1, size)
      }
    size = Double(transfer.size?.value.lower.bytes ?? 0)...Double(transfer.size?.value.upper.bytes ?? 0)
    transferTime = transfer.duration?.value.milliseconds
    isUpload = transfer.direction.value == .upload
    startsInBackground = transfer.startedIn.value == .background
    arisesAnytime = startsInBackground
    comesUpByItself = transfer.every.written != nil
    period =
      switch transfer.every.value {
      case .once: nil
      case .every(let span): span.milliseconds
      }
    // Foreground sessions ignore `earliestBeginDate`.
    earliestBegin = owner.isBackground ? transfer.earliestBegin?.value.milliseconds ?? 0 : 0
    let validity = transfer.validFor?.value.milliseconds ?? .max
    let isReplaced = transfer.onExpiry.value == .replacesTask
    validFor = isReplaced ? .max : validity
    acceptedFor =
      isReplaced && !disabledMechanisms.contains(.expiredCredentials) ? validity : .max
    deadline = transfer.deadline?.value.milliseconds ?? .max
    challenge = disabledMechanisms.contains(.authenticationChallenge) ? .never : transfer.authChallenge.value
    isChallenged = challenge != .never
    let isCovered = disabledMechanisms.contains(.networkCoverage)
    usesExpensive =
      isCovered
      || (owner.allowsExpensiveNetworkAccess.value && transfer.allowsExpensiveNetworkAccess?.value ?? true)
    usesConstrained =
      disabledMechanisms.contains(.lowDataMode)
      || (owner.allowsConstrainedNetworkAccess.value
        && transfer.allowsConstrainedNetworkAccess?.value ?? true)
    let allowsCellular = owner.allowsCellularAccess.value && transfer.allowsCellularAccess?.value ?? true
    // Cellular networks are expensive, too: either flag keeps a transfer off cellular networks.
    usesCellular = isCovered || (allowsCellular && usesExpensive)
    self.host = host
    failureShare = disabledMechanisms.contains(.failures) ? 0 : transfer.failureShare.value.fraction
    retries = transfer.retries.value
    isResumable = transfer.isResumable
  }
}
