// The files of Sources/BackgroundRuntime as text. RuntimeFileTests writes it: RECORD_SNAPSHOTS=1 swift test --filter RuntimeFileTests.
// swift-format-ignore-file

extension RuntimeFile {
  /// The text of the file, byte for byte.
  package var text: String {
    switch self {
    case .backgroundAssertion: Self.backgroundAssertionText
    case .backgroundLog: Self.backgroundLogText
    case .eventsCompletion: Self.eventsCompletionText
    case .expiringActivity: Self.expiringActivityText
    case .processValue: Self.processValueText
    case .registeredTasks: Self.registeredTasksText
    case .retryAdvice: Self.retryAdviceText
    case .sceneTask: Self.sceneTaskText
    case .taskBackoff: Self.taskBackoffText
    case .taskEvents: Self.taskEventsText
    case .taskMoments: Self.taskMomentsText
    case .taskRun: Self.taskRunText
    case .taskScheduling: Self.taskSchedulingText
    case .taskSubmissionError: Self.taskSubmissionErrorText
    case .transferFailure: Self.transferFailureText
    case .transferResponse: Self.transferResponseText
    }
  }

  private static let backgroundAssertionText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// A background task of `UIApplication`, which is ended exactly once.
  ///
  /// A background task must begin before the work, not only when the app enters the background
  /// (UIApplication.beginBackgroundTask reference; WWDC 2019, session 707).
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @MainActor
  public final class BackgroundAssertion {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private var identifier = UIBackgroundTaskIdentifier.invalid
    private var isOver = false
    private var work: SwiftTask<Void, any Error>?

    /// A background task that has not begun.
    public init() {}

    /// Does some work while a background task with a name runs. The work also runs if the system
    /// grants no time, within the time that the app has, and is cancelled when the time is up.
    public func run(
      _ name: String,
      _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
      begin(name)
      defer { end() }
      // A plain task would stay on the main actor if `NonisolatedNonsendingByDefault` is on.
      let task = SwiftTask.detached(priority: SwiftTask.currentPriority) { try await work() }
      self.work = task
      if isOver { task.cancel() }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }

    private func begin(_ name: String) {
      identifier = UIApplication.shared.beginBackgroundTask(withName: name) {
        self.work?.cancel()
        self.end()
      }
      // The time may have been up already.
      if isOver { end() }
    }

    private func end() {
      isOver = true
      guard identifier != .invalid else { return }
      UIApplication.shared.endBackgroundTask(identifier)
      identifier = .invalid
    }
  }
#endif

"""##

  private static let backgroundLogText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  import os

  /// The log of an app's background work, with a category for each kind of work and each session.
  ///
  /// Filter by the bundle identifier of the app or extension in Console, which hides the texts of
  /// errors unless a device has a profile for them. `receive` passes the messages on to the app.
  /// Nothing is logged on systems without `Logger` (Logger reference).
  nonisolated public struct BackgroundLog: Sendable {
    /// A message as the app receives it.
    public struct Message: Sendable {
      /// The category: the name of a session, or `sessions`, `tasks` or `pushes`.
      public let category: String
      /// The text, with identifiers, numbers and codes alone.
      public let text: String
      /// The text of an error, which may name files, URLs and accounts; `nil` if there is none.
      public let detail: String?
      /// Whether something has failed.
      public let isError: Bool
    }

    private static let receiver = Receiver()

    /// The log of tasks.
    public static let tasks = BackgroundLog(category: "tasks")
    /// The log of pushes.
    public static let pushes = BackgroundLog(category: "pushes")
    /// The log of what belongs to no session of the policy.
    public static let sessions = BackgroundLog(category: "sessions")

    /// The category of the messages.
    public let category: String

    /// The log with a category.
    public init(category: String) {
      self.category = category
    }

    /// Passes each message on to a function, in addition to the log; `nil` ends this.
    ///
    /// The function is called on no particular thread, also before this returns.
    public static func receive(_ function: (@Sendable (Message) -> Void)?) {
      receiver.set(function)
    }

    /// Logs an event.
    public func notice(_ text: String) {
      write(Message(category: category, text: text, detail: nil, isError: false))
    }

    /// Logs a failure, and the error that is its reason.
    public func error(_ text: String, _ error: (any Error)? = nil) {
      let code = error.map { $0 as NSError }.map { " (\($0.domain) \($0.code))" } ?? ""
      let detail = error.map { "\($0)" }
      write(Message(category: category, text: text + code, detail: detail, isError: true))
    }

    private func write(_ message: Message) {
      Self.receiver.pass(message)
      guard #available(iOS 14.0, macOS 11.0, watchOS 7.0, tvOS 14.0, visionOS 1.0, *) else {
        return
      }
      let detail = message.detail.map { ": \($0)" } ?? ""
      if message.isError {
        logger.error("\(message.text, privacy: .public)\(detail, privacy: .private)")
      } else {
        logger.notice("\(message.text, privacy: .public)")
      }
    }

    @available(iOS 14.0, macOS 11.0, watchOS 7.0, tvOS 14.0, visionOS 1.0, *)
    private var logger: os.Logger {
      os.Logger(
        subsystem: Bundle.main.bundleIdentifier ?? "BackgroundRuntime", category: category)
    }

    /// Keeps the function of the app, which any thread may set and call.
    nonisolated private final class Receiver: @unchecked Sendable {
      typealias Function = @Sendable (Message) -> Void

      private let lock = NSLock()
      private var function: Function?

      func set(_ function: Function?) {
        lock.lock()
        defer { lock.unlock() }
        self.function = function
      }

      func pass(_ message: Message) {
        lock.lock()
        let function = function
        lock.unlock()
        function?(message)
      }
    }
  }
#endif

"""##

