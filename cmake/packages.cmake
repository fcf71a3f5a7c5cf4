# The Debian packages (`./quickstart package`), each with copyright and changelog:
#
#   treering               the program, and treering-shape
#   treering-gui           the window
#   treering-worker-gloo, -mpi, -nccl   the ranks of treering measure, one package for each library
#
# Their version is that of the build (version.cmake), whose programs speak to each other as their own
# version does: a worker needs the very treering that it was built with.

# Sanitized programs are no packages: they would bring neither what hardens them nor its libraries.
if(TREERING_SANITIZE)
  return()
endif()

set(debian "${PROJECT_SOURCE_DIR}/cmake/debian")
add_custom_command(OUTPUT "${made}/changelog.gz"
                   COMMAND "${CMAKE_COMMAND}" "-DVERSION_FILE=${TREERING_VERSION_FILE}"
                           "-DOUTPUT=${made}/changelog" -P "${debian}/write_changelog.cmake"
                   COMMAND gzip -9nf "${made}/changelog"
                   DEPENDS "${TREERING_VERSION_FILE}" "${debian}/write_changelog.cmake" VERBATIM)
add_custom_target(treering_changelog ALL DEPENDS "${made}/changelog.gz")
add_dependencies(treering_changelog treering_version)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME treering)
# The project has no address; example.org is nobody's (RFC 2606).
set(CPACK_PACKAGE_CONTACT "The treering maintainers <treering@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL "")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)  # treering_<version>_<architecture>.deb
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# The version is read when the packages are made.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/cpack_version.cmake" @ONLY CONTENT [[
include("@TREERING_VERSION_FILE@")
set(CPACK_PACKAGE_VERSION "${TREERING_VERSION}")
set(CPACK_DEBIAN_PACKAGE_VERSION "${TREERING_VERSION}")
foreach(library GLOO MPI NCCL)
  string(APPEND CPACK_DEBIAN_TREERING-WORKER-${library}_PACKAGE_DEPENDS
         "treering (= ${TREERING_VERSION})")
endforeach()
]])
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_BINARY_DIR}/cpack_version.cmake")

# treering_package(NAME COMPONENT name DESCRIPTION text [FIELD value ...])
#
# The package of the files of COMPONENT; FIELD is one that CPack knows: RECOMMENDS, REPLACES.
function(treering_package name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "COMPONENT;DESCRIPTION" "")
  string(TOUPPER "${name}" upper)
  set(fields NAME "${name}" ${ARG_UNPARSED_ARGUMENTS})
  while(fields)
    list(POP_FRONT fields field value)
    set(CPACK_DEBIAN_${upper}_PACKAGE_${field} "${value}" PARENT_SCOPE)
  endwhile()
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${ARG_DESCRIPTION}" PARENT_SCOPE)
  set(papers "debian_${ARG_COMPONENT}")
  install(FILES "${debian}/copyright" "${made}/changelog.gz"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}"
          COMPONENT ${papers} EXCLUDE_FROM_ALL)
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${ARG_COMPONENT} ${papers} PARENT_SCOPE)
  set(package_groups ${package_groups} "${name}=${ARG_COMPONENT}" PARENT_SCOPE)
endfunction()

set(package_groups "")
treering_package(treering COMPONENT program
  SUGGESTS "treering-gui, treering-worker-gloo, treering-worker-mpi, treering-worker-nccl"
  DESCRIPTION "It answers which collective algorithm a GPU machine or cluster should use,
what NCCL chooses by itself and why, and how far that is from what the wires
allow. It needs no GPU.")
install(FILES "${made}/treering.zsh" RENAME _treering
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions"
        COMPONENT debian_program EXCLUDE_FROM_ALL)

if(TREERING_HAVE_Qt)
  treering_package(treering-gui COMPONENT gui
    DESCRIPTION "The window of treering. It shows topologies, rings and trees, messages on their
way, timelines, times over size and what to set in NCCL. It needs no GPU.")
endif()

# --shaped lays out networks with ip and tc. Until 0.1.0 all workers were one package.
set(worker_fields BREAKS "treering-workers" REPLACES "treering-workers")
if(TARGET treering-worker-gloo_program)
  treering_package(treering-worker-gloo COMPONENT gloo ${worker_fields} DEPENDS "iproute2, "
    DESCRIPTION "The ranks of treering measure that run collectives of Gloo. treering starts
them.")
endif()
if(TARGET treering-worker-mpi_program)
  treering_package(treering-worker-mpi COMPONENT mpi ${worker_fields} DEPENDS "iproute2, "
    RECOMMENDS openmpi-bin
    DESCRIPTION
    "The ranks of treering measure that run collectives of Open MPI. treering starts
them with mpirun, or runs under it.")
endif()
if(TARGET treering-worker-nccl_program)
  treering_package(treering-worker-nccl COMPONENT nccl ${worker_fields}
    DESCRIPTION
    "The ranks of treering measure that run collectives of NCCL. treering starts
them. NCCL, CUDA and the driver are those of the machine, found when it runs.")
endif()

include(CPack)
foreach(pair IN LISTS package_groups)
  string(REGEX MATCH "^(.*)=(.*)$" pair "${pair}")
  cpack_add_component_group(${CMAKE_MATCH_1})
  cpack_add_component(${CMAKE_MATCH_2} GROUP ${CMAKE_MATCH_1})
  cpack_add_component(debian_${CMAKE_MATCH_2} GROUP ${CMAKE_MATCH_1})
endforeach()
