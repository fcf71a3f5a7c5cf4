# treering_our_sources(ROOT VARIABLE PATTERN...): our files that match, for example *.cpp, as paths
# from ROOT, without the fixtures of the test `layers`.

function(treering_our_sources root variable)
  set(patterns "")
  foreach(folder core hw sim tuner workers app report cli gui emu plugin tests bench)
    foreach(pattern IN LISTS ARGN)
      list(APPEND patterns "${root}/${folder}/${pattern}")
    endforeach()
  endforeach()
  file(GLOB_RECURSE files RELATIVE "${root}" ${patterns})
  list(FILTER files EXCLUDE REGEX "^tests/layers/fixtures/")
  set(${variable} "${files}" PARENT_SCOPE)
endfunction()
