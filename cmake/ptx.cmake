# treering_ptx(VARIABLE SOURCE file.cu ARCHITECTURE compute_75)
#
# Has SOURCE compiled to PTX in the build folder, and puts the path of that into VARIABLE; nothing
# where the CUDA compiler is not there, or cannot compile our headers, which is tried once. There is
# no language CUDA: nothing is linked, and whoever has no CUDA needs none.
function(treering_ptx variable)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "SOURCE;ARCHITECTURE" "")
  _treering_no_leftovers("${ARG_UNPARSED_ARGUMENTS}")
  set(${variable} "" PARENT_SCOPE)
  if(NOT TREERING_HAVE_CUDA OR NOT CUDAToolkit_NVCC_EXECUTABLE)
    return()
  endif()
  set(compile "${CUDAToolkit_NVCC_EXECUTABLE}" -std=c++20 --expt-relaxed-constexpr -ptx
      -arch=${ARG_ARCHITECTURE} "-I${PROJECT_SOURCE_DIR}")
  _treering_try_ptx("${compile}")
  if(NOT TREERING_PTX_WORKS)
    return()
  endif()
  cmake_path(GET ARG_SOURCE STEM name)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}.ptx")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${compile} "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_SOURCE}" -o "${output}"
            -MD -MF "${output}.d"
    DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_SOURCE}"
    DEPFILE "${output}.d"
    COMMENT "Compiling ${ARG_SOURCE} to PTX"
    VERBATIM)
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

function(_treering_try_ptx compile)
  if("${compile}" STREQUAL "${TREERING_PTX_TRIED}")
    return()
  endif()
  set(probe "${PROJECT_BINARY_DIR}/ptx_probe.cu")
  file(WRITE "${probe}" "#include <bit>\n#include \"core/data_type.h\"\n"
                        "extern \"C\" __global__ void f(double* to, unsigned long long bits) {\n"
                        "  *to = std::bit_cast<double>(bits);\n}\n")
  execute_process(COMMAND ${compile} "${probe}" -o "${probe}.ptx" RESULT_VARIABLE code
                  OUTPUT_VARIABLE why ERROR_VARIABLE why)
  set(works OFF)
  if(code EQUAL 0)
    set(works ON)
  else()
    message(STATUS "no kernels for GPUs: ${compile} fails: ${why}")
  endif()
  set(TREERING_PTX_TRIED "${compile}" CACHE INTERNAL "")
  set(TREERING_PTX_WORKS ${works} CACHE INTERNAL "")
endfunction()
