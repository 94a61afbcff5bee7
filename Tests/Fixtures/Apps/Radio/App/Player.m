#import "Player.h"
#import <AVFoundation/AVFoundation.h>

@implementation Player {
  UIBackgroundTaskIdentifier _task;
}

+ (instancetype)sharedPlayer {
  static Player *player;
  static dispatch_once_t once;
  dispatch_once(&once, ^{ player = [[Player alloc] init]; });
  return player;
}

- (void)play {
  NSError *error;
  [[AVAudioSession sharedInstance] setCategory:AVAudioSessionCategoryPlayback error:&error];
  if (error) NSLog(@"%@", error);
}

- (void)savePosition {
  UIApplication *application = [UIApplication sharedApplication];
  _task = [application beginBackgroundTaskWithName:@"Save position"
                                 expirationHandler:^{
                                   [self end];
                                 }];
  [self play];
  [self end];
}

- (void)end {
  if (_task == UIBackgroundTaskInvalid) return;
  [[UIApplication sharedApplication] endBackgroundTask:_task];
  _task = UIBackgroundTaskInvalid;
}

@end
