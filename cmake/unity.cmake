# With TREERING_UNITY the files of a room are compiled as one: what they include in common, most of
# all fmt's and nlohmann's templates, is then compiled once a room in place of once a file. Presets
# release, dev and asan do so; tidy compiles each file as it stands and so finds an include that is
# missing.
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
