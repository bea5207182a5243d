// Macros of <TargetConditionals.h>: each is 0 or 1. A source may have defined some itself.
#ifndef MTLB_TARGET_CONDITIONALS_H
#define MTLB_TARGET_CONDITIONALS_H
#define TARGET_OS_MAC 1
#define TARGET_OS_WIN32 0
#define TARGET_OS_LINUX 0
#define TARGET_OS_UNIX 0
#define TARGET_OS_SIMULATOR 0
#define TARGET_OS_MACCATALYST 0
#define TARGET_OS_TV 0
#define TARGET_OS_WATCH 0
#define TARGET_OS_VISION 0
#ifdef __METAL_MACOS__
#define TARGET_OS_OSX 1
#undef TARGET_OS_IPHONE
#define TARGET_OS_IPHONE 0
#define TARGET_OS_IOS 0
#else
#define TARGET_OS_OSX 0
#undef TARGET_OS_IPHONE
#define TARGET_OS_IPHONE 1
#define TARGET_OS_IOS 1
#endif
#endif