  private static let eventsCompletionText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

/// A completion handler of the system, called once on the main thread.
nonisolated public final class EventsCompletion: @unchecked Sendable {
  private let lock = NSLock()
  private var handler: (() -> Void)?

  /// Keeps a handler until it is called.
  public init(_ handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Calls the handler, unless it has been called.
  @MainActor
  public func call() {
    let handler = lock.withLock {
      defer { self.handler = nil }
      return self.handler
    }
    handler?()
  }
}

"""##

  private static let expiringActivityText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os) && !os(macOS)
  /// An activity that keeps an extension running during its work.
  ///
  /// The system grants the time by a call, and takes it back by another one
  /// (ProcessInfo.performExpiringActivity reference).
  nonisolated public final class ExpiringActivity: Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let isOver = DispatchSemaphore(value: 0)

    /// An activity that has not begun.
    public init() {}

    /// Does some work during an activity with a reason. The work is cancelled at once if the system
    /// grants no time, and when the time is up.
    public func run(
      _ name: String,
      _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
      let isOver = isOver
      let (begins, begin) = AsyncStream<Never>.makeStream()
      let task = SwiftTask {
        defer { isOver.signal() }
        for await _ in begins {}
        try await work()
      }
      ProcessInfo.processInfo.performExpiringActivity(withReason: name) { hasExpired in
        if hasExpired {
          task.cancel()
          isOver.signal()
        } else {
          begin.finish()
          // The activity lasts until this returns.
          isOver.wait()
        }
      }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
#endif

"""##

  private static let processValueText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

/// A value that a process has once, such as what it makes when it starts.
nonisolated public final class ProcessValue<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value?

  /// A value that is still to be made.
  public init() {}

  /// The value; `nil` before it is made.
  public var current: Value? {
    lock.lock()
    defer { lock.unlock() }
    return value
  }

  /// Makes the value at the first call, and returns it.
  public func first(_ make: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let value { return value }
    let made = make()
    value = made
    return made
  }

  /// Puts another value in the place of this one, as unit tests do.
  public func replace(_ value: Value) {
    lock.lock()
    defer { lock.unlock() }
    self.value = value
  }
}

"""##

  private static let registeredTasksText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// The identifiers that this process has registered: each once, as the system ends an app that
  /// registers one twice (BGTaskScheduler.h).
  nonisolated public final class RegisteredTasks: @unchecked Sendable {
    /// The identifiers of this process.
    public static let shared = RegisteredTasks()

    private let lock = NSLock()
    private var identifiers: Set<String> = []

    private init() {}

    /// Whether an identifier is registered.
    public func contains(_ identifier: String) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      return identifiers.contains(identifier)
    }

    /// Registers an identifier once, and returns whether it is registered.
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public func register(
      _ identifier: String,
      launchHandler: @escaping @Sendable (BGTask) -> Void
    ) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      guard !identifiers.contains(identifier) else { return true }
      let isPermitted = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
      if isPermitted { identifiers.insert(identifier) }
      return isPermitted
    }
  }
#endif

"""##

