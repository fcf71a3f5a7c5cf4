# Options of the build, and settings that hold for every target.

option(TREERING_WERROR "Treat compiler warnings as errors" OFF)
option(TREERING_TESTS "Build the tests" ON)
set(TREERING_TEST_OPTIONS -Og -g0 CACHE STRING "GCC's options for the tests, after all others")
option(TREERING_BENCH "Build the programs of bench/, which print figures" ${TREERING_TESTS})
option(TREERING_FUZZ "Build fuzz targets with libFuzzer (needs clang and TREERING_SANITIZE)" OFF)
set(TREERING_FUZZ_SECONDS 10 CACHE STRING "How long CTest runs each libFuzzer target")
option(TREERING_PRECOMPILE "Precompile the headers that nearly every file includes" OFF)
option(TREERING_UNITY "Compile the files of a room as one" OFF)
# Fixed, so that a change makes the gate fail and not luck. For a longer search:
#   cmake --preset asan -DTREERING_FUZZ_SECONDS=600 -DTREERING_FUZZ_SEED=0
set(TREERING_FUZZ_SEED 1 CACHE STRING "Seed of each libFuzzer target; 0: another each time")
set(TREERING_SANITIZE "" CACHE STRING "Sanitizers for all code, as -fsanitize= takes them")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# Whether the compiler optimizes, by the last option of that kind.
set(TREERING_OPTIMIZES OFF)
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" MATCHES ".*-O([^ ]+)"
   AND NOT CMAKE_MATCH_1 STREQUAL "0")
  set(TREERING_OPTIMIZES ON)
endif()
