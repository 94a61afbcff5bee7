import Foundation
import PackagePlugin

/// Compiles the policy in a target's folder to Swift, as a part of every build of the target.
@main struct BGPolicyPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    guard let policy = PolicyFile(in: target.directoryURL) else {
      Diagnostics.warning("\(target.name) has no bgpolicy.yaml in \(target.directoryURL.path)")
      return []
    }
    return [
      try policy.compilation(
        for: target.name, in: context.package.directoryURL, by: context.tool(named: "bgpolicy").url,
        into: context.pluginWorkDirectoryURL)
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension BGPolicyPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let policies = target.inputFiles.map(\.url).filter { PolicyFile.names.contains($0.lastPathComponent) }
      let folder = context.xcodeProject.directoryURL.appending(path: target.displayName)
      guard let policy = policies.first.map(PolicyFile.init(at:)) ?? PolicyFile(in: folder) else {
        Diagnostics.warning(
          "\(target.displayName) has no bgpolicy.yaml among its files and none in \(folder.path)")
        return []
      }
      return [
        try policy.compilation(
          for: target.displayName, in: context.xcodeProject.directoryURL,
          by: context.tool(named: "bgpolicy").url, into: context.pluginWorkDirectoryURL)
      ]
    }
  }
#endif
