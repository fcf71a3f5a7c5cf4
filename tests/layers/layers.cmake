# Which file may include what: cmake -DROOT=<tree> -P layers.cmake
#
# Reads the #include lines of every source under ROOT and fails with one line per violation:
#   - includes of ours are written from the root: "sim/nccl/plan.h"
#   - a library includes only those below it: core <- hw, sim <- tuner <- app <- report <- cli, gui;
#     cli and gui see neither sim nor tuner; workers is a leaf that sees core and tuner
#   - rooms of a library include only what stands before them in its ROOMS
#   - from outside a room or a library only its DOORS are included (cmake/library.cmake)
#   - heavy third-party headers stay in .cpp files
#   - sim is pure: no log, files, streams, clock or threads
#   - threads of gui are those of gui/jobs: Qt paints in the global pool, which stays free for it
#   - JSON is read by core/json alone: nlohmann's own access throws at a value of another type
# Tests and benches see everything. It warns of files above 600 lines and rooms above 60 files: two
# topics may stand there. Length alone never fails.

cmake_minimum_required(VERSION 3.25)
set(libraries core hw sim tuner workers app report cli gui)
set(folders ${libraries} emu plugin tests bench)
# Folders without a row here (emu, tests, bench) may include any folder.
set(allowed_core core)
set(allowed_hw core hw)
set(allowed_sim core sim)
set(allowed_tuner core hw sim tuner)
set(allowed_workers core tuner workers)
set(allowed_app core hw sim tuner app)
set(allowed_report core hw sim tuner app report)
set(allowed_cli core hw app report cli)
set(allowed_gui core hw app report gui)
set(allowed_plugin plugin)

# Each of these costs seconds in every file that sees it.
set(heavy "^(boost/(graph|math)/|nlohmann/json\\.hpp|CLI/|pugixml\\.hpp|yaml-cpp/|Eigen/)")
set(impure "^(spdlog/|fstream$|iostream$|filesystem$|cstdio$|chrono$|thread$|mutex$)")

set(threads "^(QThread|QThreadPool|QtConcurrent.*|QFuture.*|thread|future)$")

# What throws where a value is of another type, is not there, or is no JSON.
set(throwing_access "(\\.|->)get(_ref|_ptr)?<|(\\.|->)get_to\\(|(\\.|->)at\\(\"|(\\.|->)value\\(\"[^\"]*\",|json::parse\\(|Json::parse\\(")

set(warned_lines 600)
set(warned_files 60)

set(violations "")

macro(complain file text)
  list(APPEND violations "layers: ${file}: ${text}")
endmacro()

# --- rooms and their doors ---------------------------------------------------------------------

set(room_keys ROOMS DOORS DEPS PRIVATE_DEPS FOLDERS)

# The words that follow `key` in a call of treering_library or treering_room.
function(words_after key call variable)
  string(REGEX REPLACE "#[^\n]*" "" call "${call}")
  string(REGEX REPLACE "[ \t\n]+" ";" words "${call}")
  set(found "")
  set(is_ours FALSE)
  foreach(word IN LISTS words)
    if(word IN_LIST room_keys)
      string(COMPARE EQUAL "${word}" "${key}" is_ours)
    elseif(is_ours AND NOT word STREQUAL "")
      list(APPEND found "${word}")
    endif()
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Sets, for each room, doors_ROOM and for each library rooms_LIBRARY; `rooms` lists all rooms.
set(rooms "")
foreach(library IN LISTS libraries)
  file(GLOB_RECURSE lists RELATIVE "${ROOT}" "${ROOT}/${library}/CMakeLists.txt")
  foreach(list IN LISTS lists)
    file(READ "${ROOT}/${list}" text)
    if(NOT text MATCHES "treering_(library|room)\\(([^)]*)\\)")
      continue()
    endif()
    set(call "${CMAKE_MATCH_2}")
    cmake_path(GET list PARENT_PATH room)
    list(APPEND rooms "${room}")
    words_after(DOORS "${call}" doors_${room})
    if(room STREQUAL library)
      words_after(ROOMS "${call}" rooms_${library})
    endif()
  endforeach()
endforeach()

# The innermost room that holds `file`; empty where there is none.
function(room_of file variable)
  cmake_path(GET file PARENT_PATH folder)
  while(folder AND NOT folder IN_LIST rooms)
    cmake_path(GET folder PARENT_PATH folder)
  endwhile()
  set(${variable} "${folder}" PARENT_SCOPE)
endfunction()

# Where `file` stands in its library's ROOMS: by itself, or as a part of its room.
function(place_of file library variable)
  get_property(place GLOBAL PROPERTY "place:${file}")
  if(NOT place)
    string(REGEX REPLACE "^${library}/(.*)\\.[a-z]+$" "\\1" stem "${file}")
    list(TRANSFORM rooms_${library} REPLACE "\\.[a-z]+$" "" OUTPUT_VARIABLE names)
    room_of("${file}" room)
    string(REGEX REPLACE "^${library}/?" "" room "${room}")
    if(NOT room)
      set(room ".")
    endif()
    list(FIND names "${stem}" place)
    if(place EQUAL -1 OR IS_DIRECTORY "${ROOT}/${library}/${stem}")
      list(FIND rooms_${library} "${room}" place)
    endif()
    set_property(GLOBAL PROPERTY "place:${file}" "${place}")
  endif()
  set(${variable} "${place}" PARENT_SCOPE)
