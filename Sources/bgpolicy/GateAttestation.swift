internal import AppFacts
internal import PolicyGen
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// The inputs of a gate, and attestations on disk.
enum GateAttestation {
  /// The tool, as attestations name it.
  static var tool: String { "bgpolicy \(ToolVersion.current)" }

  /// The inputs of the check of a policy: its files, those of the app that it names, and its generated files.
  static func inputs(of reading: PolicyReading, _ compilation: Compilation?) -> [Attestation.Input] {
    var inputs = reading.policySources.map { Attestation.Input(path: $0.name, $0.bytes) }
    for list in reading.appFiles.propertyLists { inputs.append(input(list.path)) }
    for code in reading.appFiles.code {
      guard case .success(let files) = code.files else { continue }
      inputs += files.map { Attestation.Input(path: $0.name, $0.bytes) }
    }
    if case .success(let app)? = reading.appFiles.app {
      inputs.append(
        Attestation.Input(path: "facts:\(app.folder)", Array(app.facts.json.canonicalText.utf8)))
    }
    return inputs + (compilation?.paths ?? []).map(input)
  }

  /// A file by its path.
  static func input(_ path: String) -> Attestation.Input {
    Attestation.Input(path: path, try? System.read(path, limit: RecordFile.sizeLimit))
  }

  /// Reads an attestation.
  static func read(_ path: String) throws(UsageError) -> Attestation {
    let file = RecordFile(kind: "an attestation", writer: "bgpolicy gate --attest \(path)")
    let value = try file.read(path)
    do throws(Attestation.Unreadable) {
      return try Attestation(json: value)
    } catch {
      throw file.error(path, error.reason)
    }
  }
}
