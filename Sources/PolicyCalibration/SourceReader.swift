/// Reads a log or MetricKit payloads as a stream. Keeps the events of a log, and the sums over payloads.
package struct SourceReader {
  private enum Mode {
    /// The reader has seen too few bytes to decide.
    case undecided
    /// Each line is text or one JSON record.
    case lines
    /// JSON payloads or records follow each other or are elements of a list.
    case objects
  }

  /// The number of bytes within which payloads have to be recognized; otherwise the text is a log.
  private static let sniffedBytes = 1 << 16
  /// The longest line that is kept in memory; the rest of a longer line may be lost.
  private static let longestLine = 1 << 24

  private let name: String
  private var mode = Mode.undecided
  /// The bytes of a line that has not ended, or all bytes before the mode is known.
  private var pending: [UInt8] = []
  private var head: [UInt8] = []
  private var splitter = JSONObjectSplitter()
  private var log = LogLines()
  private var payloads = PayloadReader()
  private var hasPayloads = false

  /// A reader of a file or stream with this name.
  package init(name: String) { self.name = name }

  /// Reads the next bytes.
  package mutating func feed(_ bytes: [UInt8]) {
    // A pipe may provide only a few bytes at a time.
    if head.count < LogLines.headBytes { head += bytes.prefix(LogLines.headBytes - head.count) }
    switch mode {
    case .undecided:
      pending += bytes
      mode = Self.mode(of: pending, isEnd: false)
      start()
    case .lines: readLines(bytes)
    case .objects: readObjects(bytes)
    }
  }

  /// Ends the stream; returns the source.
  package mutating func finish() -> CalibrationSource {
    if mode == .undecided {
      mode = Self.mode(of: pending, isEnd: true)
      start()
    }
    switch mode {
    case .undecided: break
    case .lines:
      if !pending.isEmpty { log.read(pending[...]) }
      pending = []
    case .objects: split { $0.finish($1) }
    }
    if hasPayloads {
      return CalibrationSource(name: name, contents: .metrics(payloads.summaries, payloads.unreadable))
    }
    return CalibrationSource(name: name, contents: .log(log.finished(head: head)))
  }

  private mutating func start() {
    guard mode != .undecided else { return }
    let bytes = pending
    pending = []
    if mode == .lines { readLines(bytes) } else { readObjects(bytes) }
  }

  private static func mode(of bytes: [UInt8], isEnd: Bool) -> Mode {
    let isDecided = isEnd || bytes.count >= sniffedBytes
    let words = bytes.lazy.enumerated().filter { $0.element > 0x20 }
    guard let first = words.first else { return isDecided ? .lines : .undecided }
    switch first.element {
    case UInt8(ascii: "["):
      guard let second = words.dropFirst().first?.element else { return isDecided ? .lines : .undecided }
      return second == UInt8(ascii: "{") || second == UInt8(ascii: "]") ? .objects : .lines
    case UInt8(ascii: "{"):
      if MetricReader.looksLikeMetrics(bytes) { return .objects }
      return isDecided ? .lines : .undecided
    default: return .lines
    }
  }

  private mutating func readLines(_ bytes: [UInt8]) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if pending.isEmpty {
        log.read(bytes[start..<end])
      } else {
        pending += bytes[start..<end]
        log.read(pending[...])
        pending.removeAll(keepingCapacity: true)
      }
      start = end + 1
    }
    if pending.count < Self.longestLine { pending += bytes[start...] }
  }

  private mutating func readObjects(_ bytes: [UInt8]) { split { $0.feed(bytes, $1) } }

  private mutating func split(
    _ read: (inout JSONObjectSplitter, (JSONObjectSplitter.Piece) -> Void) -> Void
  ) {
    var splitter = splitter
    self.splitter = JSONObjectSplitter()
    read(&splitter) { piece in
      if hasPayloads || MetricReader.looksLikeMetrics(piece.bytes) {
        hasPayloads = true
        payloads.read(piece)
      } else {
        log.read(piece)
      }
    }
    self.splitter = splitter
  }
}