endfunction()

function(check_door file room included)
  string(REGEX REPLACE "^${room}/" "" door "${included}")
  if(NOT door IN_LIST doors_${room})
    complain("${file}" "includes \"${included}\", no door of ${room}")
  endif()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

function(check_rooms file folder included)
  string(REGEX MATCH "^[^/]*" library "${included}")
  if(NOT library IN_LIST libraries OR NOT folder IN_LIST libraries OR NOT rooms_${library})
    return()
  endif()
  if(library STREQUAL folder)
    place_of("${file}" ${library} here)
    place_of("${included}" ${library} there)
    if(here EQUAL -1)
      complain("${file}" "is in a folder that ROOMS of ${library} lack")
    elseif(there GREATER here)
      complain("${file}" "includes \"${included}\", which stands behind it in ROOMS of ${library}")
    endif()
  endif()
  room_of("${included}" room)
  if(NOT library STREQUAL folder AND NOT room STREQUAL library)
    check_door("${file}" ${library} "${included}")
  endif()
  string(FIND "${file}" "${room}/" inside)
  if(NOT inside EQUAL 0)
    check_door("${file}" "${room}" "${included}")
  endif()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

# --- files --------------------------------------------------------------------------------------

function(check_ours file folder included)
  string(REGEX MATCH "^[^/]*" included_folder "${included}")
  if(NOT included_folder IN_LIST folders OR NOT included MATCHES "/")
    complain("${file}" "includes \"${included}\", expected a path from the root like \"core/units.h\"")
  elseif(DEFINED allowed_${folder} AND NOT included_folder IN_LIST allowed_${folder})
    list(JOIN allowed_${folder} ", " allowed)
    complain("${file}" "includes \"${included}\", ${folder} may include ${allowed}")
  else()
    check_rooms("${file}" "${folder}" "${included}")
  endif()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

function(check_theirs file folder included)
  if(included MATCHES "^(app|cli|core|emu|gui|hw|plugin|report|sim|tests|tuner)/")
    complain("${file}" "includes <${included}>, expected \"${included}\"")
  endif()
  if(file MATCHES "\\.h$" AND included MATCHES "${heavy}")
    complain("${file}" "includes <${included}>, expected only in a .cpp file")
  endif()
  if(folder STREQUAL "sim" AND included MATCHES "${impure}")
    complain("${file}" "includes <${included}>, sim has no log, files, clock or threads")
  endif()
  if(folder STREQUAL "gui" AND NOT file MATCHES "^gui/jobs/" AND included MATCHES "${threads}")
    complain("${file}" "includes <${included}>, expected only in gui/jobs, by which the window paints while it computes")
  endif()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

function(warn_of_length file)
  file(READ "${ROOT}/${file}" text)
  string(REGEX MATCHALL "\n" line_ends "${text}")
  list(LENGTH line_ends lines)
  if(lines GREATER warned_lines)
    message("warning: ${file} has ${lines} lines: does it hold one topic?")
  endif()
endfunction()

# Files that see nlohmann's values, but for the room that is made for them.
function(check_json file folder)
  if(NOT folder IN_LIST libraries OR file MATCHES "^core/json/")
    return()
  endif()
  file(STRINGS "${ROOT}/${file}" sees_json REGEX "^#include <nlohmann/json\\.hpp>")
  if(NOT sees_json)
    return()
  endif()
  file(STRINGS "${ROOT}/${file}" lines REGEX "${throwing_access}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "${throwing_access}" access "${line}")
    if(access)
      complain("${file}" "reads JSON by '${access}', expected core/json/fields.h or values.h")
    endif()
  endforeach()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

# Qt paints in the threads of its global pool: who puts work there stops the window.
function(check_pool file folder)
  if(NOT folder STREQUAL "gui")
    return()
  endif()
  file(STRINGS "${ROOT}/${file}" lines REGEX "QThreadPool::globalInstance|QtConcurrent::")
  if(lines)
    complain("${file}" "uses the global pool of threads, expected jobs::Board")
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
  check_json("${file}" "${folder}")
  check_pool("${file}" "${folder}")
  warn_of_length("${file}")
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

foreach(room IN LISTS rooms)
  file(GLOB files "${ROOT}/${room}/*.h" "${ROOT}/${room}/*.cpp")
  list(LENGTH files size)
  if(size GREATER warned_files)
    message("warning: ${room} has ${size} files: does it hold one idea?")
  endif()
endforeach()

foreach(violation IN LISTS violations)
  message("${violation}")
endforeach()
if(violations)
  message(FATAL_ERROR "layers: see docs/architecture.md")
endif()
message("layers: ${count} files in order")
