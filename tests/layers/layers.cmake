# Which folder may include what: cmake -DROOT=<tree> -P layers.cmake
#
# Reads the #include lines of every source under ROOT and fails with one line per violation:
#   - includes of ours are written from the root: "sim/plan.h"
#   - a folder includes only the folders below it (core <- hw, sim <- tuner <- cli, gui)
#   - heavy third-party headers stay in .cpp files
#   - sim is pure: no log, files, streams, clock or threads
#   - no file is longer than 300 lines

cmake_minimum_required(VERSION 3.25)
set(folders core hw sim tuner cli gui emu plugin tests bench)
# Folders without a row here (emu, tests, bench) may include any folder.
set(allowed_core core)
set(allowed_hw core hw)
set(allowed_sim core sim)
set(allowed_tuner core hw sim tuner)
set(allowed_cli core hw sim tuner cli)
set(allowed_gui core hw sim tuner gui)
set(allowed_plugin plugin)

# Each of these costs seconds in every file that sees it.
set(heavy "^(boost/(graph|math)/|nlohmann/json\\.hpp|CLI/|pugixml\\.hpp|yaml-cpp/|Eigen/)")
set(impure "^(spdlog/|fstream$|iostream$|filesystem$|cstdio$|chrono$|thread$|mutex$)")

set(most_lines 300)

set(violations "")

macro(complain file text)
  list(APPEND violations "layers: ${file}: ${text}")
endmacro()

function(check_ours file folder included)
  string(REGEX MATCH "^[^/]*" included_folder "${included}")
  if(NOT included_folder IN_LIST folders OR NOT included MATCHES "/")
    complain("${file}" "includes \"${included}\", expected a path from the root like \"core/units.h\"")
  elseif(DEFINED allowed_${folder} AND NOT included_folder IN_LIST allowed_${folder})
    list(JOIN allowed_${folder} ", " allowed)
    complain("${file}" "includes \"${included}\", ${folder} may include ${allowed}")
  endif()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

function(check_theirs file folder included)
  if(file MATCHES "\\.h$" AND included MATCHES "${heavy}")
    complain("${file}" "includes <${included}>, expected only in a .cpp file")
  endif()
  if(folder STREQUAL "sim" AND included MATCHES "${impure}")
    complain("${file}" "includes <${included}>, sim has no log, files, clock or threads")
  endif()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

function(check_length file)
  file(READ "${ROOT}/${file}" text)
  string(REGEX MATCHALL "\n" line_ends "${text}")
  list(LENGTH line_ends lines)
  if(lines GREATER most_lines)
    complain("${file}" "has ${lines} lines, expected at most ${most_lines}: one idea a file")
  endif()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

# file(STRINGS) without a match needs no special case; a ';' in a comment would split a line,
# but never the path that stands before it.
function(check_file file folder)
  file(STRINGS "${ROOT}/${file}" lines REGEX "^[ \t]*#[ \t]*include")
  foreach(line IN LISTS lines)
    if(line MATCHES "^[ \t]*#[ \t]*include[ \t]*\"([^\"]+)\"")
      check_ours("${file}" "${folder}" "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^[ \t]*#[ \t]*include[ \t]*<([^>]+)>")
      check_theirs("${file}" "${folder}" "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  check_length("${file}")
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

set(count 0)
foreach(folder IN LISTS folders)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cpp")
  # The fixtures of this check break its rules.
  list(FILTER files EXCLUDE REGEX "^tests/layers/fixtures/")
  foreach(file IN LISTS files)
    check_file("${file}" "${folder}")
    math(EXPR count "${count} + 1")
  endforeach()
endforeach()

foreach(violation IN LISTS violations)
  message("${violation}")
endforeach()
if(violations)
  message(FATAL_ERROR "layers: see style.md, Layout")
endif()
message("layers: ${count} files in order")
