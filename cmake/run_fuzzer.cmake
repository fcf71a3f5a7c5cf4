# Runs a libFuzzer PROGRAM for SECONDS, starting from the inputs in the folders SEEDS, with the
# random seed SEED; 0: another one each time. It inserts words of the file DICTIONARY.
# New inputs and crashers go to SCRATCH, never into the source tree.

cmake_minimum_required(VERSION 3.25)
set(folders "")
foreach(folder IN LISTS SEEDS)
  if(EXISTS "${folder}")
    list(APPEND folders "${folder}")
  endif()
endforeach()
file(MAKE_DIRECTORY "${SCRATCH}/found")

# -timeout and -rss_limit_mb are the promise of the readers, an answer within 1 s and 200 MB, with
# room for the sanitizers.
execute_process(
  COMMAND "${PROGRAM}" "${SCRATCH}/found" ${folders} -seed=${SEED} "-dict=${DICTIONARY}"
          -max_total_time=${SECONDS}
          -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 "-artifact_prefix=${SCRATCH}/"
  RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM}: failed; the input is in ${SCRATCH}, "
                      "put it under tests/fuzz/regressions and mend the code")
endif()
