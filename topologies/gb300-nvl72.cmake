# Writes OUTPUT, the topology of an NVIDIA GB300 NVL72 rack (topologies/nvl72.cmake):
#   cmake -DOUTPUT=gb300-nvl72.json -P topologies/gb300-nvl72.cmake

cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/nvl72.cmake")

# A GPU with its ConnectX-8, in a PCI domain of their own. NCCL uses the adapter's Data Direct function
# on the GPU's side, not the one on lanes of the Grace, which names the device.
function(add_gpu tray cpu index domain)
  set(nic_indexes 1 0 3 2)
  list(GET nic_indexes ${index} nic_index)
  set(nic_names mlx5_0_dma mlx5_1_dma mlx5_3_dma mlx5_4_dma)
  list(GET nic_names ${nic_index} nic_name)
  set(gen6 "\"link_speed\": \"64.0 GT/s PCIe\", \"link_width\": 16")
  set(bridge "\"class\": \"0x060400\", \"vendor\": \"0x15b3\", \"device\": \"0x197c\"")
  set(switch "PCI switch ${index} of tray ${tray}")
  set(gpu_side "PCI switch ${index} GPU side of tray ${tray}")
  set(nic "NIC ${nic_index} of tray ${tray}")
  set(gpu "GPU ${index} of tray ${tray}")
  device("\"name\": \"${switch}\", \"kind\": \"pci_switch\", \"pci\": {\"bus_id\": \"${domain}:01:00.0\", ${bridge}, \"link_speed\": \"16.0 GT/s PCIe\", \"link_width\": 1}")
  device("\"name\": \"${nic}\", \"kind\": \"nic\", \"pci\": {\"bus_id\": \"${domain}:03:00.0\", \"class\": \"0x080100\", \"vendor\": \"0x15b3\", \"device\": \"0x2100\", ${gen6}}")
  device("\"name\": \"${nic_name} of tray ${tray}\", \"kind\": \"nic_port\", \"nic\": \"${nic}\", \"index\": ${nic_index}, \"speed_mbps\": 800000, \"port\": 1, \"max_connections\": 131072, \"gpu_direct_rdma\": true, \"extra\": {\"name\": \"${nic_name}\"}")
  device("\"name\": \"${gpu_side}\", \"kind\": \"pci_switch\", \"pci\": {\"bus_id\": \"${domain}:04:00.0\", ${bridge}, ${gen6}}")
  device("\"name\": \"${gpu}\", \"kind\": \"gpu\", \"index\": ${index}, \"compute_capability\": 103, \"pci\": {\"bus_id\": \"${domain}:06:00.0\", \"class\": \"0x030200\", \"vendor\": \"0x10de\", \"device\": \"0x31c2\", \"subsystem_vendor\": \"0x10de\", \"subsystem_device\": \"0x21f1\", ${gen6}}")
  link("\"kind\": \"pcie\", \"from\": \"${switch}\", \"to\": \"${cpu}\", \"count\": 1, \"gb_per_s\": 1.969, \"origin\": \"pcie4\"")
  link("\"kind\": \"pcie\", \"from\": \"${nic}\", \"to\": \"${switch}\", \"count\": 16, \"gb_per_s\": 121, \"origin\": \"pcie6\"")
  link("\"kind\": \"pcie\", \"from\": \"${gpu_side}\", \"to\": \"${switch}\", \"count\": 16, \"gb_per_s\": 121, \"origin\": \"pcie6\"")
  link("\"kind\": \"pcie\", \"from\": \"${gpu}\", \"to\": \"${gpu_side}\", \"count\": 16, \"gb_per_s\": 121, \"origin\": \"pcie6\"")
  link("\"kind\": \"c2c\", \"from\": \"${gpu}\", \"to\": \"${cpu}\", \"count\": 5, \"gb_per_s\": 223.56, \"origin\": \"c2c\"")
  link_to_switches("${gpu}")
  set(devices "${devices}" PARENT_SCOPE)
  set(links "${links}" PARENT_SCOPE)
endfunction()

# PCI domains of a Grace: 08 and 09 hold its GPUs with their adapters; 10 more on the second.
function(add_grace tray grace)
  add_cpu(${tray} ${grace})
  foreach(place 0 1)
    math(EXPR index "2 * ${grace} + ${place}")
    math(EXPR low "8 + ${place}")
    add_gpu(${tray} "${cpu}" ${index} "00${grace}${low}")
  endforeach()
  set(devices "${devices}" PARENT_SCOPE)
  set(links "${links}" PARENT_SCOPE)
endfunction()

add_rack()

file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [=[
{
  "schema": "treering.topology/1",
  "name": "gb300-nvl72",
  "description": "NVIDIA GB300 NVL72, a rack of 18 compute trays with 4 GB300 and 2 Grace each (72 GPUs in one NVLink domain of 18 NVLink switches), 4 ConnectX-8 XDR for compute per tray. Left out: the BlueField-3 of each tray",
  "sources": {
    "nvlink5": {"kind": "specification", "source": "NVIDIA, Inside NVIDIA Blackwell Ultra (developer.nvidia.com/blog): NVLink 5, 1.8 TB/s both ways, so 18 links of 50 GB/s in each direction; NVIDIA NVL72 AI Factory, Components: 9 switch trays for all 72 GPUs, with two NVLink switches each, one link of every GPU to every switch"},
    "c2c": {"kind": "specification", "source": "NVLink-C2C of 900 GB/s in both directions between a Grace and its two GPUs; for each GPU 5 links of 44.712 GB/s, as NVML reports to NCCL: topology of OCI's GB300 trays (oracle-quickstart/oci-hpc, GB300MP.xml) and of another rack (datacrunch-research/nccl-eBPF)"},
    "pcie6": {"kind": "specification", "source": "PCI Express Base Specification 6.0: 64 GT/s per lane, flits of 256 bytes with 242 of data; 16 lanes for the GPU, the adapter's Data Direct function and the bridge between them, all inside or below ConnectX-8: GB300MP.xml"},
    "pcie4": {"kind": "specification", "source": "PCI Express Base Specification 4.0: 16 GT/s per lane, 128b/130b encoding; one lane from Grace to the switch inside ConnectX-8 that its GPU is behind: GB300MP.xml; C2C carries the data"},
    "clink": {"kind": "assumed", "source": "the two Graces of a tray are joined by Clinks; 150 GB/s is a reader's figure (ForceInjection/AI-fundamentals issue 22), NVIDIA publishes none"},
    "dumps": {"kind": "file", "source": "other than links: bus ids, PCI ids, cores and which adapter is behind whose switch as in GB300MP.xml, which NCCL 2.28 and later writes with the adapters' Data Direct functions (src/transport/net_ib.cc, NCCL_IB_DATA_DIRECT); the same tree in Linux's mailing list (Tushar Dave, NVIDIA, 2025-04-25); 800 Gb/s: NVIDIA GB300 NVL72; names of the adapters as on GB200"}
  },
  "devices": [
@devices@
  ],
  "links": [
@links@
  ]
}
]=])
