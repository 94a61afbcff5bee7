// The objects that an app keeps while it runs.
extension Program {
  /// Whether an object of a type is the app's delegate, a shared instance, an object that a property keeps from its declaration on, or an
  /// object that the initializer of such an object makes.
  func keepsObject(of path: [String], from file: FileIndex) -> Bool {
    keepsObject(of: path, from: file, depth: 0)
  }

  private func keepsObject(of path: [String], from file: FileIndex, depth: Int) -> Bool {
    guard !path.isEmpty, depth < 3 else { return false }
    if ["UIApplicationDelegate", "WKApplicationDelegate", "WKExtensionDelegate"].contains(where: {
      type(path, inherits: $0, from: file)
    }) {
      return true
    }
    return (callsByName[path[path.count - 1]] ?? []).contains { call in
      switch sinks[ObjectIdentifier(call.expression)] {
      case .property: break
      case .assigned(let target, let frame):
        // A single object of Objective-C: `static Uploader *shared`.
        if case .name(let name) = target.core.form, frame.local(name)?.isStatic ?? true { break }
        guard isKept(by: target, in: frame, depth: depth) else { return false }
      case .local(let local): guard local.isStatic else { return false }
      default: return false
      }
      return type(named: call.name, in: call.frame.body.types) == path
    }
  }

  /// Whether an initializer assigns an object to a property that no other code sets, and the app keeps the
  /// object with the property.
  private func isKept(by target: Expression, in frame: Frame, depth: Int) -> Bool {
    let body = frame.body
    guard body.function?.name == "init", frame.callable === body.frame,
      let kept = property(of: target, in: frame), kept.types == body.types,
      let name = kept.property?.name
    else { return false }
    let isSetElsewhere = (assignmentsByName[name] ?? []).contains { assignment in
      assignment.frame.body !== body
        && property(of: assignment.target, in: assignment.frame) === kept
    }
    return !isSetElsewhere && keepsObject(of: body.types, from: body.file, depth: depth + 1)
  }
}
