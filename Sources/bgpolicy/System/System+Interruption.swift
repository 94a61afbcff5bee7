internal import Libc

extension System {
  /// The user's interruption of the process (Ctrl-C), which waits from the time at which a value of this type is created.
  ///
  /// Create a value before other threads start: threads inherit that the interruption waits.
  struct Interruption {
    init() { Self.mask(SIG_BLOCK) }

    /// Makes an interruption end the process by a call of `end`, even if the user interrupted the process earlier.
    func end(by end: @escaping @Sendable () -> Never) {
      let isWaiting = startThread {
        var signals = Self.signals
        var number: Int32 = 0
        while sigwait(&signals, &number) != 0 {}
        end()
      }
      if !isWaiting { Self.mask(SIG_UNBLOCK) }
    }

    private static func mask(_ change: Int32) {
      var signals = signals
      pthread_sigmask(change, &signals, nil)
    }

    private static var signals: sigset_t {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGINT)
      return signals
    }
  }
}
