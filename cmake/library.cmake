# A library of ours is a folder at the top level, made of rooms: folders that hold one idea each.
#
# treering_library(NAME [WORDS] [DEPS core ...] [PRIVATE_DEPS lib ...])
#
#   Adds the static library treering_NAME with alias treering::NAME, of the rooms that its
#   rooms.cmake lists. DEPS are names of our own libraries and are public; PRIVATE_DEPS are
#   third-party targets that only .cpp files include. WORDS: the library
#   puts answers together and into words, and its own work takes no time that counts. A release
#   compiles it with -O1, which takes less time than -O2 (docs/performance.md).
#
# treering_room(FOLDER [PROGRAM] [FOLDERS folder ...] [DOORS header ...] [INNER_DOORS header ...])
#
#   In rooms.cmake: a room of the library, "." for its own folder. All its .cpp files are the
#   library's, and those of FOLDERS, which are parts of the room. Rooms stand in the order in which
#   the data passes: a room includes only earlier ones. A file in place of a folder has its own
#   place in the order. DOORS are the headers that other libraries include, and other rooms;
#   INNER_DOORS those that other rooms of this library alone include. The files of a PROGRAM are
#   those of a treering_program, and not the library's.
#
# The test `layers` enforces the order of the rooms and the doors, and refuses doors that nobody
# uses.
function(treering_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "WORDS" "" "DEPS;PRIVATE_DEPS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  set(target treering_${name})
  add_library(${target} STATIC)
  if(ARG_WORDS)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  add_library(treering::${name} ALIAS ${target})
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)  # plugins link them
  target_link_libraries(${target} PRIVATE treering_hardening)
  _treering_link(${target} PUBLIC "${ARG_DEPS}" "${ARG_PRIVATE_DEPS}")
  treering_precompile(${target})
  treering_unite(${target})
  if(TREERING_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)  # coverage for libFuzzer
  endif()
  include("${CMAKE_CURRENT_SOURCE_DIR}/rooms.cmake")
endfunction()

function(treering_room folder)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "PROGRAM" "" "FOLDERS;DOORS;INNER_DOORS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  cmake_path(ABSOLUTE_PATH folder NORMALIZE OUTPUT_VARIABLE path)
  if(ARG_PROGRAM OR NOT IS_DIRECTORY "${path}")
    return()
  endif()
  string(REGEX REPLACE "/$" "" path "${path}")
  cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE room)
  string(REGEX MATCH "^[^/]+" library "${room}")
  set(patterns "${path}/*.cpp")
  foreach(part IN LISTS ARG_FOLDERS)
    list(APPEND patterns "${path}/${part}/*.cpp")
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")  # belongs to the program
  target_sources(treering_${library} PRIVATE ${sources})
  treering_unity_group(treering_${library} "${room}" ${sources})
endfunction()

# treering_program(NAME SOURCES main.cpp ... [DEPS ...] [PRIVATE_DEPS ...])
#
# Adds the program build/<preset>/bin/NAME.
function(treering_program name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;DEPS;PRIVATE_DEPS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  # The target carries a suffix so that it cannot collide with a folder or a library.
  set(target ${name}_program)
  add_executable(${target} ${ARG_SOURCES})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PRIVATE treering_hardening)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  _treering_link(${target} PRIVATE "${ARG_DEPS}" "${ARG_PRIVATE_DEPS}")
endfunction()

function(_treering_link target visibility deps private_deps)
  list(TRANSFORM deps PREPEND treering::)
  target_link_libraries(${target} ${visibility} ${deps}
                        PRIVATE ${private_deps} treering_warnings treering_sanitizers)
endfunction()

function(_treering_no_leftovers leftovers)
  if(leftovers)
    message(FATAL_ERROR "unexpected arguments: ${leftovers}")
  endif()
endfunction()
