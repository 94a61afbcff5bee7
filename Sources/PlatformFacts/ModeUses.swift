extension PlatformFacts {
  /// The types and functions by which code uses a background mode, by the mode.
  ///
  /// Modes of background tasks and pushes are not listed, because other facts show their use. A type counts even if the code uses it only
  /// in the foreground. Therefore, a mode counts as unused only if the code has none of its types and functions.
  package static let modeUses: Fact<[String: Set<String>]> = Fact(
    [
      "audio": [
        "AUAudioUnit", "AVAudioEngine", "AVAudioPlayer", "AVAudioRecorder", "AVAudioSession",
        "AVCaptureSession", "AVMIDIPlayer", "AVPictureInPictureController", "AVPlayer", "AVPlayerItem",
        "AVPlayerViewController", "AVQueuePlayer", "AVSampleBufferAudioRenderer",
        "AVSampleBufferDisplayLayer",
        "AVSpeechSynthesizer", "ApplicationMusicPlayer", "AudioComponentInstanceNew", "AudioQueueNewInput",
        "AudioQueueNewOutput", "AudioUnit", "CXCallController", "CXProvider", "ConversationManager",
        "MIDIClientCreate", "MIDIClientCreateWithBlock", "MPMusicPlayerController", "MPNowPlayingInfoCenter",
        "MPRemoteCommandCenter", "PHASEEngine", "VideoPlayer", "WKWebView",
      ],
      "bluetooth-central": ["ASAccessorySession", "CBCentralManager"],
      "bluetooth-peripheral": ["CBPeripheralManager"],
      "external-accessory": ["EAAccessoryManager", "EASession"],
      "location": ["CLBackgroundActivitySession", "CLLocationUpdate", "CLServiceSession"],
      "nearby-interaction": ["NISession"],
      "network-authentication": ["NEHotspotHelper"],
      "push-to-talk": ["PTChannelManager"],
      "voip": ["CXCallController", "CXProvider", "ConversationManager", "PKPushRegistry"],
      "workout-processing": ["HKWorkoutSession"],
    ], .documented, .executionModes)
}
