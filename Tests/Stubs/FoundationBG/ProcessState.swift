import Foundation

/// What a process does not share with other processes, although a driver runs all processes in one program: the objects that a process
/// makes once, and the folders of its container.
public final class ProcessState: @unchecked Sendable {
  public static let shared = ProcessState()

  /// An object of a process is known by its type.
  private struct Key: Hashable {
    let process: Int
    let type: ObjectIdentifier
  }

  private let lock = NSLock()
  private var objects: [Key: AnyObject] = [:]
  private var containers: [Int: String] = [:]

  /// Gives the process that runs the container of an app or of an extension.
  public func enter(_ container: String) {
    lock.withLock { containers[Device.shared.process] = container }
  }

  /// The name of the extension that runs; `nil` for the app.
  var extensionName: String? {
    lock.withLock { containers[Device.shared.process] }.flatMap { $0 == "app" ? nil : $0 }
  }

  /// The object of its type that the process makes once, like a static property.
  public func once<Object: AnyObject>(_ make: () -> Object) -> Object {
    lock.withLock {
      let key = Key(process: Device.shared.process, type: ObjectIdentifier(Object.self))
      if let known = objects[key] as? Object { return known }
      let object = make()
      objects[key] = object
      return object
    }
  }
}

extension FileManager {
  /// A folder in the container of the process. The container of the app is the user's folder.
  public func urlInContainer(
    for directory: SearchPathDirectory, in domain: SearchPathDomainMask, appropriateFor url: URL?,
    create: Bool
  ) throws -> URL {
    let folder = try self.url(for: directory, in: domain, appropriateFor: url, create: create)
    guard let name = ProcessState.shared.extensionName else { return folder }
    let own = folder.appendingPathComponent("Containers/\(name)")
    try createDirectory(at: own, withIntermediateDirectories: true)
    return own
  }
}
