#include "hw/formats/nvidia_smi/gpu_names.h"

#include <algorithm>
#include <array>

#include "hw/catalogue/gpu_models.h"
#include "hw/catalogue/link_rates.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A card for a PCIe slot: "H100 PCIe", "A100-PCIE-40GB", "H100 NVL". "GB300 NVL72" is a rack.
bool is_card(std::string_view name) {
  return has(name, "PCIe") || has(name, "PCIE") || (has(name, "NVL") && !is_superchip(name));
}

struct Board {
  std::string_view part;  // of the name
  GpuJoining joining;
  int nvlinks;
};

// NVIDIA's data sheets; the first part that a name has counts. Cards have bridges or nothing.
constexpr std::array<Board, 14> kBoards{{
    {"GB200", GpuJoining::NvSwitch, 18},
    {"GB300", GpuJoining::NvSwitch, 18},
    {"GH200", GpuJoining::NvSwitch, 18},
    {"B200", GpuJoining::NvSwitch, 18},
    {"B300", GpuJoining::NvSwitch, 18},
    {"H800", GpuJoining::NvSwitch, 8},
    {"H100", GpuJoining::NvSwitch, 18},
    {"H200", GpuJoining::NvSwitch, 18},
    {"H20", GpuJoining::NvSwitch, 18},
    {"A800-SXM", GpuJoining::NvSwitch, 8},
    {"A100-SXM", GpuJoining::NvSwitch, 12},
    {"V100-SXM3", GpuJoining::NvSwitch, 6},
    {"V100-SXM2", GpuJoining::Mesh, 6},
    {"P100-SXM2", GpuJoining::Mesh, 4},
}};

// Cards whose bridges NVIDIA sells; all that it has left out since Ada.
constexpr std::array<Board, 9> kCards{{
    {"H800", GpuJoining::Bridge, 12},
    {"H100", GpuJoining::Bridge, 12},
    {"H200", GpuJoining::Bridge, 18},
    {"A100", GpuJoining::Bridge, 12},
    {"A800", GpuJoining::Bridge, 8},
    {"A30", GpuJoining::Bridge, 4},
    {"A40", GpuJoining::Bridge, 4},
    {"A6000", GpuJoining::Bridge, 4},
    {"3090", GpuJoining::Bridge, 4},
}};

template <std::size_t Size>
const Board* find(const std::array<Board, Size>& boards, std::string_view name) {
  const auto found =
      std::ranges::find_if(boards, [name](const Board& board) { return has(name, board.part); });
  return found == boards.end() ? nullptr : &*found;
}

const Board* board_of(std::string_view name) {
  const Board* board = is_card(name) ? nullptr : find(kBoards, name);
  return board != nullptr ? board : find(kCards, name);
}

// B300 and GB300; RTX cards of Blackwell, whose numbers are greater, have PCIe 5.0.
constexpr int kBlackwellUltra = 103;

// The generations that came with Turing and before, Ampere and Ada, Hopper and after; adapters as
// in NVIDIA's machines of the time.
std::string_view pcie_of(int compute_capability) {
  if (compute_capability == kBlackwellUltra) return "64.0 GT/s PCIe";
  if (compute_capability >= 90) return "32.0 GT/s PCIe";
  return compute_capability >= 80 ? "16.0 GT/s PCIe" : "8.0 GT/s PCIe";
}

std::int64_t adapter_mbps(int compute_capability, bool is_board) {
  if (!is_board || compute_capability < 80) return 100'000;
  if (compute_capability == kBlackwellUltra) return 800'000;
  return compute_capability >= 90 ? 400'000 : 200'000;
}

}  // namespace

bool is_superchip(std::string_view name) {
  return std::ranges::any_of(std::array{"GH200", "GB200", "GB300"},
                             [name](std::string_view superchip) { return has(name, superchip); });
}

GpuJoining joining_of(std::string_view name) {
  const Board* board = board_of(name);
  return board == nullptr ? GpuJoining::None : board->joining;
}

int nvlinks_of_board(std::string_view name) {
  const Board* board = board_of(name);
  const bool is_board = board != nullptr && board->joining == GpuJoining::NvSwitch;
  return is_board && board->part != "GH200" ? board->nvlinks : 0;
}

MachineModel gpu_of_name(std::string_view name) {
  const int capability = catalogue::compute_capability_of("", name).value_or(0);
  const Board* board = board_of(name);
  const bool is_board = board != nullptr && board->joining != GpuJoining::Bridge;
  // Turing and older cards with bridges are many; the generation says how many links they have.
  const int others = capability < 80 ? catalogue::most_nvlinks(capability) : 0;
  return {name, capability, board == nullptr ? others : board->nvlinks, pcie_of(capability),
          adapter_mbps(capability, is_board)};
}

}  // namespace treering::hw::formats::nvidia_smi
