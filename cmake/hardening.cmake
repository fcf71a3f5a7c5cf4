# treering_hardening: what lets a fault of memory end a program before anybody can use it. The
# programs and libraries of every build have it, so that a package cannot lack it.
#
# PIE and full RELRO leave no address of code that is known, and no table of functions that can be
# written; the stack protector and _FORTIFY_SOURCE end a program that writes past a buffer. Level 3
# takes sizes that are known only when the program runs: GCC 12, clang 9 and glibc 2.34 have it.

include(CheckPIESupported)
check_pie_supported()

add_library(treering_hardening INTERFACE)
target_link_options(treering_hardening INTERFACE LINKER:-z,relro LINKER:-z,now)
# Sanitizers see more, and checked functions would hide calls from them.
if(NOT TREERING_SANITIZE)
  target_compile_options(treering_hardening INTERFACE -fstack-protector-strong)
  if(TREERING_OPTIMIZES)  # which the checks need
    # Ubuntu's compiler sets a level by itself.
    target_compile_options(treering_hardening INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  endif()
endif()
