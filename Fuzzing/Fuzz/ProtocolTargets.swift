internal import JSON
internal import LanguageServer
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import Quantities

extension FuzzTarget {
  /// Calls of the tool, and messages of an editor.
  static let protocols = [
    FuzzTarget(name: "arguments") { bytes in
      let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      do throws(UsageError) {
        let (options, rest) = try Arguments.leadingOptions(of: words)
        guard let name = rest.first else { return }
        let command = try Tool.command(name)
        var arguments = try Arguments(options + rest.dropFirst(), for: CommandSyntax(command))
        _ = try CommonOptions(&arguments)
        _ = try command.init(&arguments)
      } catch {
        Fuzz.require(!error.message.isEmpty, "an error has no message")
      }
    },
    // What people copy out of their logs.
    FuzzTarget(name: "explain") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let symptoms = Symptom.found(in: text)
      let names = RuleSearch().rules(for: text)
      for document in [
        SymptomReference.document(of: symptoms), SymptomReference.document(of: names, for: text),
        SymptomReference.document(of: Symptom.rules(describing: text), for: text),
      ] {
        checkOutput(document.text(style: Style(isColored: false)), "explain")
        checkOutput(document.markdown, "explain as Markdown")
      }
      for json in [SymptomReference.json(of: symptoms), SymptomReference.json(of: names)] {
        Fuzz.require((try? JSONReader.read(Array(json.prettyText.utf8))) != nil, "explain is not JSON")
      }
    },
    FuzzTarget(name: "lsp") { bytes in
      var reader = MessageReader()
      var server = LanguageServer(host)
      var (start, hasEnded) = (0, false)
      let step = 1 + bytes.count % 97
      while start < bytes.count, !hasEnded {
        reader.append(Array(bytes[start..<min(start + step, bytes.count)]))
        start += step
        while let part = reader.next() { server.enqueue(part) }
        repeat {
          for effect in server.step() {
            switch effect {
            case .send(let message):
              let text = message.compactText
              Fuzz.require((try? JSONReader.read(Array(text.utf8))) != nil, "\(text) is no JSON")
            case .exit: hasEnded = true
            case .estimate(let job):
              for effect in server.finish(.abandoned(document: job.document, number: job.number)) {
                if case .send(let message) = effect { _ = message.compactText }
              }
            case .run(let job): _ = server.finish(.ran(number: job.number, status: 0, output: ""))
            case .cancelEstimate: break
            }
          }
        } while !server.isIdle && !hasEnded
      }
    },
  ]

  private static let host = ServerHost(
    read: { path, _, _ in base(path) }, code: { _, _ in .success([]) },
    identifiers: { _, _ in ["com.example.code"] },
    isPolicyName: { $0.hasSuffix("yaml") }, select: { _, _ in }, today: { CalendarDate("2026-11-23") },
    pagePath: { _ in "/tmp/page.html" }, version: "0")
}
