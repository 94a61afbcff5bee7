internal import AppFacts
internal import PolicyGen
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// The inputs of a gate, and attestations on disk.
enum GateAttestation {
  /// The tool and version in attestations.
  static var tool: String { "bgpolicy \(ToolVersion.current)" }

  /// The inputs of a policy's check: the policy's files, the app's files that the policy names or that may have findings, and the
  /// generated files.
  static func inputs(
    of reading: PolicyReading, at path: String, _ compilation: Compilation?, _ access: FileAccess
  ) -> [Attestation.Input] {
    let access = access.repository(around: path)
    // A property list in binary has no text among the sources.
    let lists = Set(reading.appFiles.propertyLists.map(\.path))
    var inputs = lists.map { input($0, access) }
    inputs += reading.sources.filter { !lists.contains($0.name) }
      .map { Attestation.Input(path: $0.name, $0.bytes) }
    for code in reading.appFiles.code {
      guard case .success(let files) = code.files else { continue }
      inputs += files.map { Attestation.Input(path: $0.name, $0.bytes) }
    }
    if case .success(let app)? = reading.appFiles.app {
      inputs.append(
        Attestation.Input(path: "facts:\(app.folder)", Array(app.facts.json.canonicalText.utf8)))
    }
    return inputs + (compilation?.contents ?? []).map { Attestation.Input(path: $0.path, $0.bytes) }
  }

  /// The input for the file at a path.
  static func input(_ path: String, _ access: FileAccess) -> Attestation.Input {
    Attestation.Input(path: path, try? access.readRegularFile(path, limit: RecordFile.sizeLimit))
  }

  static func read(_ path: String, _ access: FileAccess) throws(UsageError) -> Attestation {
    let file = RecordFile(kind: "an attestation", writer: "bgpolicy gate --attest \(path)")
    let value = try file.read(path, access)
    do throws(Attestation.Unreadable) {
      return try Attestation(json: value)
    } catch {
      throw file.error(path, error.reason)
    }
  }
}
