# treering_warnings: the warnings of every target of ours. None is set globally, so third-party code
# built inside the tree is unaffected.

add_library(treering_warnings INTERFACE)
target_compile_options(treering_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  # Designated initializers name the fields that matter; the others keep their defaults.
  -Wno-missing-field-initializers
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2 -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(treering_warnings INTERFACE
    -Wduplicated-cond -Wlogical-op
    # Once it is inlined, g++ 12 gives these also for correct code of its own library and of Boost
    # (GCC bugs 105329, 105562, 105651), depending even on the length of the build folder's path.
    # Preset asan, built by clang, finds the faults that they are meant to find.
    -Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow
    -Wno-stringop-overread
    # g++ 13 and 14 suspect every reference that a function returns to which a temporary is given,
    # also where it refers to something else (GCC bug 108165).
    $<$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>:-Wno-dangling-reference>)
endif()
if(TREERING_WERROR)
  target_compile_options(treering_warnings INTERFACE -Werror)
endif()

# treering_sanitizers: the sanitizers of preset asan. The first report ends the program.
add_library(treering_sanitizers INTERFACE)
if(TREERING_SANITIZE)
  set(flags "-fsanitize=${TREERING_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(treering_sanitizers INTERFACE ${flags})
  target_link_options(treering_sanitizers INTERFACE ${flags})
endif()
