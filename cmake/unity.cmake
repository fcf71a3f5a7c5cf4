# With TREERING_UNITY the files of a room are compiled as one, so that their common includes, above
# all fmt's and nlohmann's templates, are compiled once per room and not once per file. Presets
# release, dev and asan do so; tidy compiles each file alone and so finds missing includes.
#
# treering_unite(TARGET)
# treering_unity_group(TARGET ROOM file ...)
function(treering_unite target)
  if(TREERING_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
endfunction()

function(treering_unity_group target room)
  string(MAKE_C_IDENTIFIER "${room}" group)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
endfunction()
