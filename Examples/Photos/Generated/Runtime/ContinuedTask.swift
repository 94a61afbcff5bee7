// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && compiler(>=6.2) && !os(macOS) && !os(tvOS) && !os(visionOS) && !os(watchOS) && !targetEnvironment(macCatalyst)
  public import BackgroundTasks

  /// A task that a person starts, as a policy declares it. Titles and subtitles may be keys of
  /// localized strings.
  nonisolated public struct ContinuedTask: Sendable {
    /// What the system does with a request whose work can't begin at once.
    public enum Strategy: Sendable {
      /// The system lets the request wait.
      case queue
      /// The system rejects the request.
      case fail
    }

    /// The identifier, which the app's Info.plist lists: with an asterisk at its end, each piece of work
    /// has an identifier of its own.
    public let identifier: String
    private let strategy: Strategy
    private let asksForGPU: Bool
    private let passOn: ScheduledTask.Submit

    /// A task.
    ///
    /// - Parameter identifier: The identifier, which the app's Info.plist lists.
    ///
    /// - Parameter strategy: What the system does with a request whose work can't begin at once.
    ///
    /// - Parameter asksForGPU: Whether the work runs on the GPU, if the device offers its GPU to tasks.
    ///
    /// - Parameter submit: Passes a request to the system.
    public init(
      _ identifier: String,
      strategy: Strategy = .queue,
      asksForGPU: Bool = false,
      by submit: @escaping ScheduledTask.Submit = ScheduledTask.submission
    ) {
      self.identifier = identifier
      self.strategy = strategy
      self.asksForGPU = asksForGPU
      passOn = submit
    }

    /// The identifier of one piece of work; `nil` if `job` is empty, or contains anything but letters,
    /// digits, hyphens and underscores.
    public func identifier(of job: String) -> String? {
      let isAllowed: (Character) -> Bool = { character in
        character.isASCII
          && (character.isLetter || character.isNumber || character == "-" || character == "_")
      }
      guard !job.isEmpty, job.allSatisfy(isAllowed) else { return nil }
      return String(identifier.dropLast()) + job
    }

    /// Registers the work of an identifier, unless it is registered: at launch, or for one piece of work
    /// when a person starts it (BGTaskScheduler.h). An older system registers no identifier.
    ///
    /// - Parameter identifier: The identifier of the piece of work.
    ///
    /// - Parameter rejected: Gets the identifier if the system rejects it, because the app's Info.plist
    /// does not permit it.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    @available(iOSApplicationExtension, unavailable)
    public func register(
      _ identifier: String,
      _ rejected: inout [String],
      work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) {
      if #available(iOS 26.0, *) {
        TaskRun.registerContinued(identifier, &rejected, asksForGPU: asksForGPU, work: work)
      }
    }

    /// A new request.
    @available(iOS 26.0, *)
    public func request(
      _ identifier: String, title: String, subtitle: String
    ) -> BGContinuedProcessingTaskRequest {
      let request = BGContinuedProcessingTaskRequest(
        identifier: identifier,
        title: NSLocalizedString(title, comment: ""),
        subtitle: NSLocalizedString(subtitle, comment: ""))
      request.strategy = strategy == .fail ? .fail : .queue
      // Not every device offers its GPU to tasks; without the GPU, the task runs on the CPU.
      if asksForGPU, BGTaskScheduler.supportedResources.contains(.gpu) {
        request.requiredResources = .gpu
      }
      return request
    }

    /// Submits a request, after its identifier is registered.
    ///
    /// Call it when a person has started the work, with the app in the foreground (BGTaskRequest.h).
    @available(iOS 26.0, *)
    public func submit(
      _ identifier: String, title: String, subtitle: String
    ) async throws(TaskSubmissionError) {
      try await TaskScheduling.submit(limit: nil, by: passOn) {
        request(identifier, title: title, subtitle: subtitle)
      }
    }
  }

  nonisolated extension ContinuedWork {
    /// Registers the work of a task that has one identifier, when the app launches.
    ///
    /// - Parameter task: The task.
    ///
    /// - Parameter rejected: Gets the identifier if the system rejects it, because the app's Info.plist
    /// does not list it.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    @available(iOSApplicationExtension, unavailable)
    public static func register(
      _ task: ContinuedTask,
      _ rejected: inout [String],
      work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) {
      task.register(task.identifier, &rejected, work: work)
    }

    /// Runs a piece of work that a person has just started, and returns when it has ended.
    ///
    /// If the system accepts the request, the work goes on after a person leaves the app. If the system
    /// rejects the request, or is too old, the work runs only while the app is in the foreground. A second
    /// call for the same piece of work waits for the same work. The work is cancelled when the Swift tasks
    /// of all callers are cancelled.
    ///
    /// - Parameter task: The task.
    ///
    /// - Parameter job: Letters, digits, hyphens and underscores that identify this piece of work, if
    /// each has an identifier of its own.
    ///
    /// - Parameter title: The title, or its key in the app's table of localized strings.
    ///
    /// - Parameter subtitle: The subtitle, or its key.
    ///
    /// - Parameter began: Called when the work begins, to show its progress.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    ///
    /// - Throws: The errors of the work, and an error for a job with other characters.
    @available(iOSApplicationExtension, unavailable)
    public static func run(
      _ task: ContinuedTask,
      _ job: String? = nil,
      title: String,
      subtitle: String,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) async throws {
      guard let identifier = job.map(task.identifier(of:)) ?? task.identifier else {
        throw TaskSubmissionError.invalidIdentifier
      }
      var submission: (@Sendable () async throws -> Void)?
      if #available(iOS 26.0, *) {
        if job != nil {
          var rejected: [String] = []
          task.register(identifier, &rejected, work: work)
        }
        submission = { try await task.submit(identifier, title: title, subtitle: subtitle) }
      }
      try await ContinuedRuns.shared.run(identifier, began, by: submission, work)
    }
  }
#endif
