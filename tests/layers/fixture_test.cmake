# Runs layers.cmake over one tree made to break a rule: cmake -DFIXTURE=<tree> -P fixture_test.cmake
# FIXTURE/expected.txt lists the violations; without any, the check must pass.

cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND "${CMAKE_COMMAND}" "-DROOT=${FIXTURE}"
                        -P "${CMAKE_CURRENT_LIST_DIR}/layers.cmake"
                RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
file(STRINGS "${FIXTURE}/expected.txt" expected)
foreach(line IN LISTS expected)
  string(FIND "${output}" "${line}\n" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "missing: ${line}\nin the output:\n${output}")
  endif()
endforeach()

string(REGEX MATCHALL "layers: [a-z]+/" found "${output}")
list(LENGTH found found_count)
list(LENGTH expected expected_count)
if(NOT found_count EQUAL expected_count)
  message(FATAL_ERROR "found ${found_count} violations, expected ${expected_count}:\n${output}")
endif()
if((code EQUAL 0) EQUAL (expected_count GREATER 0))
  message(FATAL_ERROR "exit code ${code} with ${expected_count} violations:\n${output}")
endif()
