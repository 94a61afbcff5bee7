extension Call {
  /// The call that removes the file of an upload in the code that starts the upload, without waiting for the upload.
  func removalOfUploadedFile(_ program: Program) -> Call? {
    guard let name = self["fromFile"]?.core.path?.first, let file = frame.local(name) else { return nil }
    let around = Set(frame.chain.map(ObjectIdentifier.init))
    let waits = (program.callsByName["wait"] ?? []).contains { $0.frame.callable === frame.callable }
    guard !waits else { return nil }
    let removals = (program.callsByName["removeItem"] ?? []).filter {
      $0.frame.local(name) === file && $0.arguments.first?.value.core.path?.first == name
    }
    return (removals + program.removals(by: file)).first { other in
      guard other !== self else { return false }
      if isFollowed(byDispatched: other, program) { return true }
      guard other.frame.callable === frame.callable else { return false }
      let own = other.frame.chain.prefix { !around.contains(ObjectIdentifier($0)) }
      let isDeferred = own.contains { if case .defer = $0.kind { true } else { false } }
      // The code may await the end of the upload, which a delegate announces.
      let end = isDeferred ? Int.max : other.order
      guard !frame.callable.awaits.contains(where: { order < $0 && $0 < end }) else { return false }
      return own.isEmpty && other.order > order || own.count == 1 && isDeferred
    }
  }
}

extension Call {
  /// Whether the code that makes this call then lets the main queue make another call, without a condition and without waiting for anything.
  fileprivate func isFollowed(byDispatched other: Call, _ program: Program) -> Bool {
    guard case .closure(_, let around?, _) = other.frame.callable.kind, other.frame === other.frame.callable,
      let dispatch = program.callsByExpression[ObjectIdentifier(around.core)], dispatch.name == "async",
      dispatch.base?.core.path == ["DispatchQueue", "main"], dispatch.frame === frame, dispatch.order > order
    else { return false }
    return !frame.callable.awaits.contains { order < $0 && $0 < dispatch.order }
  }
}

extension Program {
  /// The calls of functions that always remove the file which a variable names.
  fileprivate func removals(by file: Local) -> [Call] {
    file.uses.compactMap { use -> Call? in
      guard case .argument(let call, let index)? = sinks[ObjectIdentifier(use.expression)],
        let parameter = parameter(for: index, of: call)
      else { return nil }
      let removes = parameter.uses.contains { use in
        guard case .argument(let inner, _)? = sinks[ObjectIdentifier(use.expression)] else { return false }
        return inner.name == "removeItem" && inner.frame.callable === parameter.frame
          && !inner.frame.isConditional(within: [parameter.frame])
      }
      return removes ? call : nil
    }
  }
}
