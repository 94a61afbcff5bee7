internal import PolicyModel

/// The part of a continued processing task that the app uses.
enum ContinuedWork {
  /// Writes the name of the runtime's type for the work of the app.
  static func write(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("A piece of work that a person has started and may watch in the system's interface.")
    writer.assignment(
      "\(context.access)typealias \(context.name)ContinuedWork",
      "ContinuedWork<\(context.name)TaskIdentifier>")
  }
}

extension GeneratedTask {
  /// The registration's argument about the GPU. Empty if the task does not ask for the GPU.
  var lendsGPU: String { asksForGPU ? ", asksForGPU: true" : "" }

  /// Whether the task's request asks for the GPU.
  var asksForGPU: Bool {
    type == .continuedProcessing && request.requiredResources?.value.contains { $0.value == .gpu } == true
  }
}
