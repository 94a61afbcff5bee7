#import "EpisodeCleanup.h"
#import "RadioConstants.h"
#import <BackgroundTasks/BackgroundTasks.h>

// Episodes that nobody has heard for a while, [[BGTaskScheduler sharedScheduler] cancelAllTaskRequests] is not for them.
static NSString *const kIdentifier = RADIO_PREFIX @".cleanup";

@interface EpisodeCleanup ()
@property (nonatomic, strong) NSOperationQueue *queue;
@end

@implementation EpisodeCleanup

+ (EpisodeCleanup *)sharedCleanup {
  static EpisodeCleanup *cleanup;
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    cleanup = [[self alloc] init];
  });
  return cleanup;
}

- (instancetype)init {
  self = [super init];
  if (self) {
    _queue = [[NSOperationQueue alloc] init];
  }
  return self;
}

- (void)registerTask {
  [[BGTaskScheduler sharedScheduler]
      registerForTaskWithIdentifier:kIdentifier
                         usingQueue:dispatch_get_main_queue()
                      launchHandler:^(__kindof BGTask *_Nonnull task) {
                        [self runTask:(BGProcessingTask *)task];
                      }];
}

- (void)runTask:(BGProcessingTask *)task {
  __weak typeof(self) weakSelf = self;
  task.expirationHandler = ^{
    [weakSelf.queue cancelAllOperations];
  };
  NSDate *date = [NSDate dateWithTimeIntervalSinceNow:-RADIO_DAYS(30)];
  [self removeEpisodesBefore:date completion:^(BOOL isComplete) {
    [task setTaskCompletedWithSuccess:isComplete];
  }];
}

- (void)schedule {
  BGProcessingTaskRequest *request = [[BGProcessingTaskRequest alloc] initWithIdentifier:kIdentifier];
  request.requiresExternalPower = YES;
  request.earliestBeginDate = [[NSDate date] dateByAddingTimeInterval:RADIO_DAYS(2)];
  NSError *error;
  if (![[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:&error]) {
    NSLog(@"The cleanup was not scheduled: %@", error);
  }
}

- (void)scheduleAsVersionOneDid {
  [[BGTaskScheduler sharedScheduler]
      submitTaskRequest:[[BGProcessingTaskRequest alloc] initWithIdentifier:@"com.example.radio.old"]
                  error:nil];
}

#if DEBUG
- (void)simulate {
  [[BGTaskScheduler sharedScheduler] performSelector:@selector(_simulateLaunchForTaskWithIdentifier:)
                                          withObject:kIdentifier];
}
#endif

- (void)removeEpisodesBefore:(NSDate *)date completion:(void (^)(BOOL))completion {
  [self.queue addOperationWithBlock:^{
    NSArray<NSURL *> *files =
        [[NSFileManager defaultManager] contentsOfDirectoryAtURL:[NSURL fileURLWithPath:NSTemporaryDirectory()]
                                      includingPropertiesForKeys:@[ NSURLCreationDateKey ]
                                                         options:0
                                                           error:nil];
    for (NSURL *file in files) {
      NSDate *made;
      [file getResourceValue:&made forKey:NSURLCreationDateKey error:nil];
      if ([made compare:date] == NSOrderedAscending) [[NSFileManager defaultManager] removeItemAtURL:file error:nil];
    }
    completion(YES);
  }];
}

@end
