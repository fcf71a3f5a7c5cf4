# Optional parts: found or left out, never required. Everything else builds and passes without them.
# A found part gives TREERING_HAVE_<NAME> and its usual imported targets. NCCL is none of them: its
# worker opens it when it runs.

set(_treering_parts "" CACHE INTERNAL "")

function(_treering_part name is_found detail)
  set(TREERING_HAVE_${name} "${is_found}" CACHE INTERNAL "")
  set(state "left out")
  if(is_found)
    set(state "found   ")
  endif()
  string(LENGTH "${name}" length)
  math(EXPR pad "8 - ${length}")
  string(REPEAT " " ${pad} spaces)
  if(detail MATCHES "-NOTFOUND$")
    set(detail "")
  endif()
  set(lines ${_treering_parts} "  ${name}${spaces} ${state}  ${detail}")
  set(_treering_parts "${lines}" CACHE INTERNAL "")
endfunction()

macro(treering_find_optional_parts)
  pkg_check_modules(HWLOC QUIET IMPORTED_TARGET hwloc)
  _treering_part(hwloc "${HWLOC_FOUND}" "${HWLOC_VERSION}")

  find_package(CUDAToolkit QUIET)
  _treering_part(CUDA "${CUDAToolkit_FOUND}" "${CUDAToolkit_VERSION}")

  # FindMPI without a compiler wrapper only prints what it tried.
  find_program(MPICXX mpicxx)
  if(MPICXX)
    find_package(MPI QUIET COMPONENTS CXX)
  endif()
  _treering_part(MPI "${MPI_CXX_FOUND}" "${MPI_CXX_VERSION}")

  find_package(Gloo QUIET)
  _treering_part(Gloo "${Gloo_FOUND}" "${GLOO_VERSION}")

  # The charts of a report's page; an optional part because they are still pictures without it.
  find_file(DYGRAPHS_SCRIPT dygraph.min.js PATHS /usr/share/javascript/dygraphs)
  set(dygraphs_found FALSE)
  if(DYGRAPHS_SCRIPT)
    set(dygraphs_found TRUE)
  endif()
  _treering_part(dygraphs "${dygraphs_found}" "${DYGRAPHS_SCRIPT}")

  find_package(Qt6 QUIET COMPONENTS Charts Widgets)
  _treering_part(Qt "${Qt6_FOUND}" "${Qt6_VERSION}")
endmacro()

function(treering_print_optional_parts)
  message(STATUS "treering ${PROJECT_VERSION}, ${CMAKE_BUILD_TYPE}; optional parts:")
  foreach(line IN LISTS _treering_parts)
    message(STATUS "${line}")
  endforeach()
endfunction()

treering_find_optional_parts()
