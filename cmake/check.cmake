# The rest of the gate, after `./quickstart test`. Stops at the first failure.
#   cmake [-DPRESETS=readers] -P cmake/check.cmake

cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
message("-- check: format")
execute_process(COMMAND "${CMAKE_COMMAND}" -P "${CMAKE_CURRENT_LIST_DIR}/format.cmake"
                RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "check: format failed")
endif()
# asan comes last: it runs all tests, layers among them, and its summary counts them.
if(NOT PRESETS)
  set(PRESETS tidy asan)
endif()
foreach(preset IN LISTS PRESETS)
  message("-- check: ${preset}")
  execute_process(COMMAND "${CMAKE_COMMAND}" --workflow --preset ${preset}
                  WORKING_DIRECTORY "${root}" RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "check: ${preset} failed")
  endif()
endforeach()
