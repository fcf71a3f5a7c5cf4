// The hardware of one node as a value, the builder that makes it, and which of its figures are
// assumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/figure.h"
#include "core/result.h"
#include "core/units.h"

namespace treering::core {

// The hardware of one node as a value: devices and the links between them.
//
// Devices keep the order of their source and their index is their id, because NCCL's search breaks
// ties by order. Links are directed: a full-duplex wire is two links, one each way, so that an
// asymmetric dump is kept as it is. A PCIe link runs child -> parent and back; the child -> parent
// direction defines the PCI tree (`parent_of`). A Topology comes from TopologyBuilder::build() only
// and is then valid: ids exist, the PCI links form a forest under the CPUs, figures are sane.

/// Index into Topology::devices().
using DeviceId = std::int32_t;
inline constexpr DeviceId kNoDevice = -1;

/// A device's data on the PCI bus. Texts are kept as read because NCCL compares them as prefixes.
struct PciFunction {
  std::string bus_id;      // dddd:bb:dd.f, lower case
  std::string class_code;  // "0x030200"
  std::string vendor;      // "0x10de"; empty when not given
  std::string device;
  std::string subsystem_vendor;
  std::string subsystem_device;
  std::string link_speed;  // "16.0 GT/s PCIe"; empty when unknown
  int link_width = 0;      // lanes; 0 when unknown (NCCL takes 16)
  // For a device right below a CPU: its host bridge.
  std::optional<int> host_bridge;
  bool operator==(const PciFunction&) const = default;
};

/// A NUMA node with its cores.
struct Cpu {
  int numa_id = 0;            // -1 when unknown (virtual machines)
  int host = 0;               // index of the host; above 0 only where a file spans several (MNNVL)
  std::string arch;           // x86_64, arm64, ppc64
  std::string vendor;         // CPUID vendor text; x86 only
  std::optional<int> family;  // as NCCL writes familyid (base + extended << 4)
  std::optional<int> model;
  std::string affinity;  // kernel cpumap, 32-bit hex words, most significant first
  bool operator==(const Cpu&) const = default;
};

struct PciSwitch {
  bool operator==(const PciSwitch&) const = default;
};

struct Gpu {
  int index = 0;               // NVML index on its host
  int compute_capability = 0;  // major * 10 + minor
  bool gpu_direct_rdma = true;
  bool operator==(const Gpu&) const = default;
};

struct NvSwitch {
  bool operator==(const NvSwitch&) const = default;
};

/// A network adapter; its ports are devices of their own. No PciFunction when virtual.
struct Nic {
  bool operator==(const Nic&) const = default;
};

/// One device that a network plugin offers, which NCCL calls a NET.
struct NicPort {
  DeviceId nic = kNoDevice;
  int index = 0;                // number that the plugin gives it
  std::int64_t speed_mbps = 0;  // Mbit/s
  int port = 0;
  std::uint64_t guid = 0;  // 0 when unknown; equal guid = same ASIC
  double latency_us = 0;
  int max_connections = 0;  // 0 when not given
  bool gpu_direct_rdma = false;
  bool in_network_reduction = false;  // NCCL's coll="1" (SHARP)
  bool operator==(const NicPort&) const = default;
};

struct NetworkSwitch {
  int ports = 0;  // 0 when unknown
  bool operator==(const NetworkSwitch&) const = default;
};

using DeviceInfo = std::variant<Cpu, PciSwitch, Gpu, NvSwitch, Nic, NicPort, NetworkSwitch>;

/// In the order of DeviceInfo's alternatives.
enum class DeviceKind { Cpu, PciSwitch, Gpu, NvSwitch, Nic, NicPort, NetworkSwitch };

using Attributes = std::vector<std::pair<std::string, std::string>>;

struct Device {
  std::string name;  // "GPU 0", "mlx5_0": unique within the topology
  DeviceInfo info;
  std::optional<PciFunction> pci;
  Attributes extra;                  // attributes of the source that we do not interpret, in order
  std::vector<std::string> assumed;  // fields filled by a default because the source lacks them