  private static let retryAdviceText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The advice for a transfer that has failed.
  nonisolated public enum RetryAdvice: String, Codable, Hashable, Sendable {
    /// The network failed: submit it again.
    case again

    /// A person closed the app: submit it again now that they have opened it.
    ///
    /// A person who closes the app in the app switcher cancels all of its transfers, and the system
    /// doesn't launch it for them (NSURLSession.h).
    case whenOpened

    /// Background App Refresh is off: transfer it while the app is in the foreground.
    case inForeground

    /// Battery, heat, storage, network or server don't allow it now: submit it again later.
    case later

    /// The request is no longer valid, such as a token or URL that has expired: submit it with a new
    /// one.
    case withNewRequest

    /// It would fail again: the app cancelled it, or the request is invalid.
    case never

    /// The advice for an error of the system.
    ///
    /// The error of a background task that the system cancelled contains the reason (NSURLError.h;
    /// URLError reference).
    public init(_ error: URLError) {
      switch error.backgroundTaskCancelledReason {
      case .userForceQuitApplication:
        self = .whenOpened
      case .backgroundUpdatesDisabled:
        self = .inForeground
      case .insufficientSystemResources:
        self = .later
      default:
        self = .init(code: error.code)
      }
    }

    private init(code: URLError.Code) {
      switch code {
      case .timedOut, .networkConnectionLost, .notConnectedToInternet, .cannotConnectToHost,
        .cannotFindHost, .dnsLookupFailed, .backgroundSessionWasDisconnected:
        self = .again
      case .userAuthenticationRequired, .userCancelledAuthentication, .clientCertificateRequired,
        .clientCertificateRejected:
        self = .withNewRequest
      case .cancelled, .badURL, .unsupportedURL, .fileDoesNotExist, .fileIsDirectory,
        .noPermissionsToReadFile, .dataLengthExceedsMaximum, .httpTooManyRedirects,
        .redirectToNonExistentLocation, .appTransportSecurityRequiresSecureConnection:
        self = .never
      default:
        // A captive portal shows the certificate of another host, and codes are added.
        self = .later
      }
    }

    /// The advice for a status other than those from 200 to 299.
    public init(statusCode: Int) {
      switch statusCode {
      case 401, 403, 410:
        self = .withNewRequest
      case 408, 425, 429, 500...:
        self = .later
      default:
        self = .never
      }
    }
  }
#endif

"""##

  private static let sceneTaskText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  /// A task that SwiftUI runs: it registers the identifier, cancels the Swift task when the time is
  /// up, and completes the task when the action returns (Scene.backgroundTask reference).
  nonisolated public enum SceneTask {
    /// Runs the work of an app refresh task, and logs its failure, which SwiftUI does not report.
    ///
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter work: The work.
    ///
    /// - Parameter next: Submits the request for the next launch, before the work.
    public static func appRefresh<ID: RawRepresentable<String>>(
      _ identifier: ID,
      work: @Sendable () async throws -> Void,
      next: (@Sendable () async throws -> Void)? = nil
    ) async {
      await run(identifier, "BGAppRefreshTask", work, next)
    }

    /// Runs the work of a processing task, and logs its failure, which SwiftUI does not report.
    ///
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter work: The work.
    ///
    /// - Parameter next: Submits the request for the next launch, before the work.
    public static func processing<ID: RawRepresentable<String>>(
      _ identifier: ID,
      work: @Sendable () async throws -> Void,
      next: (@Sendable () async throws -> Void)? = nil
    ) async {
      await run(identifier, "BGProcessingTask", work, next)
    }

    private static func run<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ type: String,
      _ work: @Sendable () async throws -> Void,
      _ next: (@Sendable () async throws -> Void)?
    ) async {
      if let next { await TaskScheduling.next(identifier, next) }
      let name = identifier.rawValue
      TaskEvents.shared.report(.began(type: type, identifier: name))
      do {
        try await work()
        TaskEvents.shared.report(.ended(type: type, identifier: name, isDone: true))
      } catch {
        if _Concurrency.Task.isCancelled {
          TaskEvents.shared.report(.expired(type: type, identifier: name))
        }
        TaskEvents.shared.report(.ended(type: type, identifier: name, isDone: false))
        BackgroundLog.tasks.error("\(name) has failed", error)
      }
    }
  }
#endif

"""##

