/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every header of the library needs: visibility, C linkage, assertions.
 * Not here: anything about PCI Express.
 */
#ifndef ACKNAK_API_H
#define ACKNAK_API_H

#if defined(__GNUC__)
#define AK_API __attribute__((visibility("default")))
#else
#define AK_API
#endif

#ifdef __cplusplus
#define AK_BEGIN_DECLS extern "C" {
#define AK_END_DECLS   }
#else
#define AK_BEGIN_DECLS
#define AK_END_DECLS
#endif

/*
 * AK_ASSERT(condition) guards against mistakes of the caller, never against what a peer sends.
 * Define it before the library is compiled to use your own; otherwise it stops the program when
 * ACKNAK_ASSERTIONS is defined to 1 and costs nothing when it is not.
 */
#ifndef AK_ASSERT
#if defined(ACKNAK_ASSERTIONS) && ACKNAK_ASSERTIONS
#define AK_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define AK_ASSERT(condition) ((void)(0 && (condition)))
#endif
#endif

#endif
