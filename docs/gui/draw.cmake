# Draws the pictures of this folder: all views, two sizes, both themes.
#   cmake -DGUI=build/release/bin/treering-gui [-DFOLDER=...] -P docs/gui/draw.cmake

cmake_minimum_required(VERSION 3.25)
if(NOT FOLDER)
  set(FOLDER "${CMAKE_CURRENT_LIST_DIR}")
endif()
file(MAKE_DIRECTORY "${FOLDER}")
set(call dgx-h100 --nodes 4 -b 1M)
set(options_algorithm --algo ring --time 30)
set(options_compare --algo ring,tree --time 30)
set(call_check alps --nodes 2 --check "${CMAKE_CURRENT_LIST_DIR}/../../examples/alps-sockets.csv")
foreach(view topology algorithm compare charts recommendation check)
  if(NOT call_${view})
    set(call_${view} ${call})
  endif()
  foreach(size 1280x800 1920x1080)
    foreach(theme light dark)
      set(file "${FOLDER}/${view}-${size}-${theme}.png")
      execute_process(COMMAND "${GUI}" --screenshot "${file}" --view ${view} --size ${size}
                              --theme ${theme} ${options_${view}} ${call_${view}}
                      ERROR_VARIABLE problem RESULT_VARIABLE code)
      if(NOT code EQUAL 0 OR NOT EXISTS "${file}")
        message(FATAL_ERROR "${view} ${size} ${theme}: ${problem}")
      endif()
    endforeach()
  endforeach()
endforeach()