  private static let taskBackoffText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation

/// The number of failures of each task in a row, kept for the next process of the app.
nonisolated public enum TaskBackoff {
  /// The least time that the next request waits, in seconds.
  ///
  /// - Parameter identifier: The task's identifier.
  ///
  /// - Parameter first: The wait of a task that has not failed, in seconds.
  ///
  /// - Parameter factor: The growth of the wait with each failure.
  ///
  /// - Parameter longest: The longest wait, in seconds.
  public static func wait(
    for identifier: String, from first: TimeInterval, factor: Double, atMost longest: TimeInterval
  ) -> TimeInterval {
    let failures = UserDefaults.standard.integer(forKey: key(identifier))
    return min(first * pow(factor, Double(failures)), longest)
  }

  /// Records that the work has failed.
  public static func failed(_ identifier: String) {
    let failures = UserDefaults.standard.integer(forKey: key(identifier))
    UserDefaults.standard.set(failures + 1, forKey: key(identifier))
  }

  /// Records that the work is done.
  public static func succeeded(_ identifier: String) {
    UserDefaults.standard.removeObject(forKey: key(identifier))
  }

  private static func key(_ identifier: String) -> String {
    "\(identifier).failures"
  }
}

"""##

  private static let taskEventsText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

/// What happens to the tasks of a process.
nonisolated public enum TaskEvent: Sendable {
  /// A task of a type, such as `BGAppRefreshTask`, begins.
  case began(type: String, identifier: String)
  /// The time of a task is over.
  case expired(type: String, identifier: String)
  /// A task ends.
  case ended(type: String, identifier: String, isDone: Bool)
  /// The system has a request of a type, such as `BGAppRefreshTaskRequest`.
  case submitted(type: String, identifier: String)
}

/// The events of tasks, for a recorder.
nonisolated public final class TaskEvents: @unchecked Sendable {
  /// The events of this process.
  public static let shared = TaskEvents()

  private let lock = NSLock()
  private var observer: (@Sendable (TaskEvent) -> Void)?

  private init() {}

  /// Passes each event on to a function, which is called on no particular thread.
  public func observe(_ function: @escaping @Sendable (TaskEvent) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    observer = function
  }

  /// Passes an event on.
  public func report(_ event: TaskEvent) {
    lock.lock()
    let observer = observer
    lock.unlock()
    observer?(event)
  }
}

"""##

  private static let taskMomentsText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  /// The moments in an app's life cycle at which requests are submitted.
  nonisolated public final class TaskMoments: @unchecked Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let lock = NSLock()
    private var hasBegun = false
    private var hasLaunched = false

    /// The moments of a process that has not begun.
    public init() {}

