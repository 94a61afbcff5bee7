internal import PolicyModel
internal import PolicySyntax

/// Finds an app's code on disk and reads it.
enum CodeFiles {
  private static let endings = [".swift", ".m", ".mm", ".h"]
  /// Nobody writes larger files by hand.
  private static let largest = 8 << 20

  /// Hands over each file of Swift and Objective-C in a folder, or the one that the path leads to, sorted by path.
  static func visit(_ path: String, _ visit: (SourceText) -> Void) {
    guard System.kind(of: path) == .folder else { return read(path, visit) }
    for name in System.names(inFolder: path) where !name.hasPrefix(".") {
      let inner = path == "." ? name : "\(path)/\(name)"
      switch System.kind(of: inner) {
      case .folder where !PolicyFiles.skippedFolders.contains(name) && !System.isLink(inner):
        self.visit(inner, visit)
      case .file: read(inner, visit)
      default: break
      }
    }
  }

  /// Why there is no code to read at a path; `nil` if there may be.
  static func problem(of path: String) -> UnreadableFile? {
    System.kind(of: path) == nil ? UnreadableFile("No such file or directory") : nil
  }

  private static func read(_ path: String, _ visit: (SourceText) -> Void) {
    guard endings.contains(where: path.hasSuffix), let bytes = try? System.read(path, limit: largest),
      bytes.count <= largest
    else { return }
    visit(SourceText(name: path, bytes: bytes))
  }
}
