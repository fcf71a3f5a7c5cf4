// What GPUs of one architecture have in common.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {
namespace {

struct Generation {
  int lowest_compute_capability;
  std::string_view architecture;
  int pcie;
  std::int64_t adapter_mbps;  // beside a board in NVIDIA's machines of the time
};

// From new to old. NVIDIA's whitepapers and data sheets; adapters: those of DGX-1 (EDR), DGX A100
// (HDR), DGX H100 and GB200 (NDR), DGX B300 (XDR).
constexpr std::array<Generation, 14> kGenerations{{
    {110, "Blackwell", 5, 400'000},  // Thor, RTX cards and GB10
    {107, "Rubin", 6, 800'000},      // as NCCL's releases call 10.7
    {104, "Blackwell", 5, 400'000},
    {103, "Blackwell Ultra", 6, 800'000},
    {100, "Blackwell", 5, 400'000},
    {90, "Hopper", 5, 400'000},
    {89, "Ada Lovelace", 4, 200'000},
    {80, "Ampere", 4, 200'000},
    {75, "Turing", 3, 100'000},
    {70, "Volta", 3, 100'000},
    {60, "Pascal", 3, 100'000},
    {50, "Maxwell", 3, 100'000},
    {30, "Kepler", 3, 100'000},
    {20, "Fermi", 2, 100'000},
}};

/// Null for GPUs that are older, and for 0, which is unknown.
const Generation* generation_of(int compute_capability) {
  const auto* const found =
      std::ranges::find_if(kGenerations, [compute_capability](const Generation& generation) {
        return compute_capability >= generation.lowest_compute_capability;
      });
  return found == kGenerations.end() ? nullptr : found;
}

}  // namespace

std::string_view gpu_architecture(int compute_capability) {
  constexpr int kNewestCapability = 121;  // GB10: what comes later may have another name
  const Generation* generation = generation_of(compute_capability);
  return generation == nullptr || compute_capability > kNewestCapability ? ""
                                                                         : generation->architecture;
}

std::string gpu_generation(int compute_capability) {
  const std::string number =
      fmt::format("compute capability {}.{}", compute_capability / 10, compute_capability % 10);
  const std::string_view architecture = gpu_architecture(compute_capability);
  return architecture.empty() ? number : fmt::format("{} ({})", architecture, number);
}

int pcie_generation_of(int compute_capability) {
  constexpr int kElsewhere = 3;
  const Generation* generation = generation_of(compute_capability);
  return generation == nullptr ? kElsewhere : generation->pcie;
}

std::int64_t usual_adapter_mbps(int compute_capability, bool is_board) {
  constexpr std::int64_t kElsewhere = 100'000;
  const Generation* generation = generation_of(compute_capability);
  return is_board && generation != nullptr ? generation->adapter_mbps : kElsewhere;
}

}  // namespace treering::hw::catalogue
