package import Quantities

/// When an app submits a request.
package enum SubmissionMoment: String, StringEnum {
  case launch, enteringBackground, handlerStart, handlerEnd, failure, userAction
}

/// How long the system may not yet run a request.
package enum EarliestBegin: Sendable {
  /// So long after its submission.
  case after(TimeSpan)
  /// Until the next such time of the device's clock.
  case at(ClockTime)
  /// So long after its submission, and longer after each failure.
  case backoff(Backoff)
  /// Until a date that the app gives with each submission.
  case runtime
}

/// A wait that grows with each failure in a row.
package struct Backoff: Sendable {
  /// The wait without a failure.
  package var from: Located<TimeSpan>?
  /// By how much each failure multiplies it.
  package var factor = Setting(2.0)
  /// The longest wait.
  package var atMost: Located<TimeSpan>?
}

extension Backoff {
  /// The wait without a failure; none where the policy lacks it.
  package var first: TimeSpan { from?.value ?? .zero }
  /// The longest wait; the first one where the policy lacks it.
  package var longest: TimeSpan { atMost?.value ?? first }
}

extension EarliestBegin {
  /// The shortest wait that the policy knows of.
  package var shortest: TimeSpan? {
    switch self {
    case .after(let span): span
    case .backoff(let backoff): backoff.from?.value
    case .at, .runtime: nil
    }
  }

  /// The longest wait that the policy knows of.
  package var longest: TimeSpan? {
    switch self {
    case .after(let span): span
    case .backoff(let backoff): backoff.atMost?.value
    case .at, .runtime: nil
    }
  }
}

extension TaskRequest {
  /// When the app submits its request, as the policy says; `reschedule` means that its handler does so first.
  package var moments: [SubmissionMoment] {
    guard let written = submittedAt?.value else { return reschedule.value ? [.handlerStart] : [] }
    return SubmissionMoment.allCases.filter { moment in written.contains { $0.value == moment } }
  }

  /// Whether the app submits its request at such a moment.
  package func isSubmitted(at moment: SubmissionMoment) -> Bool {
    guard let written = submittedAt?.value else { return moment == .handlerStart && reschedule.value }
    return written.contains { $0.value == moment }
  }
}
