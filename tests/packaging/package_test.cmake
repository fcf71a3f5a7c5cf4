# Makes the Debian packages of a build and reads them:
#   cmake -DBUILD=<build folder> -DSCRATCH=<folder> -DPACKAGES=treering,... -P package_test.cmake

cmake_minimum_required(VERSION 3.25)
find_program(dpkg_deb dpkg-deb)
if(NOT dpkg_deb)
  message(NOTICE "skipped: no dpkg-deb")
  return()
endif()
include("${BUILD}/version.cmake")
string(REPLACE "," ";" packages "${PACKAGES}")
file(REMOVE_RECURSE "${SCRATCH}")
# gzip takes less time than xz.
execute_process(COMMAND "${CMAKE_CPACK_COMMAND}" --config "${BUILD}/CPackConfig.cmake"
                        -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -B "${SCRATCH}"
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB files "${SCRATCH}/*.deb")

function(read_field variable field file)
  execute_process(COMMAND "${dpkg_deb}" -f "${file}" ${field} OUTPUT_VARIABLE value
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${value}" PARENT_SCOPE)
endfunction()

function(expect_in text pattern where)
  if(NOT text MATCHES "${pattern}")
    message(SEND_ERROR "${where}: expected ${pattern} in:\n${text}")
  endif()
endfunction()

function(expect_not_in text pattern where)
  if(text MATCHES "${pattern}")
    message(SEND_ERROR "${where}: found ${pattern} in:\n${text}")
  endif()
endfunction()

# --- each package ------------------------------------------------------------------------------

set(found "")
foreach(file IN LISTS files)
  read_field(name Package "${file}")
  list(APPEND found "${name}")
  read_field(version Version "${file}")
  if(NOT version STREQUAL TREERING_VERSION)
    message(SEND_ERROR "${name}: version ${version}, expected ${TREERING_VERSION}")
  endif()
  read_field(depends_of_${name} Depends "${file}")
  file(MAKE_DIRECTORY "${SCRATCH}/root/${name}")
  execute_process(COMMAND "${dpkg_deb}" -x "${file}" "${SCRATCH}/root/${name}"
                  COMMAND_ERROR_IS_FATAL ANY)
  set(papers "${SCRATCH}/root/${name}/usr/share/doc/${name}")
  execute_process(COMMAND gzip -dc "${papers}/changelog.gz" OUTPUT_VARIABLE changelog
                  COMMAND_ERROR_IS_FATAL ANY)
  string(FIND "${changelog}" "treering (${TREERING_VERSION}) " at)
  if(NOT at EQUAL 0)
    message(SEND_ERROR "${name}: its changelog does not begin with its version:\n${changelog}")
  endif()
  file(READ "${papers}/copyright" copyright)
  foreach(library CLI11 "nlohmann/json" dygraphs)
    expect_in("${copyright}" "Files: ${library}\n" "copyright of ${name}")
  endforeach()
  expect_in("${copyright}" "Files: usr/bin/treering-gui\n[^\n]*\n[^\n]*\nLicense: GPL-3\n"
            "copyright of ${name}")
endforeach()
list(SORT found)
list(SORT packages)
if(NOT found STREQUAL packages)
  message(FATAL_ERROR "made the packages ${found}, expected ${packages}")
endif()

# --- what the programs say ---------------------------------------------------------------------

set(usr "${SCRATCH}/root/treering/usr")
execute_process(COMMAND "${usr}/bin/treering" --version OUTPUT_VARIABLE said
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT said MATCHES "^treering ([^\n]*)\n" OR NOT CMAKE_MATCH_1 STREQUAL TREERING_VERSION)
  message(SEND_ERROR "treering --version says ${said}, expected ${TREERING_VERSION}")
endif()

# --- what packages need --------------------------------------------------------------------------

foreach(name IN LISTS packages)
  string(REGEX MATCH "^treering-worker-(.*)$" is_worker "${name}")
  set(library "${CMAKE_MATCH_1}")
  if(NOT is_worker)
    continue()
  endif()
  string(FIND "${depends_of_${name}}" "treering (= ${TREERING_VERSION})" at)
  if(at EQUAL -1)
    message(SEND_ERROR "${name} does not need this very treering: ${depends_of_${name}}")
  endif()
  if(library STREQUAL "nccl")
    expect_not_in("${depends_of_${name}}" "openmpi|gloo|iproute2" "needs of ${name}")
  else()
    expect_in("${depends_of_${name}}" "iproute2" "needs of ${name}, for --shaped")
  endif()
endforeach()
expect_not_in("${depends_of_treering}" "openmpi|gloo|qt6" "needs of treering")

# --- the README speaks of what is installed ----------------------------------------------------

file(READ "${usr}/share/doc/treering/README.md" readme)
expect_not_in("${readme}" "\\]\\(|quickstart|build/" "the README, which is not that of the sources")
foreach(name IN LISTS packages)
  expect_in("${readme}" "${name}" "the README")
endforeach()
string(REGEX MATCHALL "`man [a-z-]+`" pages "${readme}")
foreach(page IN LISTS pages)
  string(REGEX REPLACE "`man (.*)`" "\\1" page "${page}")
  if(page IN_LIST packages AND NOT EXISTS
     "${SCRATCH}/root/${page}/usr/share/man/man1/${page}.1.gz")
    message(SEND_ERROR "the README names the manual page ${page}, which no package brings")
  endif()
endforeach()

# --- what Debian expects -----------------------------------------------------------------------

find_program(lintian lintian)
if(NOT lintian)
  message(NOTICE "not checked by lintian, which is not installed")
  return()
endif()
# A version between releases names its commit, which is long.
execute_process(COMMAND "${lintian}" --allow-root --fail-on error,warning --tag-display-limit 0
                        --suppress-tags package-has-long-file-name ${files}
                OUTPUT_VARIABLE tags ERROR_VARIABLE tags RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "lintian finds:\n${tags}")
endif()
file(REMOVE_RECURSE "${SCRATCH}")