    /// Begins at the first call: the app has just launched.
    ///
    /// - Parameter waitsForScene: Whether SwiftUI registers a task. It registers tasks until the app
    /// has finished launching, and the system ends an app that submits their requests before.
    ///
    /// - Parameter launched: Submits the requests of a launch; `nil` if a launch submits none.
    ///
    /// - Parameter enteringBackground: Submits requests each time when the app enters the background.
    public func begin(
      waitsForScene: Bool = false,
      launched: (@Sendable () async -> Void)?,
      enteringBackground: (@Sendable () async -> Void)? = nil
    ) {
      lock.lock()
      let isFirst = !hasBegun
      hasBegun = true
      lock.unlock()
      guard isFirst else { return }
      if let launched {
        if waitsForScene {
          waitForScene(launched)
        } else {
          SwiftTask { await launched() }
        }
      }
      #if canImport(UIKit) && !os(watchOS)
        guard let enteringBackground else { return }
        SwiftTask { @MainActor in
          _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
          ) { _ in
            SwiftTask { await enteringBackground() }
          }
        }
      #endif
    }

    private func waitForScene(_ launched: @escaping @Sendable () async -> Void) {
      let names = [
        "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
      ]
      for name in names {
        _ = NotificationCenter.default.addObserver(
          forName: Notification.Name(name), object: nil, queue: nil
        ) { _ in
          self.launch(launched)
        }
      }
    }

    private func launch(_ launched: @escaping @Sendable () async -> Void) {
      lock.lock()
      let isFirst = !hasLaunched
      hasLaunched = true
      lock.unlock()
      guard isFirst else { return }
      SwiftTask { await launched() }
    }
  }
#endif

"""##

  private static let taskRunText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// One run of a task, which is completed exactly once, however it ends.
  nonisolated public final class TaskRun: @unchecked Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let task: BGTask
    private let lock = NSLock()
    private var work: SwiftTask<Void, Never>?
    private var isExpired = false
    private var isCompleted = false

    /// The run of a task that the system has just launched.
    public init(_ task: BGTask) {
      self.task = task
    }

    /// Registers a task that does some work.
    ///
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter refused: The identifiers that the system rejected, because the app's Info.plist
    /// does not list them.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    ///
    /// - Parameter next: Submits the request for the next launch, before the work.
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public static func register<ID: RawRepresentable<String> & Sendable>(
      _ identifier: ID,
      _ refused: inout [ID],
      work: @escaping @Sendable () async throws -> Void,
      next: (@Sendable () async throws -> Void)? = nil
    ) {
      let isPermitted = RegisteredTasks.shared.register(identifier.rawValue) { task in
        TaskRun(task).run {
          if let next {
            await TaskScheduling.next(identifier, next)
          }
          try SwiftTask.checkCancellation()
          try await work()
        }
      }
      if !isPermitted { refused.append(identifier) }
    }

    /// Does the work of the task, and completes the task at its end.
    public func run(_ work: @escaping @Sendable () async throws -> Void) {
      TaskEvents.shared.report(.began(type: type, identifier: task.identifier))
      lock.lock()
      defer { lock.unlock() }
      // Set first: a task that expires without a handler counts as failed (BGTask.h).
      task.expirationHandler = { [weak self] in self?.expire() }
      self.work = SwiftTask {
        do {
          try await work()
          self.complete(success: true)
        } catch {
          self.complete(success: false)
        }
      }
    }

    private var type: String { "\(Swift.type(of: task))" }

    /// Cancels the work, and completes the task itself if the work does not end soon: expiration
    /// handlers have about 1s (Quinn, UIApplication Background Task Notes, Apple Developer Forums
    /// thread 85066).
    public func expire() {
      TaskEvents.shared.report(.expired(type: type, identifier: task.identifier))
      lock.lock()
      isExpired = true
      let work = work
      lock.unlock()
      work?.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { [self] in
        complete(success: false)
      }
    }

    /// Completes the task at the first call: it must be completed, also after it has expired
    /// (BGTask.h).
    private func complete(success: Bool) {
      lock.lock()
      let isFirst = !isCompleted
      isCompleted = true
      let isInTime = !isExpired
      lock.unlock()
      guard isFirst else { return }
      TaskEvents.shared.report(
        .ended(type: type, identifier: task.identifier, isDone: success && isInTime))
      task.setTaskCompleted(success: success && isInTime)
    }
  }
#endif

"""##

  private static let taskSchedulingText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// The submission of requests to the system.
  ///
  /// Each request is submitted on its own, so that a failure does not affect the others, and never
  /// on the main thread, which it would block (BGTaskScheduler.submit reference). A request replaces
  /// one of the same identifier that is still pending.
  nonisolated public enum TaskScheduling {
    /// Submits a request.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type, for all identifiers
    /// together; `nil` if Apple documents none.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task. If not, this process has to have
    /// registered it: the system raises an exception for another request, which Swift can't catch.
    ///
    /// - Parameter submit: Passes a request to the system.
    ///
    /// - Parameter request: Makes the request, in a task that never runs on the main thread.
    public static func submit(
      limit: Int?,
      isRunByScene: Bool = false,
      by submit: @escaping @Sendable (sending BGTaskRequest) async throws -> Void = { request in
        try BGTaskScheduler.shared.submit(request)
      },
      _ request: @escaping @Sendable () -> BGTaskRequest
    ) async throws(TaskSubmissionError) {
      let work = _Concurrency.Task.detached {
        let request = request()
        guard isRunByScene || RegisteredTasks.shared.contains(request.identifier) else {
          throw TaskSubmissionError.notRegistered
        }
        let (type, identifier) = ("\(type(of: request))", request.identifier)
        try await submit(request)
        TaskEvents.shared.report(.submitted(type: type, identifier: identifier))
      }
      do {
        try await work.value
      } catch let error as TaskSubmissionError {
        throw error
      } catch {
        throw TaskSubmissionError(error, limit: limit)
      }
    }

    /// Submits a request whose result no caller needs.
    ///
    /// The app goes on whether or not the system accepts it; the log has the reason if it does not.
    public static func next<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ submit: () async throws -> Void
    ) async {
      do {
        try await submit()
      } catch {
        BackgroundLog.tasks.error("\(identifier.rawValue) is not requested", error)
      }
    }

    /// Submits a request if none is pending.
    public static func ensure<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ submit: () async throws -> Void
    ) async {
      guard await !isPending(identifier) else { return }
      await next(identifier, submit)
    }

    /// Whether the system has a pending request for the task.
    public static func isPending<ID: RawRepresentable<String>>(_ identifier: ID) async -> Bool {
      let identifier = identifier.rawValue
      return await withCheckedContinuation { continuation in
        BGTaskScheduler.shared.getPendingTaskRequests { requests in
          continuation.resume(returning: requests.contains { $0.identifier == identifier })
        }
      }
    }
  }
