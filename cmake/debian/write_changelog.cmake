# Writes the changelog of the packages, in Debian's form:
#   cmake -DVERSION_FILE=<version.cmake> -DOUTPUT=<file> -P write_changelog.cmake

cmake_minimum_required(VERSION 3.25)
include("${VERSION_FILE}")
execute_process(COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C date -u -R -d "${TREERING_VERSION_DATE}"
                OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${OUTPUT}" "treering (${TREERING_VERSION}) unstable; urgency=medium

  * Built from this version of the sources, whose CHANGELOG.md says what is
    new in it.

 -- The treering maintainers <treering@example.org>  ${date}
")
