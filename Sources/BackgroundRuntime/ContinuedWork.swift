// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && compiler(>=6.2) && !os(macOS) && !os(tvOS) && !os(visionOS) && !os(watchOS) && !targetEnvironment(macCatalyst)
  import BackgroundTasks
  public import Foundation

  /// A piece of work that a person has started and may watch in the system's interface.
  nonisolated public struct ContinuedWork: @unchecked Sendable {
    private let task: BGTask?

    /// The identifier of the request for the work.
    public let identifier: String

    /// The progress of the work. Set `totalUnitCount` first and update `completedUnitCount`: the
    /// system ends work that shows no progress (BGTask.h).
    public let progress: Progress

    /// Whether the work may use the GPU. If the request asks for the GPU, the work may always use
    /// the GPU in the foreground, but in the background only on some devices.
    public let mayUseGPU: Bool

    /// Whether the app does the work without a task of the system. Then the system suspends the
    /// app, and the work stops, soon after a person leaves the app.
    public var isInForegroundOnly: Bool { task == nil }

    /// The part of the identifier that the app has chosen for this piece of work, if each piece has an
    /// identifier of its own.
    public var job: String {
      identifier.split(separator: ".").last.map(String.init) ?? ""
    }

    /// Work that the system runs.
    @available(iOS 26.0, *)
    init(_ task: BGContinuedProcessingTask, of identifier: String, mayUseGPU: Bool) {
      self.task = task
      self.identifier = identifier
      progress = task.progress
      self.mayUseGPU = mayUseGPU
    }

    /// Work without a task of the system, for tests and for the foreground.
    public init(
      identifier: String,
      progress: Progress = Progress(totalUnitCount: 0),
      mayUseGPU: Bool = true
    ) {
      task = nil
      self.identifier = identifier
      self.progress = progress
      self.mayUseGPU = mayUseGPU
    }

    /// Changes the title and subtitle that the system shows, which are no keys of localized strings.
    public func updateTitle(_ title: String, subtitle: String) {
      if #available(iOS 26.0, *) {
        (task as? BGContinuedProcessingTask)?.updateTitle(title, subtitle: subtitle)
      }
    }
  }

  nonisolated extension TaskRun {
    /// Registers a continued processing task that does some work.
    @available(iOS 26.0, *)
    @available(iOSApplicationExtension, unavailable)
    static func registerContinued(
      _ identifier: String,
      _ rejected: inout [String],
      asksForGPU: Bool,
      work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) {
      let isPermitted = TaskRegistry.shared.register(identifier) { task in
        guard let continued = task as? BGContinuedProcessingTask else {
          // A request of another type was submitted under this identifier.
          task.setTaskCompleted(success: false)
          return
        }
        let run = TaskRun(task)
        let piece = ContinuedWork(
          continued, of: identifier,
          mayUseGPU: asksForGPU && BGTaskScheduler.supportedResources.contains(.gpu))
        ContinuedRuns.shared.begin(piece) { run.expire() }
        run.run {
          do {
            try await work(piece)
          } catch {
            ContinuedRuns.shared.end(piece, error)
            throw error
          }
          ContinuedRuns.shared.end(piece, nil)
        }
      }
      if !isPermitted { rejected.append(identifier) }
    }
  }
#endif
