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

  /// The types that set the category of the audio session by themselves, or that play outside the app.
  package static let ownAudioSessions: Fact<Set<String>> = Fact(
    [
      "AVCaptureSession", "ApplicationMusicPlayer", "CXCallController", "CXProvider", "ConversationManager",
      "MPMusicPlayerController", "PTChannelManager", "WKWebView",
    ], .assumed, .ourInference)
  /// The categories of audio sessions whose sound stops when the screen is locked or the app enters the background.
  package static let silencedAudioCategories: Fact<Set<String>> = Fact(
    ["ambient", "soloAmbient"], .documented, .audioCategories)
  /// The categories of audio sessions that play or record in the background.
  package static let audibleAudioCategories: Fact<Set<String>> = Fact(
    ["multiRoute", "playAndRecord", "playback", "record"], .documented, .audioCategories)
  /// The types whose sound depends on the category of the app's audio session.
  package static let audioPlayers: Fact<Set<String>> = Fact(
    [
      "AVAudioEngine", "AVAudioPlayer", "AVPlayer", "AVPlayerItem", "AVPlayerViewController", "AVQueuePlayer",
      "VideoPlayer",
    ], .documented, .audioCategories)
  /// The types of packages that pass a push of PushKit on to JavaScript, which runs after the method for the push has returned. Their methods
  /// report no call.
  package static let pushForwarders: Fact<Set<String>> = Fact(
    ["RNVoipPushNotificationManager"], .reported, .reactVoIPPush)
}
