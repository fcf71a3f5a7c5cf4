# Installs a build into an empty prefix, looks for every file and runs the installed program:
#   cmake -DBUILD=<build folder> -DPREFIX=<scratch folder> [-DHAS_GUI=ON]
#         [-DHELPERS=,treering-shape,...] -P install_test.cmake

cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}"
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE found RELATIVE "${PREFIX}" "${PREFIX}/*")
set(expected
    bin/treering
    share/bash-completion/completions/treering
    share/doc/treering/LICENSE
    share/doc/treering/README.md
    share/fish/vendor_completions.d/treering.fish
    share/man/man1/treering.1.gz
    share/zsh/site-functions/_treering)
if(HAS_GUI)
  list(APPEND expected bin/treering-gui share/applications/treering-gui.desktop
       share/man/man1/treering-gui.1.gz
       share/icons/hicolor/scalable/apps/treering-gui.svg)
endif()
# Programs that treering starts.
string(REPLACE "," ";libexec/treering/" helpers "${HELPERS}")
list(APPEND expected ${helpers})
list(SORT expected)
if(NOT found STREQUAL expected)
  message(FATAL_ERROR "installed ${found}, expected ${expected}")
endif()
execute_process(COMMAND "${PREFIX}/bin/treering" list topologies WORKING_DIRECTORY "${PREFIX}"
                OUTPUT_VARIABLE topologies COMMAND_ERROR_IS_FATAL ANY)
if(NOT topologies MATCHES "dgx-h100")
  message(FATAL_ERROR "the installed program lists no dgx-h100")
endif()
execute_process(COMMAND gzip -dc "${PREFIX}/share/man/man1/treering.1.gz"
                OUTPUT_VARIABLE page COMMAND_ERROR_IS_FATAL ANY)
if(NOT page MATCHES "^.TH TREERING 1")
  message(FATAL_ERROR "the manual page does not begin with .TH TREERING 1")
endif()
file(READ "${PREFIX}/share/doc/treering/README.md" readme)
if(readme MATCHES "\\]\\(|quickstart")
  message(FATAL_ERROR "the README is that of the sources, whose links lead nowhere here")
endif()
file(REMOVE_RECURSE "${PREFIX}")
