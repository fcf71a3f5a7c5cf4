// NVIDIA's GPUs: the facts about each model. The model that a text names: gpu_names.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"

namespace treering::hw::catalogue {

// NVIDIA's GPUs: one line in the table of gpu_models.cpp for each model, found by PCI id or by a
// name for it. Gives what the source of a topology does not say. It is the only list of GPUs.

/// PCI vendor (pci-ids.ucw.cz).
inline constexpr std::string_view kNvidiaVendor = "0x10de";

/// How the GPUs of a machine with this model are joined.
enum class GpuJoining {
  NvSwitch,  // eight on a board with NVSwitches, or four, each to each
  Mesh,      // single links, which differ by machine: V100 SXM2, P100 SXM2
  Bridge,    // bridges between two cards
  None,
};

/// The PCI Express slot that a model is made for.
struct GpuSlot {
  int generation = 0;  // 0: unknown, or none
  int lanes = 0;       // likewise
};

/// A model as it is sold, or a form of it: "H100 SXM5" and "H100 PCIe".
struct GpuModel {
  std::string_view name;       // for people
  std::string_view word;       // in any name of it, in capitals
  int compute_capability = 0;  // major * 10 + minor
  int multiprocessors = 0;     // 0: unknown, or not the same in all of this name
  enum class Form : std::uint8_t { Board, Card, Laptop, OnChip } form = Form::Card;
  GpuSlot slot = {};
  GpuJoining joining = GpuJoining::None;
  int nvlinks = 0;    // of one GPU; 0 where it has none
  int memory_gb = 0;  // as in its name or data sheet; 0: unknown, or sold with several
  std::array<std::string_view, 2> pci_ids = {};  // "" where it has fewer
  std::string_view mark = {};  // also in the name of this form, in capitals: "PCIE"
  bool has_grace = false;      // its CPU is a Grace, on the same module or chip
  bool stands_alone = false;   // also sold as a single GPU
};

/// All that are known, from new to old within their kind.
std::span<const GpuModel> gpu_models();

/// The model with this PCI device id, "0x2330"; null where it is unknown.
const GpuModel* gpu_with_id(std::string_view device_id);

/// The model for people, by its PCI id: "H100 SXM5". "" where the id is unknown or assumed.
std::string_view gpu_model_name(const core::Device& gpu);

/// The "model" that the source of a topology names, in its words: "NVIDIA H100 80GB HBM3". "" where
/// it names none.
std::string model_of_source(const core::Device& gpu);

/// By its PCI id, else by the "model" of its source unless that is assumed; null where neither is
/// known.
const GpuModel* gpu_model_of(const core::Device& gpu);

/// That of a node's first GPU; null where it has none.
const GpuModel* gpu_model_of(const core::Topology& node);

/// The architecture, "Hopper" for 90; "" for GPUs older than Fermi, newer than Blackwell or
/// unknown (0).
std::string_view gpu_architecture(int compute_capability);

/// "Hopper (compute capability 9.0)"; without a known architecture the latter alone.
std::string gpu_generation(int compute_capability);

/// Streaming multiprocessors of a GPU, by its PCI id. Nothing where the id is unknown or assumed.
std::optional<int> multiprocessors_of(const core::Device& gpu);

/// Likewise its compute capability (major * 10 + minor), and whether the model can have NVLinks.
std::optional<int> compute_capability_of(const core::Device& gpu);
std::optional<bool> has_nvlink(const core::Device& gpu);

/// Whether a GPU can have NVLinks: by its PCI id or the name of its model, else by its compute
/// capability; server GPUs can from Pascal on: 6.0, 7.0, 8.0, 9.0, 10.x. True where neither is
/// known.
bool may_have_nvlinks(const core::Device& gpu);

/// The compute capability of GB10 (DGX Spark).
inline constexpr int kGb10 = 121;

/// Whether adapters can read the memory of this model at all, by the driver's name for it, or by
/// PCI id, compute capability and "model": not of GeForce cards (NVIDIA's drivers have GPUDirect
/// RDMA for data center and workstation GPUs: docs.nvidia.com/cuda/gpudirect-rdma), nor of GB10,
/// which shares its memory with the CPU (NVIDIA, DGX Spark user guide). True where all are unknown.
bool has_gpu_direct(std::string_view driver_name);
bool has_gpu_direct(const core::Device& gpu);

/// Whether NVIDIA's driver gives two of this model access to each other's memory over PCIe: not to
/// GeForce cards since Turing (NVIDIA/nccl-tests issue 117: never for 2080 Ti; NVIDIA/nccl issue
/// 1127: 3090 and 4090; tinygrad/open-gpu-kernel-modules, which exists to add it, for 4090 and
/// 5090). True where the model is unknown.
bool has_pcie_peer_access(std::string_view driver_name);
bool has_pcie_peer_access(const core::Device& gpu);

/// Which pairs of a machine's GPUs NVLinks join from one to the other, as bridges do: they reach
/// each other's memory over these, whatever they may over PCIe.
enum class BridgedPairs { None, Some, All };
BridgedPairs bridged_pairs(const core::Topology& node);

/// NVLinks of a GPU that exists only on boards where all GPUs are joined, by NVSwitches or, if
/// four, directly; by its PCI id. 0 for others and where the id is unknown.
int nvlinks_of_board(const core::Device& gpu);

/// The same by the driver's name for it. 0 for GH200, which also stands alone.
int nvlinks_of_board(std::string_view driver_name);

/// Whether machines join this model in a mesh, by its PCI id.
bool is_mesh_module(const core::PciFunction& gpu);

/// The multiprocessors that each of these GPUs has; nothing where they differ or one is unknown.
std::optional<int> multiprocessors_of(const core::Topology& node,
                                      const std::vector<core::DeviceId>& gpus);

/// The compute capability (major * 10 + minor) of the GPU with this PCI device id ("0x2330"); where
/// the id is unknown, of the model with this name ("NVIDIA H100 80GB HBM3"). Nothing where neither
/// is known.
std::optional<int> compute_capability_of(std::string_view device_id, std::string_view driver_name);

/// The model with NVLinks that the driver's name stands for; null where none is known.
const GpuModel* nvlink_model_of(std::string_view driver_name);

GpuJoining joining_of(std::string_view driver_name);

/// Whether its CPU is a Grace: GH200, GB200, GB300, GB10.
bool is_superchip(std::string_view driver_name);

/// The PCI Express generation of GPUs of this compute capability: 2 to 6.
int pcie_generation_of(int compute_capability);

/// Mbit/s of the adapter beside each GPU in NVIDIA's machines with this compute capability.
/// \param is_board the GPU is not a card for a PCIe slot
std::int64_t usual_adapter_mbps(int compute_capability, bool is_board);

/// Whether data between two of them goes over the same NVLinks: the same generation, as many links,
/// joined alike. H100 and H200 do, H100 and H800 do not.
bool have_same_links(const GpuModel& one, const GpuModel& other);

/// Whether GPUs of that name are known not to be those of the machine: no model that the name may
/// mean has the links of the machine's. False where either is unknown.
bool are_other_gpus(std::string_view name, const core::Topology& node);

}  // namespace treering::hw::catalogue
