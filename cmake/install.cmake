# The files of `cmake --install` and of the Debian package (`./quickstart package`).
#
#   bin/treering
#   share/man/man1/treering.1.gz                       printed by the program itself, as are
#   share/bash-completion/completions/treering         the completions
#   share/fish/vendor_completions.d/treering.fish
#   share/zsh/site-functions/_treering                 in the package vendor-completions, where
#                                                      Debian's zsh looks
#   share/doc/treering/README.md, LICENSE              in the package copyright, which names it
#
# Where Qt was found, and in a package of its own:
#   bin/treering-gui
#   share/applications/treering-gui.desktop
#   share/icons/hicolor/scalable/apps/treering-gui.svg

#
# Programs that treering starts, those that run ranks in a package of their own, since they need
# the libraries that they measure:
#   libexec/treering/treering-shape
#   libexec/treering/treering-worker-gloo, -mpi, -nccl

include(GNUInstallDirs)

set(made "${PROJECT_BINARY_DIR}/share")
set(completions "")
foreach(shell bash fish zsh)
  add_custom_command(OUTPUT "${made}/treering.${shell}"
                     COMMAND treering_program completion ${shell} -o "${made}/treering.${shell}"
                     DEPENDS treering_program VERBATIM)
  list(APPEND completions "${made}/treering.${shell}")
endforeach()
# -n: no time inside, so that equal pages are equal files.
add_custom_command(OUTPUT "${made}/treering.1.gz"
                   COMMAND treering_program man -o "${made}/treering.1"
                   COMMAND gzip -9nf "${made}/treering.1"
                   DEPENDS treering_program VERBATIM)
file(MAKE_DIRECTORY "${made}")
add_custom_target(treering_share ALL DEPENDS ${completions} "${made}/treering.1.gz")

install(TARGETS treering_program RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(FILES "${made}/treering.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
install(FILES "${made}/treering.bash" RENAME treering
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT program)
install(FILES "${made}/treering.fish"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT program)
install(FILES "${PROJECT_SOURCE_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        COMPONENT program)

install(FILES "${made}/treering.zsh" RENAME _treering
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT prefix)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        COMPONENT prefix)

install(FILES "${made}/treering.zsh" RENAME _treering
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions"
        COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/debian/copyright"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT debian EXCLUDE_FROM_ALL)

if(TREERING_HAVE_Qt)
  install(TARGETS treering-gui_program RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT gui)
  install(FILES "${PROJECT_SOURCE_DIR}/gui/share/treering-gui.desktop"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT gui)
  install(FILES "${PROJECT_SOURCE_DIR}/gui/share/treering-gui.svg"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" COMPONENT gui)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/debian/copyright"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/treering-gui"
          COMPONENT debian_gui EXCLUDE_FROM_ALL)
endif()

set(helpers "${CMAKE_INSTALL_LIBEXECDIR}/treering")
if(TARGET treering-shape_program)
  install(TARGETS treering-shape_program RUNTIME DESTINATION "${helpers}" COMPONENT program)
endif()
set(has_workers OFF)
foreach(library gloo mpi nccl)
  if(TARGET treering-worker-${library}_program)
    set(has_workers ON)
    install(TARGETS treering-worker-${library}_program
            RUNTIME DESTINATION "${helpers}" COMPONENT workers)
  endif()
endforeach()
if(has_workers)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/debian/copyright"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/treering-workers"
          COMPONENT debian_workers EXCLUDE_FROM_ALL)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME treering)
set(CPACK_PACKAGE_CONTACT "The treering maintainers <treering@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program debian)
if(TREERING_HAVE_Qt)
  list(APPEND CPACK_COMPONENTS_ALL gui debian_gui)
endif()
if(has_workers)
  list(APPEND CPACK_COMPONENTS_ALL workers debian_workers)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)  # treering_<version>_<architecture>.deb
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_TREERING_PACKAGE_NAME treering)
set(CPACK_DEBIAN_TREERING_DESCRIPTION
    "It answers which collective algorithm a GPU machine or cluster should use,
what NCCL chooses by itself and why, and how far that is from what the wires
allow. It needs no GPU.")
set(CPACK_DEBIAN_TREERING-GUI_PACKAGE_NAME treering-gui)
set(CPACK_DEBIAN_TREERING-GUI_DESCRIPTION
    "The window of treering. It shows topologies, rings and trees, messages on their way, timelines,
times over size and what to set in NCCL. It needs no GPU.")
set(CPACK_DEBIAN_TREERING-WORKERS_PACKAGE_NAME treering-workers)
set(CPACK_DEBIAN_TREERING-WORKERS_DESCRIPTION
    "The ranks of treering measure: programs that run collectives of Open MPI, Gloo and NCCL.
treering starts them.")
set(CPACK_DEBIAN_TREERING-WORKERS_PACKAGE_DEPENDS treering)
set(CPACK_DEBIAN_TREERING-WORKERS_PACKAGE_RECOMMENDS openmpi-bin)
set(CPACK_DEBIAN_TREERING_PACKAGE_SUGGESTS "treering-workers, iproute2")
include(CPack)
cpack_add_component_group(treering)
cpack_add_component_group(treering-gui)
cpack_add_component_group(treering-workers)
cpack_add_component(program GROUP treering)
cpack_add_component(debian GROUP treering)
cpack_add_component(workers GROUP treering-workers)
cpack_add_component(debian_workers GROUP treering-workers)
cpack_add_component(gui GROUP treering-gui)
cpack_add_component(debian_gui GROUP treering-gui)
