# The files of `cmake --install`; those of the Debian packages in addition are in packages.cmake.
#
#   bin/treering
#   libexec/treering/treering-shape                    which treering starts
#   share/man/man1/treering.1.gz                       printed by the program itself, as are
#   share/bash-completion/completions/treering         the completions
#   share/fish/vendor_completions.d/treering.fish
#   share/zsh/site-functions/_treering                 in the package vendor-completions, where
#                                                      Debian's zsh looks
#   share/doc/treering/README.md, LICENSE              in the package copyright, which names it
#
# Where Qt was found, and in a package of its own:
#   bin/treering-gui
#   share/man/man1/treering-gui.1.gz
#   share/applications/treering-gui.desktop
#   share/icons/hicolor/scalable/apps/treering-gui.svg
#
# Programs that run the ranks of treering measure, each in a package of its own, since each needs the
# library that it measures:
#   libexec/treering/treering-worker-gloo, -mpi, -nccl

include(GNUInstallDirs)

set(made "${PROJECT_BINARY_DIR}/share")
file(MAKE_DIRECTORY "${made}")
set(completions "")
foreach(shell bash fish zsh)
  add_custom_command(OUTPUT "${made}/treering.${shell}"
                     COMMAND treering_program completion ${shell} -o "${made}/treering.${shell}"
                     DEPENDS treering_program VERBATIM)
  list(APPEND completions "${made}/treering.${shell}")
endforeach()

# What `program` prints when it is asked for its page. -n: no time inside, so that equal pages are
# equal files.
function(treering_man_page program)
  add_custom_command(OUTPUT "${made}/${program}.1.gz"
                     COMMAND ${program}_program ${ARGN} > "${made}/${program}.1"
                     COMMAND gzip -9nf "${made}/${program}.1"
                     DEPENDS ${program}_program VERBATIM)
endfunction()
treering_man_page(treering man)
set(pages "${made}/treering.1.gz")
if(TREERING_HAVE_Qt)
  treering_man_page(treering-gui --man)
  list(APPEND pages "${made}/treering-gui.1.gz")
endif()
add_custom_target(treering_share ALL DEPENDS ${completions} ${pages})

install(TARGETS treering_program RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(FILES "${made}/treering.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
install(FILES "${made}/treering.bash" RENAME treering
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT program)
install(FILES "${made}/treering.fish"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT program)
# Ours is about a source tree.
install(FILES "${PROJECT_SOURCE_DIR}/cmake/debian/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        COMPONENT program)

install(FILES "${made}/treering.zsh" RENAME _treering
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT prefix)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        COMPONENT prefix)

if(TREERING_HAVE_Qt)
  install(TARGETS treering-gui_program RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT gui)
  install(FILES "${made}/treering-gui.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
          COMPONENT gui)
  install(FILES "${PROJECT_SOURCE_DIR}/gui/share/treering-gui.desktop"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT gui)
  install(FILES "${PROJECT_SOURCE_DIR}/gui/share/treering-gui.svg"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" COMPONENT gui)
endif()

set(helpers "${CMAKE_INSTALL_LIBEXECDIR}/treering")
if(TARGET treering-shape_program)
  install(TARGETS treering-shape_program RUNTIME DESTINATION "${helpers}" COMPONENT program)
endif()
foreach(library gloo mpi nccl)
  if(TARGET treering-worker-${library}_program)
    install(TARGETS treering-worker-${library}_program
            RUNTIME DESTINATION "${helpers}" COMPONENT ${library})
  endif()
endforeach()
