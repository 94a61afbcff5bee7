// XcodeProjectPlugin as Xcode provides it, to compile the plugins' part for Xcode projects without Xcode.

import Foundation
import PackagePlugin

public struct XcodePluginContext {
  public let pluginWorkDirectoryURL: URL
  public let xcodeProject: XcodeProject
  public func tool(named name: String) throws -> PluginContext.Tool { fatalError(name) }
}

public struct XcodeProject {
  public let displayName: String
  public let directoryURL: URL
  public let targets: [XcodeTarget]
}

public struct XcodeTarget {
  public let displayName: String
  public let inputFiles: FileList
}

public protocol XcodeBuildToolPlugin: Plugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public protocol XcodeCommandPlugin: Plugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws
}
