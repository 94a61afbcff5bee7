// The objects that an app keeps while it runs.
extension Program {
  /// Whether an object of a type is the app's delegate, a shared instance, or an object that a property keeps from its declaration on.
  func keepsObject(of path: [String], from file: FileIndex) -> Bool {
    guard !path.isEmpty else { return false }
    if ["UIApplicationDelegate", "WKApplicationDelegate", "WKExtensionDelegate"].contains(where: {
      type(path, inherits: $0, from: file)
    }) {
      return true
    }
    return (callsByName[path[path.count - 1]] ?? []).contains { call in
      switch sinks[ObjectIdentifier(call.expression)] {
      case .property: break
      // A single object of Objective-C: `static Uploader *shared`.
      case .assigned(let target, let frame):
        guard case .name(let name) = target.core.form, frame.local(name)?.isStatic ?? true else {
          return false
        }
      case .local(let local): guard local.isStatic else { return false }
      default: return false
      }
      return type(named: call.name, in: call.frame.body.types) == path
    }
  }
}
