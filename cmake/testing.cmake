# treering_test(NAME [FOLDER folder] [DEPS core ...] [PRIVATE_DEPS lib ...] [SOURCES file ...])
#
# One GoogleTest program per library: treering_NAME_tests of every .cpp file in and below the folder,
# or else the current one, and of SOURCES; it links tests/support. CTest lists its cases one by one as NAME.Suite.Case. Tests
# run with the repository as working directory, so that a path like topologies/x.json means the same
# in a test, in an error message and on the command line. Under CTest properties always see the same
# samples, so that a change makes the gate fail and not luck; a test program run by hand draws new
# samples, and more of them with RC_PARAMS="max_success=10000".
#
# With TREERING_UNITY the files of a folder are compiled as one, sixteen at a time. Each file is a
# namespace of its own name, so that their helpers may have equal names. All programs share one
# precompiled header, and GCC compiles tests with -Og and without debug information: it takes less
# time, and what tests run for is in the libraries. Whoever steps through a test builds with
# -DTREERING_TEST_OPTIONS=-g.

if(TREERING_TESTS)
  enable_testing()
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)  # rapidcheck, rapidcheck_gtest
  include(GoogleTest)
endif()

function(treering_test name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "FOLDER" "SOURCES;DEPS;PRIVATE_DEPS;HEADERS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  set(target treering_${name}_tests)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER}/*.cpp")
  add_executable(${target} ${sources} ${ARG_SOURCES})
  set_target_properties(${target} PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE treering_test_support)
  _treering_link(${target} PRIVATE "${ARG_DEPS}" "${ARG_PRIVATE_DEPS};fmt::fmt;GTest::gmock_main")
  if(ARG_HEADERS)
    _treering_compile_quickly(${target} HEADERS <gtest/gtest.h> <gmock/gmock.h> ${ARG_HEADERS})
  else()
    _treering_compile_quickly(${target} AS treering_test_headers)
  endif()
  _treering_unite_folders(${target} ${sources})
  gtest_discover_tests(${target} TEST_PREFIX "${name}." WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
                       PROPERTIES LABELS ${name} TIMEOUT 900 ENVIRONMENT RC_PARAMS=seed=1
                       DISCOVERY_TIMEOUT 60)
endfunction()

function(_treering_compile_quickly target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE ${TREERING_TEST_OPTIONS})
  endif()
  treering_precompile(${target} ${ARGN})
endfunction()

function(_treering_unite_folders target)
  treering_unite(${target})
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    list(APPEND files_of_${folder} "${source}")
    list(LENGTH files_of_${folder} count)
    math(EXPR part "(${count} - 1) / 16 + 1")
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    treering_unity_group(${target} "tests_${folder}_${part}" "${source}")
  endforeach()
endfunction()

# treering_fuzzer(NAME [DICTIONARY name] [DEPS core ...] [PRIVATE_DEPS lib ...])
#
# NAME_fuzz.cpp in tests/fuzz defines LLVMFuzzerTestOneInput. With TREERING_FUZZ it becomes a
# libFuzzer program that CTest runs for a few seconds from the seeds; otherwise a program that
# replays each seed and each past crasher once:
#   tests/fuzz/corpus/NAME/*        seeds
#   tests/fuzz/regressions/NAME/*   inputs that once crashed or hung
# libFuzzer puts words of tests/fuzz/dictionaries/NAME.dict, or of another DICTIONARY, into inputs.
function(treering_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "DICTIONARY" "DEPS;PRIVATE_DEPS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  set(target treering_${name}_fuzz)
  set(folder "${PROJECT_SOURCE_DIR}/tests/fuzz")
  set(dictionary "${folder}/dictionaries/${name}.dict")
  if(ARG_DICTIONARY)
    set(dictionary "${folder}/dictionaries/${ARG_DICTIONARY}.dict")
  endif()
  if(NOT EXISTS "${dictionary}")
    message(FATAL_ERROR "${dictionary}: not found; write the words of the format there")
  endif()
  set(seeds "${folder}/corpus/${name}" "${folder}/regressions/${name}")
  add_executable(${target} "${folder}/${name}_fuzz.cpp")
  set_target_properties(${target} PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE treering_test_support)
  _treering_link(${target} PRIVATE "${ARG_DEPS}" "${ARG_PRIVATE_DEPS}")
  if(TREERING_FUZZ)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_test(NAME fuzz.${name}
             COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=$<TARGET_FILE:${target}>"
                     "-DSECONDS=${TREERING_FUZZ_SECONDS}" "-DSEED=${TREERING_FUZZ_SEED}"
                     "-DSEEDS=${seeds}" "-DDICTIONARY=${dictionary}"
                     "-DSCRATCH=${PROJECT_BINARY_DIR}/fuzz/${name}"
                     -P "${PROJECT_SOURCE_DIR}/cmake/run_fuzzer.cmake")
  else()
    target_link_libraries(${target} PRIVATE treering_fuzz_replay)
    add_test(NAME fuzz.${name} COMMAND ${target} ${seeds})
  endif()
  set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT 300)
  set_property(GLOBAL APPEND PROPERTY treering_fuzzers ${target})
endfunction()