#endif

"""##

  private static let taskSubmissionErrorText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  import BackgroundTasks

  /// The reason why the system did not accept a request (BGTaskScheduler.h).
  nonisolated public enum TaskSubmissionError: Error, CustomStringConvertible {
    /// Too many requests of its type are pending, for all identifiers together; the limit is `nil` if
    /// Apple documents none.
    case tooManyPending(limit: Int?)

    /// The app's Info.plist or the user does not permit it.
    case notPermitted

    /// The app can't schedule tasks on this device now.
    case unavailable

    /// The work can't begin at once, and its request may not wait.
    case notEligibleToRunNow

    /// This process has not registered the task; the system ends an app that submits such a request.
    case notRegistered

    /// A job contains other characters than letters, digits, hyphens and underscores.
    case invalidIdentifier

    /// Anything else that the system reports.
    case other(any Error)

    /// The case for an error of the scheduler.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type; `nil` if Apple
    /// documents none.
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

"""##

  private static let transferFailureText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The reason why a transfer has failed.
  ///
  /// The error of a background task that the system cancelled contains the reason (NSURLError.h;
  /// URLError reference).
  nonisolated public struct TransferFailure: Error, Sendable {
    /// The error's code; `badServerResponse` if the status reports the failure.
    public let code: URLError.Code
    /// The reason why the system cancelled the task; `nil` if it did not.
    public let reason: URLError.BackgroundTaskCancelledReason?
    /// The data with which the transfer can be resumed.
    public let resumeData: Data?
    /// The advice for this failure.
    public let advice: RetryAdvice
    /// The number of seconds for which the server asks to wait; `nil` if it does not.
    public let retryAfter: TimeInterval?
    /// The error as the system reports it; `nil` if the status reports the failure.
    public let underlying: (any Error)?

    /// A failure, as tests make it.
    public init(
      code: URLError.Code,
      reason: URLError.BackgroundTaskCancelledReason? = nil,
      resumeData: Data? = nil,
      advice: RetryAdvice,
      retryAfter: TimeInterval? = nil,
      underlying: (any Error)? = nil
    ) {
      self.code = code
      self.reason = reason
      self.resumeData = resumeData
      self.advice = advice
      self.retryAfter = retryAfter
      self.underlying = underlying
    }

    /// The failure that the system reports.
    public init(_ underlying: any Error) {
      let error = underlying as? URLError ?? URLError(.unknown)
      self.init(
        code: error.code, reason: error.backgroundTaskCancelledReason,
        resumeData: Self.resumeData(of: error), advice: .init(error), underlying: underlying)
    }

    /// The failure that an answer of the server is.
    public init(_ response: TransferResponse) {
      self.init(
        code: .badServerResponse, advice: .init(statusCode: response.statusCode),
        retryAfter: response.retryAfter)
    }

    private static func resumeData(of error: URLError) -> Data? {
      let data = error.downloadTaskResumeData
      guard #available(iOS 17.0, macOS 14.0, watchOS 10.0, tvOS 17.0, visionOS 1.0, *) else {
        return data
      }
      return data ?? error.userInfo[NSURLSessionUploadTaskResumeData] as? Data
    }
  }
