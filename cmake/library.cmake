# treering_library(NAME SOURCES a.cpp ... [GLOB folder ...] [DEPS core ...] [PRIVATE_DEPS lib ...])
#
# Adds the static library treering_NAME with alias treering::NAME. DEPS are names of our own
# libraries and are public; PRIVATE_DEPS are third-party targets that only .cpp files include.
# Every .cpp in a GLOB folder belongs to the library: one new file is one new entry there.
function(treering_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;GLOB;DEPS;PRIVATE_DEPS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  set(sources ${ARG_SOURCES})
  foreach(folder IN LISTS ARG_GLOB)
    file(GLOB found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()

  set(target treering_${name})
  add_library(${target} STATIC ${sources})
  add_library(treering::${name} ALIAS ${target})
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)  # plugins link them
  _treering_link(${target} PUBLIC "${ARG_DEPS}" "${ARG_PRIVATE_DEPS}")
  treering_precompile(${target})
  if(TREERING_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)  # what libFuzzer steers by
  endif()
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
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name})
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
