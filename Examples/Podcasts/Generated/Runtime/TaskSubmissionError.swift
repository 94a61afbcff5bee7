// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  import BackgroundTasks

  /// The reason why the system did not accept a request (BGTaskScheduler.h).
  nonisolated public enum TaskSubmissionError: Error, CustomStringConvertible {
    /// Too many requests of the type are pending, for all identifiers together. The limit is `nil`
    /// if Apple documents no limit.
    case tooManyPending(limit: Int?)

    /// The app's Info.plist or the user does not permit the request.
    case notPermitted

    /// The app can't schedule tasks on this device now.
    case unavailable

    /// The work can't begin at once, and its request demands an immediate begin.
    case notEligibleToRunNow

    /// This process has not registered the task; the system ends an app that submits such a request.
    case notRegistered

    /// A job contains other characters than letters, digits, hyphens and underscores.
    case invalidIdentifier

    /// Another error that the system reports.
    case other(any Error)

    /// The case for an error of the scheduler.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type; `nil` if Apple
    /// documents no limit.
    public init(_ error: any Error, limit: Int?) {
      #if compiler(>=6.2) && !os(tvOS) && !os(visionOS) && !os(watchOS)
        #if !targetEnvironment(macCatalyst)
          if #available(iOS 26.0, *), case BGTaskScheduler.Error.immediateRunIneligible = error {
            self = .notEligibleToRunNow
            return
          }
        #endif
      #endif
      switch error {
      case BGTaskScheduler.Error.tooManyPendingTaskRequests: self = .tooManyPending(limit: limit)
      case BGTaskScheduler.Error.notPermitted: self = .notPermitted
      case BGTaskScheduler.Error.unavailable: self = .unavailable
      default: self = .other(error)
      }
    }

    /// The reason, with its usual causes.
    public var description: String {
      switch self {
      case .tooManyPending(let limit):
        let number = limit.map { ": the limit is \($0) for all identifiers together" }
        return "too many requests of this type are pending\(number ?? "")"
      case .notPermitted:
        return """
          not permitted: the identifier is missing in BGTaskSchedulerPermittedIdentifiers, its \
          mode is missing in UIBackgroundModes, the person denies background launches, or a \
          resource is asked for that the device or the entitlements don't have
          """
      case .unavailable:
        return """
          unavailable: Background App Refresh is off, or this is a Simulator or an extension that \
          can't schedule tasks
          """
      case .notEligibleToRunNow:
        return "not eligible to run now: the system is busy, and the request's strategy is to fail"
      case .notRegistered: return "not registered: call `start` or `register` first"
      case .invalidIdentifier: return "a job has a character that identifiers can't have"
      case .other(let error): return "\(error)"
      }
    }
  }
#endif