#endif

"""##

  private static let transferResponseText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation

#if canImport(os)
  /// The answer of a server.
  nonisolated public struct TransferResponse: Hashable, Sendable, Codable {
    /// The status.
    public let statusCode: Int
    /// The header fields.
    public let headerFields: [String: String]
    /// The type of the content.
    public let mimeType: String?
    /// The name that the server, or the URL, gives the content.
    public let suggestedFilename: String?
    /// The body of the answer to an upload, or of an error page; empty if it is longer than 64 kB.
    public let body: Data
    /// The file with a longer body, in the caches folder; the handler keeps or removes it.
    public let bodyFile: URL?

    /// An answer, as tests make it.
    public init(
      statusCode: Int,
      headerFields: [String: String] = [:],
      mimeType: String? = nil,
      suggestedFilename: String? = nil,
      body: Data = Data(),
      bodyFile: URL? = nil
    ) {
      self.statusCode = statusCode
      self.headerFields = headerFields
      self.mimeType = mimeType
      self.suggestedFilename = suggestedFilename
      self.body = body
      self.bodyFile = bodyFile
    }

    /// The answer of a task, and the body that has arrived.
    public init(_ response: HTTPURLResponse, _ received: ReceivedBody?) {
      var fields: [String: String] = [:]
      for (field, value) in response.allHeaderFields {
        fields["\(field)"] = "\(value)"
      }
      self.init(
        statusCode: response.statusCode, headerFields: fields, mimeType: response.mimeType,
        suggestedFilename: response.suggestedFilename, body: received?.data ?? Data(),
        bodyFile: received?.file)
    }

    /// The value of a header field, whose name may have any case.
    public func headerField(_ name: String) -> String? {
      headerFields.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// The number of seconds for which the server asks to wait, by `Retry-After` (RFC 9110, section
    /// 10.2.3).
    public var retryAfter: TimeInterval? {
      guard let text = headerField("Retry-After") else { return nil }
      if let seconds = TimeInterval(text), seconds.isFinite { return max(0, seconds) }
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
      return formatter.date(from: text).map { max(0, $0.timeIntervalSinceNow) }
    }
  }
#endif

/// The body of an answer: in memory up to 64 kB, then in a file.
nonisolated public struct ReceivedBody {
  private static let limit = 65_536

  /// The body, empty if it is in a file.
  public private(set) var data = Data()
  /// The file with a longer body.
  public private(set) var file: URL?

  /// A body of which nothing has arrived.
  public init() {}

  /// Adds a part; without space for the file, the rest is missing.
  ///
  /// - Parameter elsewhere: Returns the place for a file.
  public mutating func append(_ part: Data, elsewhere: () throws -> URL) {
    data.append(part)
    guard file != nil || data.count > Self.limit else { return }
    let place = file ?? (try? elsewhere())
    if let place, let stream = OutputStream(url: place, append: file != nil) {
      stream.open()
      let bytes = [UInt8](data)
      _ = stream.write(bytes, maxLength: bytes.count)
      stream.close()
    }
    file = place
    data = Data()
  }
}

"""##
}
