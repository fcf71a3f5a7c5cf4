# Runs clang-tidy over every .cpp file of ours except tests, which GoogleTest's headers make several
# times as slow, as many files at once as there are cores:
#   cmake -DBUILD=<build folder with compile_commands.json> -P cmake/tidy.cmake
# A file that passed is skipped until it, a header of ours that it includes, or a .clang-tidy
# changes.

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/our_sources.cmake")
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)

find_program(clang_tidy clang-tidy-16)
if(NOT clang_tidy)
  message(FATAL_ERROR "clang-tidy-16 is not installed; ./quickstart check installs it")
endif()

# `file` and our headers that it includes. Includes are root-relative (test layers),
# so a name is a path.
function(closure_of file variable)
  set(closure "${file}")
  set(open "${file}")
  while(open)
    list(POP_FRONT open next)
    get_property(known GLOBAL PROPERTY "includes:${next}" SET)
    if(NOT known)
      file(STRINGS "${root}/${next}" lines REGEX "^#include \"")
      string(REGEX REPLACE "#include \"([^\"]+)\"[^;]*" "\\1" lines "${lines}")
      set_property(GLOBAL PROPERTY "includes:${next}" "${lines}")
    endif()
    get_property(lines GLOBAL PROPERTY "includes:${next}")
    foreach(line IN LISTS lines)
      if(NOT line IN_LIST closure AND EXISTS "${root}/${line}")
        list(APPEND closure "${line}")
        list(APPEND open "${line}")
      endif()
    endforeach()
  endwhile()
  set(${variable} "${closure}" PARENT_SCOPE)
endfunction()

# Changes when any of `files` does.
function(key_of files variable)
  set(hashes "")
  foreach(file IN LISTS files)
    get_property(hash GLOBAL PROPERTY "hash:${file}")
    if(NOT hash)
      file(MD5 "${root}/${file}" hash)
      set_property(GLOBAL PROPERTY "hash:${file}" "${hash}")
    endif()
    string(APPEND hashes "${hash}")
  endforeach()
  string(MD5 key "${hashes}")
  set(${variable} "${key}" PARENT_SCOPE)
endfunction()

file(READ "${BUILD}/compile_commands.json" commands)
file(GLOB configs RELATIVE "${root}" "${root}/.clang-tidy" "${root}/*/.clang-tidy")
treering_our_sources("${root}" files *.cpp)
list(FILTER files EXCLUDE REGEX "^tests/")
set(work "")
foreach(file IN LISTS files)
  string(FIND "${commands}" "\"${root}/${file}\"" position)
  if(position EQUAL -1)
    continue()  # belongs to a part that was left out
  endif()
  closure_of("${file}" closure)
  key_of("${closure};${configs}" key)
  string(REPLACE "/" "+" stamp "${file}")
  set(stamp "${BUILD}/tidy/${stamp}.${key}")
  if(NOT EXISTS "${stamp}")
    string(APPEND work "${file}\n${stamp}\n")
  endif()
endforeach()

file(MAKE_DIRECTORY "${BUILD}/tidy")
file(WRITE "${BUILD}/tidy/work.txt" "${work}")
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
# clang-tidy counts the warnings of system headers on stderr; ours go to stdout.
execute_process(
  COMMAND xargs --arg-file "${BUILD}/tidy/work.txt" --max-args 2 --max-procs ${cores} --no-run-if-empty
          sh -c "'${clang_tidy}' -p '${BUILD}' --quiet \"$0\" 2>'${BUILD}/tidy/'$$.log && : >\"$1\" || { cat '${BUILD}/tidy/'$$.log >&2; exit 1; }"
  WORKING_DIRECTORY "${root}" RESULT_VARIABLE code)
file(GLOB logs "${BUILD}/tidy/*.log")
if(logs)
  file(REMOVE ${logs})
endif()
if(NOT code EQUAL 0)
  message(FATAL_ERROR "clang-tidy found something")
endif()
list(LENGTH files count)
message("clang-tidy: ${count} files in order")
