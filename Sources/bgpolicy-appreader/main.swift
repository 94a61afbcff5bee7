internal import AppFacts
internal import AppProjects
internal import AppSources
internal import Foundation
internal import JSON

guard let call = ReaderCall(Array(CommandLine.arguments.dropFirst())) else {
  ReaderCall.fail(ReaderCall.usage)
}
Watchdog.start()
let variant = call.variant
guard let disk = DiskTree(call.folder, call.access, FileTexts(variant.texts)) else {
  ReaderCall.fail("bgpolicy-appreader: \(call.folder) is not a folder that can be read")
}
let cache = call.cache(of: disk.root)
let sendableDisk = UncheckedBox(disk)
let projects = DeepStack.run {
  AppProjects(sendableDisk.value) { (name, files) throws(UnreadFact) in
    let sources = files.map {
      SourceFile(path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self), isTest: false)
    }
    do throws(SourceLimitError) { return try ManifestReader.value(of: name, in: sources) } catch {
      throw UnreadFact(
        FactLocation(file: files.first?.path ?? "", line: error.line), reason: error.reason, isRefused: true)
    }
  }
}
let targets = projects?.targets ?? []
let localized =
  variant.readsCode ? LocalizedFiles(disk, languages: projects?.developmentLanguages ?? []) : LocalizedFiles()
let code =
  variant.readsCode
  ? CodeFiles(
    of: targets, and: variant.sources, in: disk, cache, texts: localized.texts,
    resources: NamingFiles(in: disk).names)
  : CodeFiles(namedBy: targets, in: disk)
let facts = AppFacts(
  targets: code.completing(targets), code: code.facts,
  files: Set((projects?.files ?? []) + code.paths + localized.paths).sorted {
    $0.utf8.lexicographicallyPrecedes($1.utf8)
  },
  unread: ((projects?.unread ?? []) + disk.unread + code.unread).sorted { $0.location < $1.location },
  packages: projects?.packages ?? [], languages: projects?.languages ?? [])
print(facts.json.prettyText)

/// A value that only one thread uses at a time.
struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
