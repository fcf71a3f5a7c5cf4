// Machines small enough to work out by hand what should hold on them. Put others together with
// tests/support/assembly.h.
#pragma once

#include "core/topology/topology.h"
#include "tests/support/assembly.h"

namespace treering::testing {

/// Two sockets without NVLink; figures are round on purpose.
///
///   CPU 0 (NUMA 0, CPUs 0-1,4-5)        CPU 1 (NUMA 1, CPUs 2-3,6-7)
///    ├─ switch A ─┬─ GPU 0               ├─ switch B ─ switch C ─ GPU 2
///    │            ├─ GPU 1               │          └─ GPU 3
///    │            └─ nic0 (2 ports)      └─ nic1
///
/// PCIe 20 GB/s each way, ports 100 Gbit/s, sockets 10 GB/s.
core::Topology two_sockets();

/// `gpus` GPUs of `compute_capability` behind an NVSwitch at 100 GB/s (4 links), a PCIe link of
/// 25 GB/s and a NIC of 200 Gbit/s (25 GB/s) each, on one CPU.
core::Topology nvswitch_machine(int gpus, int compute_capability);

/// GPUs without NVLink: sockets > switches > GPUs, and one NIC per switch unless nic_mbps is 0.
struct PcieBox {
  CpuModel cpu = CpuModel::SapphireRapids;
  int sockets = 1;
  int switches_per_socket = 1;
  int gpus_per_switch = 2;
  int compute_capability = 80;
  PcieSpeed speed = PcieSpeed::Gen4;
  int nic_mbps = 0;
};
core::Topology pcie_box(const PcieBox& box);

/// A switch with a GPU and, unless nic_mbps is 0, a NIC each; GPUs joined by NVSwitch. One CPU.
struct NvswitchBox {
  int gpus = 8;
  int links = 18;  // NVLinks per GPU
  int compute_capability = 90;
  int nic_mbps = 400000;
  PcieSpeed speed = PcieSpeed::Gen5;
};
core::Topology nvswitch_box(const NvswitchBox& box);

/// GPUs each on a switch of its own under one CPU, every pair joined by `links` NVLinks.
core::Topology nvlink_mesh(int gpus, int links, int compute_capability);

/// Eight V100 in a cube of NVLinks with four NICs of 100 Gbit/s, one per pair of GPUs:
///
///   links    0-1 1  0-2 1  0-3 2  1-2 2  1-3 1  2-3 2     0-4 2  1-5 2  2-6 1  3-7 1
///            4-5 1  4-6 1  4-7 2  5-6 2  5-7 1  6-7 2
core::Topology hybrid_cube();

/// Two POWER9 with `gpus_per_socket` V100 each, three NVLinks to their CPU and between the GPUs of
/// a socket; a NIC of 100 Gbit/s per socket.
core::Topology power_box(int gpus_per_socket);

/// Grace CPUs with one Hopper each at 450 GB/s of C2C, joined by NVSwitch; a NIC of 400 Gbit/s on
/// every CPU.
core::Topology grace_box(int superchips);

/// A cloud machine that hides its PCI tree: GPUs on one CPU, and NICs that no bus shows.
core::Topology virtual_nic_machine(int gpus, int nics, int mbps);

}  // namespace treering::testing
