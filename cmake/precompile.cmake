# treering_precompile(TARGET [HEADERS <header> ...] [AS <target>])
#
# Precompiles HEADERS and the headers that nearly every file of TARGET includes, or takes what is
# precompiled for another target: a clean build then takes two thirds of the processor time. Presets
# release, dev and asan do so; tidy compiles each file alone and so finds missing includes. ccache
# saves more, but not with such headers. Nor are they for code that is not optimized: behind them GCC
# 14 takes it for optimized, and Eigen's _mm_prefetch for a function that is inlined.
function(treering_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "AS" "HEADERS")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  if(NOT TREERING_PRECOMPILE OR NOT TREERING_OPTIMIZES OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
    return()
  endif()
  if(ARG_AS)
    target_precompile_headers(${target} REUSE_FROM ${ARG_AS})
    return()
  endif()
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <set> <span> <string>
    <string_view> <utility> <vector> <fmt/format.h> <fmt/ranges.h> <tl/expected.hpp> ${ARG_HEADERS})
endfunction()
