internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionUploadNotFromFile = Rule(
    "BGP140", "session-upload-not-from-file", .transfers, .error,
    summary: "A background upload whose bytes do not come from a file",
    why: """
      The system uploads in a separate process, which can read only a file. Uploads from data or a stream \
      fail after the app exits.
      """,
    guide: RuleGuide(
      symptom: """
        The upload fails after the app exits. An upload from Data has also crashed apps with “Upload tasks \
        from NSData are not supported in background sessions” (seen in 2017).
        """,
      seenIn: [.uploadFromData],
      swift: """
        let task = session.uploadTask(with: request, fromFile: file)
        task.resume()
        """,
      related: ["transfer-source-noop"]),
    citations: [.downloadingInBackground, .urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, direction: upload, source: «data», size: 4MB }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        api: { type: default }
      transfers:
        photos: { session: library, direction: upload, source: file, size: 4MB }
        status: { session: api, direction: upload, source: data, size: 1kB }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard let source = transfer.source, source.value != .file, session.isBackground,
        transfer.direction.value == .upload
      else { return nil }
      return context.diagnostic(
        at: .value(source.node),
        "\(transfer.name.value) uploads from \(source.value == .data ? "data" : "a stream"), which fails after the app exits",
        help: "write the bytes to a file and set source to file",
        related: [(.key(session.name.node), "the background session that carries it")],
        fixes: [
          context.replace(source.node, withPlain: "file", "Set source to file", safety: .changesPolicyOnly)
        ])
    }
  )
}
