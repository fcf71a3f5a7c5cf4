// NVIDIA's GPUs: one line in the table of gpus.cpp for each model. By PCI id or by the name that
// the driver gives, for what no source of a topology says.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"

namespace treering::hw::catalogue {

/// PCI vendor (pci-ids.ucw.cz).
inline constexpr std::string_view kNvidiaVendor = "0x10de";

/// How the GPUs of a machine with this model are joined.
enum class GpuJoining {
  NvSwitch,  // boards of eight behind NVSwitches, or all of four to each other
  Mesh,      // a mesh of single links that its name does not give: V100 SXM2, P100 SXM2
  Bridge,    // bridges between two cards
  None,
};

/// A model as it is sold, or a form of it: "H100 SXM5" and "H100 PCIe".
struct GpuModel {
  std::string_view name;  // for people
  std::string_view word;  // in the name that the driver gives, between spaces, hyphens or its ends
  enum class Form : std::uint8_t { Board, Card } form = Form::Card;
  std::string_view form_mark = {};  // what follows `word` in the name of this form: "-SXM"
  int compute_capability = 0;       // major * 10 + minor
  int multiprocessors = 0;          // 0 where that is not known here
  GpuJoining joining = GpuJoining::None;
  int nvlinks = 0;                               // of one GPU; 0 where it has none
  std::array<std::string_view, 2> pci_ids = {};  // "" where it has fewer
  bool has_grace = false;                        // a superchip: its CPU is a Grace
  bool stands_alone = false;                     // also sold without others to be joined to
};

/// All that are known.
std::span<const GpuModel> gpu_models();

/// For people, by its PCI id: "H100 SXM5". "" where that is not known, or assumed.
std::string_view gpu_model_name(const core::Device& gpu);

/// "Hopper" of 90; "" for GPUs that are older than Kepler or not known (0).
std::string_view gpu_architecture(int compute_capability);

/// Streaming multiprocessors of a GPU, by its PCI id. Nothing where that is not known, or assumed.
std::optional<int> multiprocessors_of(const core::Device& gpu);

/// Its compute capability (major * 10 + minor), and whether the model can have NVLinks, likewise.
std::optional<int> compute_capability_of(const core::Device& gpu);
std::optional<bool> has_nvlink(const core::Device& gpu);

/// Whether a GPU can have NVLinks: by its PCI id, else by its compute capability, of GPUs for
/// servers from Pascal on: 6.0, 7.0, 8.0, 9.0, 10.x. True where neither is known. Cards of the
/// first two that a "model" in `extra` names as such have none.
bool may_have_nvlinks(const core::Device& gpu);

/// NVLinks of a GPU that is only made for boards where all GPUs are joined, by NVSwitches or, of
/// four, directly; likewise by its PCI id. 0 for others and where that is not known.
int nvlinks_of_board(const core::Device& gpu);

/// The same by the name that the driver gives. A GH200 stands alone as well: 0.
int nvlinks_of_board(std::string_view driver_name);

/// Whether it is a module that machines join in a mesh, by its PCI id.
bool is_mesh_module(const core::PciFunction& gpu);

/// The multiprocessors of each of these GPUs; nothing where they differ or one is not known.
std::optional<int> multiprocessors_of(const core::Topology& node,
                                      const std::vector<core::DeviceId>& gpus);

/// major * 10 + minor of NVIDIA's GPU with this PCI device id ("0x2330"); where the id is not
/// known, of the model whose name ("NVIDIA H100 80GB HBM3") is given. Nothing where neither is
/// known.
std::optional<int> compute_capability_of(std::string_view device_id, std::string_view driver_name);

/// The model that NVLinks join, by the name that the driver gives; null where none is known.
const GpuModel* nvlink_model_of(std::string_view driver_name);

GpuJoining joining_of(std::string_view driver_name);

/// Whether its CPU is a Grace: GH200, GB200, GB300.
bool is_superchip(std::string_view driver_name);

/// The generation of PCI Express that GPUs of a compute capability have: 3 to 6.
int pcie_generation_of(int compute_capability);

/// Mbit/s of the adapters that NVIDIA's machines of its time have beside a GPU.
/// \param is_board not a card for a PCIe slot
std::int64_t usual_adapter_mbps(int compute_capability, bool is_board);

}  // namespace treering::hw::catalogue
