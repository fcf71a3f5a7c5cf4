# The version of a build: cmake -DWRITE=<write_version.cmake> -DSCRATCH=<folder> -P version_test.cmake
# A scratch repository goes from no commit to a release; each version sorts after the one before.

cmake_minimum_required(VERSION 3.25)
find_program(git git)
find_program(dpkg dpkg)
if(NOT git OR NOT dpkg)
  message(NOTICE "skipped: no git or no dpkg")
  return()
endif()
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}/sources")

# TREERING_VERSION of the scratch sources.
function(read_version variable release_date)
  execute_process(COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}/sources" "-DOUTPUT=${SCRATCH}"
                          -DNUMBER=0.2.0 "-DRELEASE_DATE=${release_date}" -P "${WRITE}"
                  COMMAND_ERROR_IS_FATAL ANY)
  include("${SCRATCH}/version.cmake")
  file(READ "${SCRATCH}/version.cpp" source)
  string(FIND "${source}" "return \"${TREERING_VERSION}\"" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "version.cpp lacks ${TREERING_VERSION}:\n${source}")
  endif()
  set(${variable} "${TREERING_VERSION}" PARENT_SCOPE)
  set(date "${TREERING_VERSION_DATE}" PARENT_SCOPE)
endfunction()

function(commit file date)
  file(WRITE "${SCRATCH}/sources/${file}" "${date}")
  foreach(words "add;." "commit;--quiet;--message=${file}")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "GIT_COMMITTER_DATE=${date}"
                            "${git}" -c user.name=a -c user.email=a@localhost ${words}
                    WORKING_DIRECTORY "${SCRATCH}/sources" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endfunction()

function(expect_match text pattern)
  if(NOT "${text}" MATCHES "${pattern}")
    message(FATAL_ERROR "found ${text}, expected ${pattern}")
  endif()
endfunction()

# A folder without git inside of a repository is none of its commits.
read_version(without_git "")
expect_match("${without_git}" "^0\\.2\\.0~dev$")
execute_process(COMMAND "${git}" init --quiet WORKING_DIRECTORY "${SCRATCH}/sources"
                COMMAND_ERROR_IS_FATAL ANY)
read_version(no_commit "")
expect_match("${no_commit}" "^0\\.2\\.0~dev$")
# 23:30 at two hours behind UTC is 01:30 of the next day.
commit(a "2026-11-27T23:30:00-0200")
read_version(first "")
expect_match("${first}" "^0\\.2\\.0~dev\\+git20261128013000\\.[0-9a-f]+$")
expect_match("${date}" "^2026-11-28$")
file(WRITE "${SCRATCH}/sources/a" "changed")
read_version(changed "")
string(REPLACE "${first}" "FIRST" behind "${changed}")
expect_match("${behind}" "^FIRST\\.changed$")
# Half past one in UTC, earlier by the clock on the wall.
commit(b "2026-11-28T00:30:01-0100")
read_version(second "")
expect_match("${second}" "\\+git20261128013001\\.")
read_version(release "2026-12-01")
expect_match("${release}" "^0\\.2\\.0$")
expect_match("${date}" "^2026-12-01$")

set(last "0.1.0")
foreach(version ${without_git} ${first} ${changed} ${second} ${release})
  execute_process(COMMAND "${dpkg}" --compare-versions "${last}" lt "${version}"
                  RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${version} does not sort after ${last}")
  endif()
  set(last "${version}")
endforeach()
file(REMOVE_RECURSE "${SCRATCH}")
