internal import PlatformFacts
internal import PolicyModel
internal import PolicySim
internal import Quantities

/// A transfer whose work is left undone in most cases, in words. Every report on an estimate begins with such
/// transfers.
struct UndoneWork {
  /// The name of the transfer.
  let name: String
  /// The problem, as the part of a sentence that follows the name.
  let fact: RichText
  /// The cause and the advice.
  let reasons: [RichText]

  /// The name of the transfer, and the problem.
  var headline: RichText { "\(code: name) \(fact)" }
  /// The problem as a verdict with its reasons.
  var block: Document.Block { .verdict(.bad, headline, reasons) }
}

extension EstimateReport {
  /// The work that is left undone in most cases, or is released faster than it completes, in the order of the
  /// policy.
  var undone: [UndoneWork] {
    estimate.transfers.compactMap { transfer in
      if transfer.isMostlyUndone {
        return UndoneWork(name: transfer.name, fact: fact(of: transfer), reasons: reasons(of: transfer))
      }
      return transfer.backlog.map {
        UndoneWork(
          name: transfer.name, fact: RichText(words(of: $0)),
          reasons: ["what is left over grows from day to day", adviseText("fewer, smaller or rarer items")])
      }
    }
  }

  private func fact(of transfer: TransferEstimate) -> RichText {
    let share = transfer.completeShare ?? 0
    let never: RichText =
      share > 0 ? "never completes in \(NumberFormat.share(1 - share)) of the cases" : "never completes"
    guard let count = declaration(of: transfer)?.itemCount, count > 1 else { return never }
    let arrived = NumberFormat.count((Double(count) * (1 - transfer[.unfinishedShare])).rounded())
    let average = estimate.isExact ? "" : ", on average"
    return "\(never): \(arrived) of \(count) items arrive\(average)"
  }

  private func reasons(of transfer: TransferEstimate) -> [RichText] {
    let obstacle = estimate.obstacles.first { $0.transfer == transfer.name }?.mechanism
    let words = obstacle.map { ObstacleText($0, of: declaration(of: transfer), in: policy) }
    let end = timeout(of: transfer).map { ", until timeoutIntervalForResource (\($0)) ends the rest" } ?? ""
    let cause: RichText =
      words.map { words -> RichText in "because \(words.cause)\(end)" }
      ?? "because of more than one limit of iOS or of the device's day\(end)"
    let mild = transfer.completionBand(\.p50).low.map { low -> RichText in
      "under the mildest reading of an unclear rule of iOS, it is done after \(NumberFormat.duration(low))"
    }
    return [cause, mild, adviseText(words?.help)].compactMap(\.self)
  }

  /// The advice, with the command that looks for other edits.
  private func adviseText(_ help: RichText?) -> RichText {
    let advise: RichText = "\(command: "bgpolicy advise")"
    guard let help else { return "\(advise) tries edits that help" }
    return "try \(help); \(advise) tries this and other edits"
  }

  /// The time after which the session ends undone work. `nil` if the transfer has no session, or finishes all
  /// work.
  private func timeout(of transfer: TransferEstimate) -> TimeSpan? {
    guard transfer[.unfinishedShare] > 0 else { return nil }
    return declaration(of: transfer).flatMap { policy.session(of: $0) }?.timeoutIntervalForResource.value
  }
}

/// A mechanism of the model that prevents completion, in words.
private struct ObstacleText {
  let cause: RichText
  /// An edit, or another change, that removes the obstacle.
  let help: RichText?

  init(_ mechanism: Mechanism, of transfer: Policy.Transfer?, in policy: Policy) {
    switch mechanism {
    case .resumeLimiter:
      let submit = transfer.flatMap { Self.submission($0.submit.value) }
      cause =
        submit.map { submit -> RichText in
          "\(code: submit) resumes the app again and again, and iOS doubles its delay each time"
        } ?? "iOS delays each resume of the app for longer than the one before"
      help =
        submit == nil
        ? RichText("starting it while the app is in the foreground") : RichText.code("submit: allAtOnce")
    case .discretionaryWaiting:
      cause = "iOS holds discretionary transfers until there is power and Wi-Fi for long enough"
      help = RichText.code("isDiscretionary: false")
    case .wifiBudget:
      cause = "iOS moves only so many bytes of discretionary transfers over Wi-Fi a day"
      help = "fewer or smaller items, or \(code: "isDiscretionary: false")"
    case .cellularBudget:
      cause = "iOS moves only so many bytes of discretionary transfers over cellular a day"
      help = "waiting for Wi-Fi with \(code: "allowsCellularAccess: false")"
    case .networkCoverage:
      cause = "the device is hardly ever on a network that it may use"
      help = "a session that may use cellular"
    case .powerSaving:
      cause = "Low Power Mode, a low battery or heat hold it most of the time"
      help = RichText.code("isDiscretionary: false")
    case .lowDataMode:
      cause = "Low Data Mode keeps it off the network"
      help = RichText.code("allowsConstrainedNetworkAccess: true")
    case .forceQuit:
      cause = "the user force quits the app, which cancels its transfers"
      help = "submitting it again at the next launch"
    case .launchWindow:
      cause = "the app is launched for too short a time"
      help = "a processing task, or less work in a launch"
    case .failures:
      cause = "its items fail, and are not retried often enough"
      help = "more \(code: "retries")"
    case .expiredCredentials:
      cause = "the server rejects items whose credentials have expired"
      help = "a longer \(code: "validFor"), or smaller batches"
    case .authenticationChallenge:
      cause = "the server asks for credentials while the app is not running"
      help = RichText.code("authChallenge: never")
    case .requestOverhead:
      cause = "each of its requests takes too long"
      help = "fewer and larger items"
    case .concurrency:
      cause = "only a few of its items are carried at a time"
      help = "a larger \(code: "httpMaximumConnectionsPerHost")"
    case .launchThrottle:
      cause = "iOS launches the app too rarely for the task or push that starts it"
      help = "starting it while the app is in the foreground"
    }
  }

  private static func submission(_ submission: Submission) -> String? {
    switch submission {
    case .allAtOnce: nil
    case .batch(let size): size == 1 ? "submit: oneAtATime" : "submit: { batch: \(size) }"
    }
  }
}
