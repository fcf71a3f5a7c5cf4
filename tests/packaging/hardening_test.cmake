# What the built programs are hardened with, as readelf shows it:
#   cmake -DPROGRAMS=<program>,... -DIS_OPTIMIZED=ON -P hardening_test.cmake

cmake_minimum_required(VERSION 3.25)
find_program(readelf readelf REQUIRED)
string(REPLACE "," ";" programs "${PROGRAMS}")
if(NOT programs)
  message(FATAL_ERROR "found no program, expected -DPROGRAMS=")
endif()

function(expect_in text pattern program what)
  if(NOT text MATCHES "${pattern}")
    message(SEND_ERROR "${program}: no ${what}; readelf shows:\n${text}")
  endif()
endfunction()

foreach(program IN LISTS programs)
  foreach(part header segments dynamic dyn-syms)
    execute_process(COMMAND "${readelf}" --wide --${part} "${program}"
                    OUTPUT_VARIABLE ${part} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  expect_in("${header}" "Type: +DYN" "${program}" "position-independent code")
  expect_in("${dynamic}" "FLAGS_1[^\n]* PIE" "${program}" "position-independent program")
  expect_in("${segments}" "GNU_RELRO" "${program}" "RELRO")
  expect_in("${dynamic}" "FLAGS_1[^\n]* NOW" "${program}" "full RELRO, which binds at the start")
  expect_in("${dyn-syms}" " __stack_chk_fail" "${program}" "stack protector")
  if(IS_OPTIMIZED)
    expect_in("${dyn-syms}" " __[a-z]+_chk[@ ]" "${program}" "function of _FORTIFY_SOURCE")
  endif()
endforeach()
