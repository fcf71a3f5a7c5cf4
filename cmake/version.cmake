# One version for a build: `treering --version`, the manual pages and the packages have it from
# version.cmake in the build folder, which each build writes anew (cmake/write_version.cmake).
#
#   0.2.0                                         a release: TREERING_RELEASE_DATE is not empty
#   0.2.0~dev+git20261128142233.a5e5024d          a commit on the way to it, by its time in UTC
#   0.2.0~dev+git20261128142233.a5e5024d.changed  that commit with changes
#   0.2.0~dev                                     sources without git
#
# dpkg sorts later ones after earlier ones, and the release after all of them.
#
# treering_generate_version(TARGET)
#
#   Adds to TARGET the definitions of app/version.h. Another commit compiles one small file anew.

set(TREERING_VERSION_FILE "${PROJECT_BINARY_DIR}/version.cmake")
set(_treering_write_version
    "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${PROJECT_BINARY_DIR}"
    "-DNUMBER=${PROJECT_VERSION}" "-DRELEASE_DATE=${TREERING_RELEASE_DATE}"
    -P "${CMAKE_CURRENT_LIST_DIR}/write_version.cmake")
execute_process(COMMAND ${_treering_write_version} COMMAND_ERROR_IS_FATAL ANY)

function(treering_generate_version target)
  add_custom_target(treering_version COMMAND ${_treering_write_version}
                    BYPRODUCTS "${TREERING_VERSION_FILE}" "${PROJECT_BINARY_DIR}/version.cpp"
                    COMMENT "Asking git for the version" VERBATIM)
  add_dependencies(${target} treering_version)
  target_sources(${target} PRIVATE "${PROJECT_BINARY_DIR}/version.cpp")
endfunction()
