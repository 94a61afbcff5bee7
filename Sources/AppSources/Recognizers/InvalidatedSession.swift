internal import AppFacts

/// A session that lives as long as the app, and that code invalidates although other code makes tasks of it.
struct InvalidatedSession {
  private let program: Program
  private let session: ObjectTrace
  private let maker: Call?

  private static let endings = ["finishTasksAndInvalidate", "invalidateAndCancel"]
  private static let makers: Set<String> = [
    "data", "dataTask", "download", "downloadTask", "upload", "uploadTask", "webSocketTask",
  ]
  /// The methods after which nothing uses the session.
  private static let lastMethods: Set<String> = [
    "applicationWillTerminate(_:)", "deinit", "deinit()", "dealloc()",
    "urlSession(_:didBecomeInvalidWithError:)",
  ]

  /// The session that a call makes.
  init(_ session: ObjectTrace, _ maker: Call?, _ program: Program) {
    self.program = program
    self.session = session
    self.maker = maker
  }

  /// The call that invalidates the session; `nil` if there is no such call, or if the session may be made anew or end with its owner.
  var invalidation: Call? {
    guard let property = session.properties.first(where: { $0.property?.getter == nil }),
      isMadeOnce(property), livesAsLongAsTheApp(property),
      session.methods.contains(where: { Self.makers.contains($0.name) && isLive($0) })
    else { return nil }
    return Self.endings.lazy.flatMap { program.callsByName[$0] ?? [] }.first { call in
      isOfSession(call, keptIn: property) && isLive(call)
        && !(call.frame.body.function.map { Self.lastMethods.contains($0.fullName) } ?? true)
    }
  }

  private func isLive(_ call: Call) -> Bool {
    program.graph.reach(of: call.frame.body) != .unreached && !call.frame.conditions.contains("DEBUG")
  }

  /// Whether only the property's initial value, or an initializer, sets the property.
  private func isMadeOnce(_ property: Body) -> Bool {
    guard let name = property.property?.name else { return false }
    return (program.assignmentsByName[name] ?? []).allSatisfy { assignment in
      program.property(of: assignment.target, in: assignment.frame) !== property
        || assignment.frame.body.function?.name == "init"
    }
  }

  private func livesAsLongAsTheApp(_ property: Body, depth: Int = 0) -> Bool {
    guard let own = property.property else { return false }
    if own.context.isStatic || property.types.isEmpty { return true }
    guard !own.isWrapped, depth < 3, let name = property.types.last else { return false }
    if ["App", "UIApplicationDelegate", "WKApplicationDelegate", "WKExtensionDelegate"].contains(where: {
      program.type(property.types, inherits: $0, from: property.file)
    }) {
      return true
    }
    let makers = (program.callsByName[name] ?? []).filter {
      program.type(named: $0.name, in: $0.frame.body.types) == property.types
    }
    guard makers.count == 1 else { return false }
    switch program.sinks[ObjectIdentifier(makers[0].expression)] {
    case .property(let outer, let file):
      let found = program.properties(named: outer.name, of: makers[0].frame.body.types, from: file)
      return found.count == 1 && livesAsLongAsTheApp(found[0], depth: depth + 1)
    case .local(let local): return local.isStatic
    default: return false
    }
  }

  /// Whether the receiver of a call is the session: the property, or the parameter of a method of the session's delegate.
  private func isOfSession(_ call: Call, keptIn property: Body) -> Bool {
    guard let base = call.base else { return false }
    if case .name(let name) = base.core.form, let local = call.frame.local(name) {
      guard case .parameter(let parameter, let body) = local.kind,
        parameter.type.map(Program.plain) == "URLSession",
        body.function?.name.hasPrefix("urlSession") ?? false
      else { return false }
      return isOnlySession(ofDelegate: body.types)
    }
    return program.property(of: base, in: call.frame) === property
  }

  /// Whether the session's delegate is of a type that is the delegate of no other session.
  private func isOnlySession(ofDelegate types: [String]) -> Bool {
    let makers = SessionMakings.sessionTypes.flatMap { program.callsByName[$0] ?? [] }.filter { call in
      call["delegate"].map { program.type(of: $0, in: call.frame) == types } ?? false
    }
    return makers.count == 1 && makers[0] === maker
  }
}
