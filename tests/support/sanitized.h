// Whether a sanitizer watches this build: it slows the code several times and keeps memory that was
// freed, so tests that promise speed or memory must not judge it.
#pragma once

namespace treering::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace treering::test
