#import <Foundation/Foundation.h>

@interface EpisodeCleanup : NSObject
@property (class, nonatomic, readonly) EpisodeCleanup *sharedCleanup;
- (void)registerTask;
- (void)schedule;
- (void)removeEpisodesBefore:(NSDate *)date completion:(void (^)(BOOL isComplete))completion;
@end
