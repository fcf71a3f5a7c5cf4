# Writes OUTPUT, the topology of an NVIDIA GB200 NVL72 rack (topologies/nvl72.cmake):
#   cmake -DOUTPUT=gb200-nvl72.json -P topologies/gb200-nvl72.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/nvl72.cmake")

# PCI domains of a Grace: 00 and 02 hold its adapters, 08 and 09 its GPUs; 10 more on the second.
function(add_grace tray grace)
  add_cpu(${tray} ${grace})
  foreach(place 0 1)
    math(EXPR index "2 * ${grace} + ${place}")
    math(EXPR low "2 * ${place}")
    set(nic "NIC ${index} of tray ${tray}")
    device("\"name\": \"${nic}\", \"kind\": \"nic\", \"pci\": {\"bus_id\": \"00${grace}${low}:03:00.0\", \"class\": \"0x020700\", \"vendor\": \"0x15b3\", \"device\": \"0x1021\", \"link_speed\": \"32.0 GT/s PCIe\", \"link_width\": 16}")
    set(names mlx5_0 mlx5_1 mlx5_3 mlx5_4)  # mlx5_2 and mlx5_5 are the BlueField-3 adapters
    list(GET names ${index} name)
    device("\"name\": \"${name} of tray ${tray}\", \"kind\": \"nic_port\", \"nic\": \"${nic}\", \"index\": ${index}, \"speed_mbps\": 400000, \"port\": 1, \"max_connections\": 131072, \"gpu_direct_rdma\": true, \"extra\": {\"name\": \"${name}\"}")
    link("\"kind\": \"pcie\", \"from\": \"${nic}\", \"to\": \"${cpu}\", \"count\": 16, \"gb_per_s\": 63.015, \"origin\": \"pcie5\"")
  endforeach()
  foreach(place 0 1)
    math(EXPR index "2 * ${grace} + ${place}")
    math(EXPR low "8 + ${place}")
    set(gpu "GPU ${index} of tray ${tray}")
    device("\"name\": \"${gpu}\", \"kind\": \"gpu\", \"index\": ${index}, \"compute_capability\": 100, \"pci\": {\"bus_id\": \"00${grace}${low}:01:00.0\", \"class\": \"0x030200\", \"vendor\": \"0x10de\", \"device\": \"0x2941\", \"subsystem_vendor\": \"0x10de\", \"subsystem_device\": \"0x2046\", \"link_speed\": \"32.0 GT/s PCIe\", \"link_width\": 16}, \"assumed\": [\"pci/link_speed\", \"pci/link_width\"]")
    link("\"kind\": \"pcie\", \"from\": \"${gpu}\", \"to\": \"${cpu}\", \"count\": 16, \"gb_per_s\": 63.015, \"origin\": \"gpu-pcie\"")
    link("\"kind\": \"c2c\", \"from\": \"${gpu}\", \"to\": \"${cpu}\", \"count\": 5, \"gb_per_s\": 225, \"origin\": \"c2c\"")
    link_to_switches("${gpu}")
  endforeach()
  set(devices "${devices}" PARENT_SCOPE)
  set(links "${links}" PARENT_SCOPE)
endfunction()

add_rack()

file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [=[
{
  "schema": "treering.topology/1",
  "name": "gb200-nvl72",
  "description": "NVIDIA GB200 NVL72, a rack of 18 compute trays with 4 GB200 and 2 Grace each (72 GPUs in one NVLink domain of 18 NVLink switches), 4 ConnectX-7 NDR for compute per tray. Left out: the two BlueField-3 of each tray",
  "sources": {
    "nvlink5": {"kind": "specification", "source": "NVIDIA Blackwell Architecture Technical Brief: 18 NVLinks of 50 GB/s in each direction; NVIDIA GB200 NVL72: 9 switch trays with two NVLink switches each, one link of every GPU to every switch"},
    "c2c": {"kind": "specification", "source": "NVIDIA GB200 Superchip datasheet: NVLink-C2C of 900 GB/s in both directions between a Grace and its two GPUs; half of it for each GPU, and 5 links, are assumed"},
    "pcie5": {"kind": "specification", "source": "PCI Express Base Specification 5.0: 32 GT/s per lane, 128b/130b encoding; 16 lanes from Grace to each ConnectX-7: NVIDIA ConnectX-7 datasheet"},
    "gpu-pcie": {"kind": "assumed", "source": "PCI Express Base Specification 5.0: the GPU's maximum is generation 5 with 16 lanes in nvidia-smi -q -x of a GB200 (NVIDIA/k8s-test-infra qx-gb200.xml); that a Grace joins it so is assumed, C2C carries the data"},
    "clink": {"kind": "assumed", "source": "the two Graces of a tray are joined by Clinks; 150 GB/s is a reader's figure for the same tray with GB300 (ForceInjection/AI-fundamentals issue 22), NVIDIA publishes none"},
    "dumps": {"kind": "file", "source": "other than links: bus ids of the GPUs as in the log of NVIDIA/nccl issue 1769, which also has the cores; PCI ids of the GPUs as in qx-gb200.xml; bus ids and names of the adapters as in public host lists of OCI BM.GPU.GB200.4; that no switch stands between adapter and Grace is assumed"}
  },
  "devices": [
@devices@
  ],
  "links": [
@links@
  ]
}
]=])
