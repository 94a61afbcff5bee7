internal import PolicyModel
internal import Quantities

/// A transfer of the policy, in the units of a run.
struct PlannedTransfer: Sendable {
  let name: String
  /// The index of its session in the model.
  let session: Int
  let count: Int
  /// The number of items that the app submits at a time.
  let batchSize: Int
  /// The bytes of an item.
  let size: ClosedRange<Double>
  /// The milliseconds that an item takes; `nil` if they depend on its size.
  let transferTime: Int64?
  let isUpload: Bool
  let startsInBackground: Bool
  /// Whether its work comes up at any time, instead of in a visit.
  var arisesAnytime: Bool
  /// The milliseconds between two jobs; `nil` if there is one job only.
  let period: Int64?
  let earliestBegin: Int64
  /// Milliseconds after submission at which an item has expired; never if the app replaces it.
  let validFor: Int64
  /// Milliseconds after submission at which the server rejects requests, so that the app submits other ones; never if items
  /// expire instead.
  let acceptedFor: Int64
  let deadline: Int64
  let challenge: AuthChallenge
  /// Whether the server asks for credentials.
  let isChallenged: Bool
  let usesCellular: Bool
  /// The number of its host; transfers of one host share its connections.
  let host: Int
  /// Whether it may use expensive networks, such as a hotspot.
  let usesExpensive: Bool
  /// Whether it may use networks in Low Data Mode.
  let usesConstrained: Bool
  /// Whether a task or push submits it, instead of the app by itself.
  var isStarted = false
  /// Whether its work comes up by itself, although a task or push submits it.
  let comesUpByItself: Bool
  /// The share of attempts that fail.
  var failureShare = 0.0
  /// The part of a run in which its work has to come up to count; `nil` if only the first time does.
  var window: Range<Instant>?
  /// The number of times that a failed item is submitted again.
  var retries = 0
  /// Whether an interrupted item continues from where it stopped.
  var isResumable = true

  /// Whether its work comes up by itself and waits for the task or push that submits it.
  @inline(__always) var waitsForStart: Bool { isStarted && comesUpByItself }
  /// Whether each launch of the task or push that submits it brings its work.
  @inline(__always) var comesUpWithStart: Bool { isStarted && !comesUpByItself }

  /// Whether no item differs from another in its size or its failures.
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
  /// Whether the system runs the app when its items are done.
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
    // Foreground sessions ignore it.
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
    // Cellular is expensive, too: either flag keeps a transfer off it.
    usesCellular = isCovered || (allowsCellular && usesExpensive)
    self.host = host
    failureShare = disabledMechanisms.contains(.failures) ? 0 : transfer.failureShare.value.fraction
    retries = transfer.retries.value
    isResumable = transfer.isResumable
  }
}
