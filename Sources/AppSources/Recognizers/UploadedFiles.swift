extension Call {
  /// The call that removes the file of an upload in the code that starts the upload, without waiting for the upload.
  func removalOfUploadedFile(_ program: Program) -> Call? {
    guard let name = self["fromFile"]?.core.path?.first, let file = frame.local(name) else { return nil }
    let around = Set(frame.chain.map(ObjectIdentifier.init))
    let waits = (program.callsByName["wait"] ?? []).contains { $0.frame.callable === frame.callable }
    guard !waits else { return nil }
    return (program.callsByName["removeItem"] ?? []).first { other in
      guard other.frame.callable === frame.callable, other.frame.local(name) === file,
        other.arguments.first?.value.core.path?.first == name
      else { return false }
      let own = other.frame.chain.prefix { !around.contains(ObjectIdentifier($0)) }
      let isDeferred = own.contains { if case .defer = $0.kind { true } else { false } }
      return own.isEmpty && other.order > order || own.count == 1 && isDeferred
    }
  }
}
