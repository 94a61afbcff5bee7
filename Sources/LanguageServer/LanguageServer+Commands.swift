internal import JSON
internal import PolicyEditing
internal import PolicySyntax
internal import Quantities

extension LanguageServer {
  /// The commands that a client may call. The last command is for clients that take only commands as code actions.
  static let commandNames = ["bgpolicy.compile", "bgpolicy.estimate", "bgpolicy.gate", "bgpolicy.applyEdit"]

  /// Whether the server has no messages to handle and no diagnostics to publish.
  package var isIdle: Bool { !hasMessages && unpublished.isEmpty }

  /// Whether the client has properly shut the server down.
  package var isShutDown: Bool { phase == .shutDown }

  mutating func execute(_ params: JSONValue, id: JSONValue) throws(ResponseError) -> [Effect] {
    let arguments = params["arguments"]?.elements ?? []
    guard let command = params["command"]?.text, Self.commandNames.contains(command) else {
      throw ResponseError(
        .invalidParams, "There is no command \(params["command"]?.text ?? "without a name")")
    }
    guard command != "bgpolicy.applyEdit" else {
      guard let edit = arguments.first, client.appliesEdits else {
        throw ResponseError(
          .invalidParams, "bgpolicy.applyEdit requires an edit, and a client that applies it")
      }
      return [
        .send(.request(id: nextRequest(), "workspace/applyEdit", ["edit": edit])),
        .send(.answer(to: id, .null)),
      ]
    }
    let uri = arguments.first?.text ?? arguments.first?["uri"]?.text ?? onlyPolicy
    guard let uri else {
      throw ResponseError(.invalidParams, "\(command) requires the URI of a policy")
    }
    let name = FileAddress.name(of: uri)
    guard name.isAbsolutePath else {
      throw ResponseError(.requestFailed, "\(uri) is not a file; save it first")
    }
    guard case .success(let saved) = host.read(name, YAMLLimits.standard.fileSize, name) else {
      throw ResponseError(
        .requestFailed,
        documents[name] == nil ? "Can't read \(name)" : "\(name) is not on the disk yet; save it first")
    }
    if let document = documents[name], document.text.bytes != saved {
      throw ResponseError(.requestFailed, "\(name) has changes that are not saved; save it first")
    }
    commandCount += 1
    let verb = String(command.dropFirst("bgpolicy.".count))
    let page = verb == "estimate" ? host.pagePath(name) : nil
    commands[commandCount] = RunningCommand(id: id, name: verb, page: page, token: params["workDoneToken"])
    let begin = params["workDoneToken"].map {
      [Effect.progress($0, ["kind": "begin", "title": .string("bgpolicy \(verb)")])]
    }
    return (begin ?? [])
      + [
        .run(
          CommandJob(
            number: commandCount, words: [verb, name] + (page.map { ["--format", "html=\($0)"] } ?? []),
            page: page))
      ]
  }

  /// The URI of the open policy, if only one policy is open.
  private var onlyPolicy: String? {
    let policies = documents.values.filter(\.isPolicy)
    return policies.count == 1 ? policies.first?.uri : nil
  }

  mutating func finishCommand(_ number: Int, status: Int32?, _ output: String) -> [Effect] {
    guard let command = commands.removeValue(forKey: number) else { return [] }
    var effects = command.token.map { [Effect.progress($0, ["kind": "end"])] } ?? []
    guard let status else {
      return effects + [.send(.answer(to: command.id, ResponseError(.requestFailed, output)))]
    }
    let page = command.page.map { FileAddress.uri(of: $0) }
    if let page, status <= 1 {
      effects.append(
        client.showsDocuments
          ? .send(
            .request(id: nextRequest(), "window/showDocument", ["uri": .string(page), "external": true]))
          : .show("bgpolicy estimate wrote \(page)", isProblem: false))
    } else {
      let lines = output.split(separator: "\n")
      let text = "bgpolicy \(command.name): " + (lines.last.map(String.init) ?? "done")
      effects.append(.show(text, isProblem: status != 0))
    }
    let result = JSONValue.members([
      "status": .int(Int64(status)), "output": .string(output), "uri": page.map { .string($0) },
    ])
    return effects + [.send(.answer(to: command.id, result))]
  }
}

extension Effect {
  /// A message to the user.
  static func show(_ text: String, isProblem: Bool) -> Effect {
    .send(
      .notification("window/showMessage", ["type": isProblem ? 2 : 3, "message": .string(text)]))
  }
}
