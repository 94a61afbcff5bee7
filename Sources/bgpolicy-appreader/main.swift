internal import AppFacts
internal import AppProjects
internal import AppSources
internal import Foundation
internal import JSON

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: bgpolicy-appreader DIR\n".utf8))
  exit(2)
}
guard let disk = DiskTree(CommandLine.arguments[1]) else {
  FileHandle.standardError.write(
    Data("bgpolicy-appreader: \(CommandLine.arguments[1]) is not a folder that can be read\n".utf8))
  exit(2)
}
let projects = AppProjects(disk) { name, files in
  ManifestReader.value(
    of: name,
    in: files.map {
      SourceFile(path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self), isTest: false)
    })
}
let sources = SwiftSources(of: projects.targets, in: disk)
let facts = AppFacts(
  targets: projects.targets, code: await sources.facts(),
  files: Set(projects.files + sources.paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
  unread: (projects.unread + disk.unread).sorted { $0.location < $1.location })
print(facts.json.prettyText)
