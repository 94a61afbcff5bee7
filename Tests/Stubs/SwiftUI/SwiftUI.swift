// The part of SwiftUI that generated code uses, to compile generated code without Darwin.

public struct BackgroundTask<Request: Sendable, Response: Sendable>: Sendable {
  /// The kind of event that runs the action.
  public let kind: String
  public let identifier: String
  let request: Request
  var matches: (@Sendable (String) -> Bool)?
}

extension BackgroundTask where Request == Void, Response == Void {
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(kind: "appRefresh", identifier: identifier, request: ())
  }
  public static func processingTask(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(kind: "processing", identifier: identifier, request: ())
  }
  public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(kind: "urlSession", identifier: identifier, request: ())
  }
}

extension BackgroundTask where Request == String, Response == Void {
  public static func urlSession(
    matching: @escaping @Sendable (String) -> Bool
  ) -> BackgroundTask<String, Void> {
    BackgroundTask(kind: "urlSession", identifier: "", request: "", matches: matching)
  }
}

/// The background work of a scene.
public struct SceneAction: Sendable {
  public let kind: String
  public let identifier: String
  public let run: @Sendable () async -> Void
  let matches: (@Sendable (String) -> Bool)?
  let runForIdentifier: @Sendable (String) async -> Void

  /// Whether the action is for the session with an identifier.
  public func takes(session: String) -> Bool {
    kind == "urlSession" && (matches?(session) ?? (identifier == session))
  }

  /// Runs the action for the session with an identifier.
  public func run(forSession session: String) async { await runForIdentifier(session) }
}

@MainActor @preconcurrency public protocol Scene {
  /// The background actions of the scene and of the scenes that it contains.
  var backgroundActions: [SceneAction] { get }
}

public struct EmptyScene: Scene {
  public init() {}
  public var backgroundActions: [SceneAction] { [] }
}

struct ModifiedScene: Scene {
  let backgroundActions: [SceneAction]
}

extension Scene {
  public func backgroundTask<Request: Sendable, Response: Sendable>(
    _ task: BackgroundTask<Request, Response>, action: @escaping @Sendable (Request) async -> Response
  ) -> some Scene {
    ModifiedScene(
      backgroundActions: backgroundActions + [
        SceneAction(
          kind: task.kind, identifier: task.identifier, run: { _ = await action(task.request) },
          matches: task.matches,
          // Only an action that matches several sessions receives the identifier.
          runForIdentifier: { _ = await action($0 as? Request ?? task.request) })
      ])
  }
}
