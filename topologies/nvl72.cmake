# Shared by the racks of NVIDIA's GB200 NVL72 and GB300 NVL72: 18 compute trays that are all alike, one
# host each with two Graces, and 18 NVLink switches. A rack's script adds the adapters and GPUs of a
# Grace (add_grace), calls add_rack and writes the file. Scripts run at build time (hw/CMakeLists.txt),
# because 18 copies of a tray and 1,296 NVLinks are better read as loops.

set(trays 18)             # compute trays
set(nvlink_switches 18)   # two in each of 9 switch trays, with a link to every GPU of the rack
set(devices "")
set(links "")

macro(device text)
  list(APPEND devices "    {${text}}")
endmacro()
macro(link text)
  list(APPEND links "    {${text}}")
endmacro()

# Sets cpu to its name.
macro(add_cpu tray grace)
  set(cpu "CPU ${grace} of tray ${tray}")
  set(affinities "00000000,00000000,000000ff,ffffffff,ffffffff;0000ffff,ffffffff,ffffff00,00000000,00000000")
  list(GET affinities ${grace} affinity)
  device("\"name\": \"${cpu}\", \"kind\": \"cpu\", \"numa_id\": ${grace}, \"host\": ${tray}, \"arch\": \"arm64\", \"affinity\": \"${affinity}\"")
endmacro()

macro(link_to_switches gpu)
  math(EXPR last_switch "${nvlink_switches} - 1")
  foreach(nvswitch RANGE ${last_switch})
    link("\"kind\": \"nvlink\", \"from\": \"${gpu}\", \"to\": \"NVLink switch ${nvswitch}\", \"gb_per_s\": 50, \"origin\": \"nvlink5\"")
  endforeach()
endmacro()

# Joins devices and links to the texts that the file has.
macro(add_rack)
  math(EXPR last_tray "${trays} - 1")
  foreach(tray RANGE ${last_tray})
    add_grace(${tray} 0)
    add_grace(${tray} 1)
    link("\"kind\": \"inter_socket\", \"from\": \"CPU 0 of tray ${tray}\", \"to\": \"CPU 1 of tray ${tray}\", \"gb_per_s\": 150, \"origin\": \"clink\"")
  endforeach()
  math(EXPR last_switch "${nvlink_switches} - 1")
  foreach(nvswitch RANGE ${last_switch})
    device("\"name\": \"NVLink switch ${nvswitch}\", \"kind\": \"nvswitch\"")
  endforeach()
  list(JOIN devices ",\n" devices)
  list(JOIN links ",\n" links)
endmacro()
