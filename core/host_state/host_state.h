// How a machine is configured and how it runs, in addition to its hardware
// (core/topology/topology.h). Comes from discovery, logs and dumps; tuner/doctor reads it. A field
// that the source does not report is empty: unknown is neither good nor bad.
//
// GPUs are named by number (Gpu::index), all other devices by their name or bus id in the topology.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/figure.h"
#include "core/topology/topology.h"

namespace treering::core {

/// The rate of one end of a PCIe link, or of the link as it runs.
struct PcieRate {
  std::string speed;  // "32.0 GT/s PCIe", as sysfs writes it; empty when unknown
  int width = 0;      // lanes; 0 when unknown
  bool operator==(const PcieRate&) const = default;
};

enum class PcieDevice { Unknown, Gpu, Adapter, Other };

struct PcieLinkState {
  std::string bus_id;  // of the device at the lower end
  PcieRate device;     // what that device can do
  PcieRate port;       // what the port above it can do
  PcieRate now;        // how it runs; an idle device may run below its speed
  Origin origin;
  // What the source says the device is; Unknown where it only has the bus id.
  PcieDevice kind = PcieDevice::Unknown;
  bool operator==(const PcieLinkState&) const = default;
};

/// Access control (ACS) on a bridge. When it redirects, traffic between two devices below the
/// bridge goes up to the root complex and back.
struct AcsState {
  std::string bus_id;
  bool is_redirecting = false;
  Origin origin;
  bool operator==(const AcsState&) const = default;
};

struct NvLinkState {
  int gpu = 0;
  int link = 0;  // its number on that GPU
  bool is_active = false;
  int version = 0;  // NVLink 3, 4, ...; 0 when unknown
  Origin origin;
  double gb_per_s = 0;  // each way, as the driver prints the wire's rate; 0 when unknown
  bool operator==(const NvLinkState&) const = default;
};

/// What an NVLink of a GPU has counted since the driver was loaded, in the words of nvidia-smi
/// nvlink -e: "Replay Errors". Only counters above 0.
struct NvLinkErrors {
  int gpu = 0;
  int link = 0;
  std::string counter;
  std::uint64_t count = 0;
  Origin origin;
  bool operator==(const NvLinkErrors&) const = default;
};

struct GpuState {
  int gpu = 0;
  std::string model;              // "NVIDIA H100 80GB HBM3"; empty when unknown
  std::optional<bool> has_mig;    // MIG mode is on
  std::optional<bool> in_fabric;  // behind NVSwitches: registration is complete
  std::string fabric_clique;      // cluster UUID and clique, "uuid/clique"; empty for none
  Origin origin;
  std::string vbios = {};         // its firmware: "96.00.89.00.01"; empty when unknown
  std::string bus_id = {};        // "0000:44:00.0"; empty where only the topology has it
  std::string fabric_fault = {};  // why registration failed: "Insufficient Resources"; else empty
  bool operator==(const GpuState&) const = default;
};

/// A field of nvidia-smi -q that says how a GPU fares: "Remapped Rows/Pending" and "Yes".
struct GpuReading {
  int gpu = 0;         // -1 where only the bus id is known
  std::string field;   // its headings and name, between slashes
  std::string value;   // never N/A
  std::string bus_id;  // empty where unknown
  Origin origin;
  bool operator==(const GpuReading&) const = default;
};

/// Whether one GPU reaches another's memory, and if not, why. Reasons are in the order of
/// nvidia-smi topo -p2p's legend; a log of NCCL has Refused: NVML does not allow it, for any of
/// these reasons (NCCL 2.28 src/graph/paths.cc, ncclTopoCheckP2p); a test of CUDA has Cuda:
/// cudaDeviceCanAccessPeer says no, likewise without a reason.
enum class PeerAccess { Ok, Chipset, Gpu, Topology, Disabled, Unsupported, Unknown, Refused, Cuda };

struct PeerState {
  int from = 0;
  int to = 0;
  PeerAccess access = PeerAccess::Unknown;
  Origin origin;
  bool operator==(const PeerState&) const = default;
};

/// What p2pBandwidthLatencyTest (CUDA samples) measures between two GPUs: GB/s, or of latencies us.
/// Direct: with access to each other's memory enabled (P2P=Enabled).
enum class PairFigure { OneWay, OneWayDirect, BothWays, BothWaysDirect, Latency, LatencyDirect };

struct PairRate {
  int from = 0;
  int to = 0;  // equal to `from`: within the GPU
  PairFigure figure = PairFigure::OneWay;
  double value = 0;
  Origin origin;
  bool operator==(const PairRate&) const = default;
};

/// A port of an RDMA adapter. It may be down and therefore missing from the topology.
struct AdapterPortState {
  std::string device;  // "mlx5_0"
  int port = 1;
  std::string state;           // "ACTIVE", "DOWN", ...; empty when unknown
  std::string physical_state;  // "LinkUp", "Disabled", "Polling", ...; empty when unknown
  std::string link_layer;      // "InfiniBand" or "Ethernet"; empty when unknown
  std::optional<std::int64_t> rate_mbps;
  std::optional<std::int64_t> model_rate_mbps;  // what the adapter's model can do
  bool is_virtual = false;  // an SR-IOV virtual function, which shares its adapter with others
  Origin origin;
  std::string firmware = {};  // of its adapter: "28.39.1002"; empty when unknown
  std::string bus_id = {};    // of its adapter; empty when unknown
  std::string card = {};      // "System image GUID", which the ports of one card share; or empty
  bool operator==(const AdapterPortState&) const = default;
};

/// Whether the port's state is known and is not that of a working port.
inline bool is_down(const AdapterPortState& port) {
  return !port.state.empty() && port.state != "ACTIVE";
}

enum class IommuMode { Off, PassThrough, Translating };

struct NcclVariable {
  std::string name;
  std::string value;
  Origin origin;  // the process, a nccl.conf, a log
  bool operator==(const NcclVariable&) const = default;
};

struct NcclPlugin {
  std::string kind;      // "net", "tuner", "profiler", "env"
  std::string name;      // the library, or the name that it reports
  std::string provider;  // "AWS", "Google Cloud", "HPC-X"; empty when unknown
  Origin origin;
  bool is_found = true;  // false: installed, but not where NCCL looks for it
  bool operator==(const NcclPlugin&) const = default;
};

/// A transport that a run's connections used, as the log names it: "P2P/CUMEM", "SHM",
/// "NET/IB/GDRDMA", "NET/Socket".
struct TransportUse {
  std::string transport;
  int connections = 0;
  Origin origin;  // the first of them
  bool operator==(const TransportUse&) const = default;
};

/// A CPU package (socket) and the NUMA nodes that it is divided into.
struct CpuPackage {
  int number = 0;  // the system's number; numbers may have gaps
  std::vector<int> numa_nodes;
  Origin origin;
  bool operator==(const CpuPackage&) const = default;
};

/// Whether connections of a GPU to other hosts used GPUDirect RDMA in a run.
struct GpuDirectUse {
  std::string host;
  std::string gpu;       // as the log names it: NVML's number, or a bus id
  bool is_send = false;  // else of what it receives
  bool is_used = false;  // by any of them
  Origin origin;
  bool operator==(const GpuDirectUse&) const = default;
};

/// A network that ranks of a host took in a run, as NCCL names it: "IB", "Socket", "IBext_v8".
struct NetworkUse {
  std::string host;
  std::string network;
  Origin origin;
  bool operator==(const NetworkUse&) const = default;
};

/// The interface over which ranks of a host meet the others of a run before data flows.
struct InterfaceUse {
  std::string host;
  std::string interface;  // "eth0", "lo"
  Origin origin;
  bool operator==(const InterfaceUse&) const = default;
};

/// What a run complained of: a warning of NCCL, or the error of a program that called it.
struct RunWarning {
  std::string text;
  Origin origin;
  std::string place{};        // in NCCL's source: "misc/shmutils.cc:129"; empty when unknown
  std::string host{};         // empty when unknown
  std::optional<int> gpu{};   // as the process counts its GPUs
  std::optional<int> rank{};  // of the whole job
  std::string time{};         // "11-30 18:44:12.715", which sorts; empty when unknown
  std::string group{};        // PyTorch's process group, "0" is that of all; empty when unknown
  // Known as an error by its form alone, "RuntimeError: ...": of any program, whatever of.
  bool is_by_form = false;
  // A person's own words ("training hangs"), which no program printed: core/text/told.h.
  bool is_told = false;
  bool operator==(const RunWarning&) const = default;
};

/// What the kernel's log reports of hardware: errors of GPUs (NVIDIA's Xid) and of NVSwitches
/// (SXid), of PCIe (AER), accesses of devices that the IOMMU refused, and processes that were
/// killed for memory.
enum class KernelEventKind { Xid, SwitchXid, PcieError, IommuFault, OutOfMemory };

struct KernelEvent {
  KernelEventKind kind = KernelEventKind::Xid;
  int code = 0;           // of Xid and SwitchXid
  std::string bus_id;     // "0000:44:00.0"; empty where the line has none
  std::string host;       // as journald names it; empty where it does not
  std::string text;       // the line from the code on
  bool is_fatal = false;  // in the words of the line, which are of NVLinks, NVSwitches and PCIe
  int count = 1;          // such lines
  Origin origin;          // the first of them
  bool operator==(const KernelEvent&) const = default;
};

inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

struct HostState {
  std::vector<PcieLinkState> pcie_links;  // of GPUs, adapters, and the bridges above them
  std::vector<AcsState> acs;              // of the bridges whose setting could be read
  std::optional<Figure<IommuMode>> iommu;
  std::vector<CpuPackage> packages;
  std::vector<GpuState> gpus;
  std::vector<NvLinkState> nvlinks;
  // Why the topology's source cannot report NVLinks: a topology without NVLinks then says nothing
  // about them.
  std::optional<Figure<std::string>> nvlinks_unknown;
  // Why the machine may have GPUs that the topology's source does not show.
  std::optional<Figure<std::string>> gpus_unknown;
  std::vector<NvLinkErrors> nvlink_errors;
  std::vector<GpuReading> gpu_readings;
  std::vector<PeerState> peers;
  std::vector<PairRate> pair_rates;
  std::vector<AdapterPortState> ports;
  // The protocol of the topology's ports: InfiniBand, RoCE, or Ethernet for sockets over TCP.
  std::optional<Figure<LinkKind>> network;
  std::optional<Figure<bool>> has_peermem;  // nvidia_peermem, or nv_peer_mem before it, is loaded
  std::optional<Figure<bool>> has_dmabuf;   // kernel and driver can share GPU memory as dma-buf
  // NCCL says that adapters can read GPUs' memory, or that a GPU is too far from one for that
  // (NCCL_NET_GDR_LEVEL).
  std::optional<Figure<bool>> can_gpu_direct;
  std::optional<Figure<std::string>> too_far_for_gpu_direct;  // "distance 7 > 4"
  std::optional<Figure<std::uint64_t>> shm_bytes;             // size of /dev/shm
  std::optional<Figure<std::uint64_t>> memlock_bytes;  // what a process may lock, or kUnlimited
  std::optional<Figure<bool>> numa_balancing;          // the kernel moves pages between NUMA nodes
  std::optional<Figure<std::string>> machine;  // as its firmware names it: "Amazon EC2 p5.48xlarge"
  std::optional<Figure<std::string>> kernel;   // release of Linux: "5.15.0-91-generic"
  std::optional<Figure<std::string>> hypervisor;  // "KVM", ...: this is a virtual machine
  std::optional<Figure<std::string>> container;   // "docker", ...: this is a container
  std::optional<Figure<std::string>> driver_version;
  std::optional<Figure<std::string>>
      cuda_version;  // the newest CUDA that the driver serves: "12.4"
  std::optional<Figure<std::string>> nccl_version;
  std::optional<Figure<std::string>> topology_file;  // that NCCL starts from
  std::vector<NcclVariable> variables;
  std::vector<NcclPlugin> plugins;
  std::vector<TransportUse> transports;
  std::vector<GpuDirectUse> gpu_direct_uses;
  std::vector<NetworkUse> networks;
  std::vector<InterfaceUse> interfaces;  // one for each host and interface
  std::optional<Figure<int>> ranks;      // of the job of a run
  // The last line of a log that ends while ranks connect, where none says that it was ready.
  std::optional<Figure<std::string>> ends_in_start;
  std::vector<RunWarning> warnings;        // in the order of time, as far as that is known
  std::vector<KernelEvent> kernel_events;  // in the order of the log
  bool operator==(const HostState&) const = default;
};

}  // namespace treering::core
