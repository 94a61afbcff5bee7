package import Quantities

/// A moment at which an app submits a request.
package enum SubmissionMoment: String, StringEnum {
  case launch, enteringBackground, handlerStart, handlerEnd, failure, userAction
}

extension SubmissionMoment {
  /// Whether the moment is in the launch handler of the task, or after its failure.
  package var isInHandler: Bool { self == .handlerStart || self == .handlerEnd || self == .failure }
}

/// The time before which the system does not run a request.
package enum EarliestBegin: Sendable {
  /// A duration after the submission of the request.
  case after(TimeSpan)
  /// The next occurrence of a time of day on the device's clock after the submission.
  case at(ClockTime)
  /// A duration after the submission that grows with each failure.
  case backoff(Backoff)
  /// A date that the app sets with each submission.
  case runtime
}

/// A wait that grows with each consecutive failure.
package struct Backoff: Sendable {
  /// The wait without a failure.
  package var from: Located<TimeSpan>?
  /// The factor by which each failure multiplies the wait.
  package var factor = Setting(2.0)
  /// The longest wait.
  package var atMost: Located<TimeSpan>?
}

extension Backoff {
  /// The wait without a failure; zero if `from` is missing.
  package var first: TimeSpan { from?.value ?? .zero }
  /// The longest wait; `first` if `atMost` is missing.
  package var longest: TimeSpan { atMost?.value ?? first }
}

extension EarliestBegin {
  /// The shortest wait; `nil` if the policy doesn't state a wait.
  package var shortest: TimeSpan? {
    switch self {
    case .after(let span): span
    case .backoff(let backoff): backoff.from?.value
    case .at, .runtime: nil
    }
  }

  /// The longest wait; `nil` if the policy doesn't state a wait.
  package var longest: TimeSpan? {
    switch self {
    case .after(let span): span
    case .backoff(let backoff): backoff.atMost?.value
    case .at, .runtime: nil
    }
  }
}

extension TaskRequest {
  /// The moments at which the app submits its request; `reschedule` means `handlerStart`.
  package var moments: [SubmissionMoment] {
    guard let written = submittedAt?.value else { return reschedule.value ? [.handlerStart] : [] }
    return SubmissionMoment.allCases.filter { moment in written.contains { $0.value == moment } }
  }

  /// Whether no code submits the task's first request: only the task's own launch handler submits requests, and the handler
  /// runs only after a request.
  ///
  /// The failure of other work may submit the first request.
  package var neverStarts: Bool {
    guard type?.value != .continuedProcessing, !isOfDependency, !conditional.value,
      let written = submittedAt?.value,
      !written.isEmpty
    else { return false }
    return written.allSatisfy { $0.value.isInHandler } && written.contains { $0.value != .failure }
  }

  /// Whether the app submits its request at a moment.
  package func isSubmitted(at moment: SubmissionMoment) -> Bool {
    guard let written = submittedAt?.value else { return moment == .handlerStart && reschedule.value }
    return written.contains { $0.value == moment }
  }
}
