#import <Foundation/Foundation.h>

@interface Player : NSObject
+ (instancetype)sharedPlayer;
- (void)play;
- (void)savePosition;
@end
