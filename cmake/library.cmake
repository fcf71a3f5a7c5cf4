# A library of ours is a folder at the top level, made of rooms: folders that hold one idea each.
#
# treering_library(NAME ROOMS folder ... [DOORS header ...] [DEPS core ...] [PRIVATE_DEPS lib ...])
#
#   Adds the static library treering_NAME with alias treering::NAME. DEPS are names of our own
#   libraries and are public; PRIVATE_DEPS are third-party targets that only .cpp files include.
#   ROOMS stand in the order in which the data passes, "." for the library's own folder: a room
#   includes only earlier rooms. A file in place of a folder has its own place in the order.
#   DOORS are the headers that other libraries may include.
#
# treering_room([DOORS header ...] [FOLDERS folder ...])
#
#   In the CMakeLists.txt of a room: adds all its .cpp files to the library, and those of FOLDERS,
#   which are parts of the room. DOORS are the headers that other rooms may include.
#
# The test `layers` enforces the order of the rooms and the doors.
function(treering_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "ROOMS;DOORS;DEPS;PRIVATE_DEPS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  set(target treering_${name})
  add_library(${target} STATIC)
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
  foreach(room IN LISTS ARG_ROOMS)
    if(room STREQUAL ".")
      treering_room()
    elseif(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/${room}")
      add_subdirectory(${room})
    endif()
  endforeach()
endfunction()

function(treering_room)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "" "DOORS;FOLDERS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}"
             OUTPUT_VARIABLE room)
  string(REGEX MATCH "^[^/]+" library "${room}")
  set(patterns "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  foreach(folder IN LISTS ARG_FOLDERS)
    list(APPEND patterns "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
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
