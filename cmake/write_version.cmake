# Writes OUTPUT/version.cmake and OUTPUT/version.cpp, where they change:
#   cmake -DROOT=<sources> -DOUTPUT=<folder> -DNUMBER=0.2.0 [-DRELEASE_DATE=2026-11-22]
#         -P write_version.cmake
#
# version.cmake sets TREERING_VERSION (cmake/version.cmake) and TREERING_VERSION_DATE, the ISO 8601
# date of the release or the commit, else of the build (SOURCE_DATE_EPOCH, if that is set).

cmake_minimum_required(VERSION 3.25)

# The first line of what git says; empty where there is no git, or ROOT is no repository of its own.
function(ask_git variable)
  set(${variable} "" PARENT_SCOPE)
  find_program(GIT git)
  if(NOT GIT OR NOT EXISTS "${ROOT}/.git")
    return()
  endif()
  # Sources may belong to another user: root builds what a user has cloned.
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env TZ=UTC0 "${GIT}" -c "safe.directory=*"
                          --no-optional-locks -C "${ROOT}" ${ARGN}
                  OUTPUT_VARIABLE said ERROR_QUIET RESULT_VARIABLE code)
  if(code EQUAL 0)
    string(REGEX REPLACE "\n.*" "" said "${said}")
    set(${variable} "${said}" PARENT_SCOPE)
  endif()
endfunction()

# Commits of one day are many: the time is to the second.
function(version_of_commit version date)
  set(${version} "${NUMBER}~dev" PARENT_SCOPE)
  string(TIMESTAMP today "%Y-%m-%d" UTC)
  set(${date} "${today}" PARENT_SCOPE)
  ask_git(commit log -1 --abbrev=8 "--date=format-local:%Y%m%d%H%M%S %Y-%m-%d"
          "--format=%cd %h" HEAD)
  if(NOT commit MATCHES "^([0-9]+) ([0-9-]+) ([0-9a-f]+)$")
    return()
  endif()
  set(text "${NUMBER}~dev+git${CMAKE_MATCH_1}.${CMAKE_MATCH_3}")
  set(${date} "${CMAKE_MATCH_2}" PARENT_SCOPE)
  ask_git(changes status --porcelain)
  if(changes)
    string(APPEND text ".changed")
  endif()
  set(${version} "${text}" PARENT_SCOPE)
endfunction()

set(version "${NUMBER}")
set(date "${RELEASE_DATE}")
if(NOT RELEASE_DATE)
  version_of_commit(version date)
endif()

file(CONFIGURE OUTPUT "${OUTPUT}/version.cmake" @ONLY CONTENT
"set(TREERING_VERSION \"@version@\")
set(TREERING_VERSION_DATE \"@date@\")
")
file(CONFIGURE OUTPUT "${OUTPUT}/version.cpp" @ONLY CONTENT
"// Written by cmake/write_version.cmake.
#include \"app/version.h\"

namespace treering::app {

std::string_view version() {
  return \"@version@\";
}

std::string_view version_date() {
  return \"@date@\";
}

}  // namespace treering::app
")
