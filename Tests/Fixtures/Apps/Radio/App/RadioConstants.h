#ifndef RADIO_CONSTANTS_H
#define RADIO_CONSTANTS_H

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

FOUNDATION_EXPORT NSString *const RadioRefreshIdentifier;
FOUNDATION_EXPORT NSString *const RadioEpisodesIdentifier;

#define RADIO_PREFIX @"com.example.radio"

NS_ASSUME_NONNULL_END

#endif
