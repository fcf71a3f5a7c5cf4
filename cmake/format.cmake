# Fails when clang-format would change a file of ours: cmake -P cmake/format.cmake
# To fix: cmake -DFIX=ON -P cmake/format.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/our_sources.cmake")
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)

# Other versions format differently, so exactly this one.
find_program(clang_format clang-format-16)
if(NOT clang_format)
  message("skipped: clang-format-16 is not installed")
  return()
endif()

treering_our_sources("${root}" files *.h *.cpp)
set(mode --dry-run -Werror)
if(FIX)
  set(mode -i)
endif()
execute_process(COMMAND "${clang_format}" ${mode} ${files}
                WORKING_DIRECTORY "${root}" RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "not formatted; run: cmake -DFIX=ON -P cmake/format.cmake")
endif()
