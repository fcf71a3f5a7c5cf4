# Files that a program carries inside itself.
#
# treering_read_index(index.txt VARIABLE)
#   Reads a list of names, one per line; '#' starts a comment, empty lines are skipped.
#   CMake runs again when the list changes.
#
# treering_embed(TARGET NAMESPACE treering::hw FUNCTION builtin_topologies FILES a.json ...)
#   Adds to TARGET the definition of
#     std::span<const treering::core::EmbeddedFile> NAMESPACE::FUNCTION();
#   one entry per file in the order given, named after the file without folder and extension.
#   Declare the function in a header of TARGET's folder. Made again when a file changes.

function(treering_read_index index variable)
  file(REAL_PATH "${index}" path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
  file(STRINGS "${path}" lines)
  set(names "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "#.*" "" line "${line}")
    string(STRIP "${line}" line)
    if(line)
      list(APPEND names "${line}")
    endif()
  endforeach()
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()

function(treering_embed target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "NAMESPACE;FUNCTION" "FILES")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  set(files "")
  foreach(file IN LISTS ARG_FILES)
    # Some files are made by the build, and are not there yet.
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND files "${file}")
  endforeach()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${ARG_FUNCTION}.embedded.cpp")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DNAMESPACE=${ARG_NAMESPACE}"
            "-DFUNCTION=${ARG_FUNCTION}" "-DFILES=${files}" -P "${script}"
    DEPENDS ${files} "${script}"
    COMMENT "Embedding ${ARG_FUNCTION}"
    VERBATIM)
  # The standard promises 65,536 characters per literal; compilers take more.
  set_source_files_properties("${output}" PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE "${output}")
endfunction()