  DeviceKind kind() const { return static_cast<DeviceKind>(info.index()); }
  bool operator==(const Device&) const = default;
};

enum class LinkKind { NvLink, C2C, Pcie, PciPeer, InterSocket, InfiniBand, RoCE, Ethernet };

/// One direction of a wire or of a bundle of equal wires.
struct Link {
  LinkKind kind = LinkKind::Pcie;
  DeviceId from = kNoDevice;
  DeviceId to = kNoDevice;
  int count = 1;        // NVLinks in the bundle, PCIe lanes, cables
  Bandwidth bandwidth;  // of the whole bundle, this direction, on the wire
  Duration latency;     // zero when unknown
  Origin origin;
  bool operator==(const Link&) const = default;
};

class Topology {
 public:
  const std::string& name() const { return name_; }
  const std::string& description() const { return description_; }
  const std::vector<Device>& devices() const { return devices_; }
  const std::vector<Link>& links() const { return links_; }
  const Attributes& extra() const { return extra_; }  // attributes of the source's root element

  const Device& device(DeviceId id) const { return devices_[static_cast<std::size_t>(id)]; }

  /// The device above in the PCI tree; the NIC of a port; kNoDevice for roots.
  DeviceId parent_of(DeviceId id) const { return parents_[static_cast<std::size_t>(id)]; }
  /// Ids in ascending order, as are those of of_kind().
  std::vector<DeviceId> children_of(DeviceId id) const;
  std::vector<DeviceId> of_kind(DeviceKind kind) const;
  /// The CPU above a device; kNoDevice for switches outside the PCI tree.
  DeviceId cpu_of(DeviceId id) const;
  int gpu_count() const { return static_cast<int>(of_kind(DeviceKind::Gpu).size()); }

  /// 16 hex digits over all content but name, description and the words for links' sources: equal
  /// machines, equal fingerprints.
  std::string fingerprint() const;

  bool operator==(const Topology&) const = default;

 private:
  friend class TopologyBuilder;
  void group_children();

  std::string name_;
  std::string description_;
  std::vector<Device> devices_;
  std::vector<Link> links_;
  Attributes extra_;
  // Computed once by the builder, so that walks over thousands of devices stay linear.
  std::vector<DeviceId> parents_;
  std::vector<DeviceId> cpus_;
  std::vector<DeviceId> children_;        // grouped by parent, each group in order of id
  std::vector<std::size_t> first_child_;  // of device i: children_[first_child_[i] .. [i + 1])
};

/// The only way to make a Topology. Errors name their place as "/devices/7/..." or "/links/3/...".
class TopologyBuilder {
 public:
  explicit TopologyBuilder(std::string name, std::string description = {});

  /// Returns the device's id, which is the number of devices added before.
  DeviceId add(Device device);
  void connect(Link one_direction);
  void connect_both_ways(const Link& link);  // adds the link, then its reverse
  void set_extra(Attributes extra);

  Device& device(DeviceId id);  // to complete what was added
  const std::vector<Device>& devices() const;

  Result<Topology> build() &&;

 private:
  Topology topology_;
};

// Sanity limits: far above any machine sold, yet a file that reaches all of them is read within a
// second and 200 MB (docs/performance.md).
inline constexpr int kMaxDevices = 16384;  // of one node type
// GPUs of one node: NVL144 is the largest NVLink domain announced.
inline constexpr int kMaxGpus = 144;
// One direction each. 144 GPUs with 18 NVSwitches have 5,184.
inline constexpr int kMaxLinks = 65536;
inline constexpr int kMaxLinkCount = 1024;           // wires in one bundle
inline constexpr double kMaxBandwidthGBps = 100000;  // of one bundle, one direction
inline constexpr std::size_t kMaxText = 4096;        // bytes of one name or attribute
// Per device. An element of NCCL's XML has at most 16 (src/graph/xml.h).
inline constexpr std::size_t kMaxAttributes = 256;

// Which figures of a device are assumed because the topology's source does not report them.

/// Whether `field` is in Device::assumed: it holds a default because the source lacks it. Fields
/// are named by their place in our JSON: "index", "pci/link_speed".
bool is_assumed(const Device& device, std::string_view field);

/// Marks a CPU that stands for none: its devices are below one that the source does not show, as in
/// virtual machines, and NCCL counts them as SYS apart from all others.
void mark_unknown_place(Device& cpu);
bool has_unknown_place(const Device& cpu);

/// Whether the CPUs of the topology are assumed, and with them the CPU that each device is below.
bool is_place_assumed(const Topology& node);

}  // namespace treering::core
