// What recordings of several machines are made of (recorded_fleet.h).
#pragma once

#include <string>
#include <vector>

#include "hw/world/nvml_answers.h"
#include "tests/support/recorded_machines.h"

namespace treering::support {

// PCI ids: pci-ids.ucw.cz.
inline const RecordedPci kBridge{"0x060400", "0x1000", "0xc010"};   // PEX88096
inline const RecordedPci kAmdPort{"0x060400", "0x1022", "0x1483"};  // root port of EPYC
inline const RecordedPci kA100{"0x030200", "0x10de", "0x20b0"};     // SXM4 40 GB
inline const RecordedPci kH100{"0x030200", "0x10de", "0x2330", "32.0 GT/s PCIe"};
inline const RecordedPci kConnectX6{"0x020700", "0x15b3", "0x101b"};
inline const RecordedPci kConnectX7{"0x020700", "0x15b3", "0x1021", "32.0 GT/s PCIe"};

RecordedPci on_node(RecordedPci device, int numa);

/// "0000:1b:00.0" for 0x1b.
std::string bus(int number);

/// An RDMA device with one active port on the PCI device at `path`.
void add_port(RecordedMachine& machine, const std::string& name, const std::string& path,
              const std::string& rate);

/// An adapter for storage, mlx5_N and mlx5_N+1, with two ports that nothing is plugged into.
/// \param folder the path of its functions, without ".0"
void add_storage(RecordedMachine& machine, const std::string& folder, const RecordedPci& adapter,
                 int first_number);

/// In a slot of its generation, MIG off.
hw::world::NvmlGpu nvml_gpu(const std::string& name, const std::string& bus_id, int capability);

/// The cluster of a machine that is not part of a larger NVLink domain.
inline constexpr const char* kNoCluster = "00000000-0000-0000-0000-000000000000";

/// `count` active links in a row to each target.
struct LinkTarget {
  std::string bus_id;
  int count = 0;
};
std::vector<hw::world::NvmlLink> active_links(const std::vector<LinkTarget>& targets, int version,
                                              hw::world::NvmlRemote remote);

/// Numbers the GPUs, and lets all of them reach each other.
void add_nvml(RecordedMachine& machine, const std::string& driver,
              std::vector<hw::world::NvmlGpu> gpus);

/// /proc/driver/nvidia with these GPUs.
void add_driver(RecordedMachine& machine, const std::string& version, const std::string& model,
                const std::vector<std::string>& bus_ids);

}  // namespace treering::support
