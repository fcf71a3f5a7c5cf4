#include "hw/nic_models.h"

#include <algorithm>
#include <array>

#include "core/named_values.h"

namespace treering::hw {
namespace {

struct NicModel {
  std::string_view vendor;
  std::string_view device;
  std::int64_t mbps;
};

constexpr std::string_view kMellanox = "0x15b3";
constexpr std::string_view kIntel = "0x8086";
constexpr std::string_view kQlogic = "0x1077";

// Ids: pci-ids.ucw.cz. Rates: the adapters' product briefs (nvidia.com, "ConnectX InfiniBand
// adapters", "BlueField"; Intel's Omni-Path 100 and Ethernet 800 series; QLogic's QLE7340).
constexpr std::array kModels{
    NicModel{kMellanox, "0x1003", 56'000},   // ConnectX-3
    NicModel{kMellanox, "0x1007", 56'000},   // ConnectX-3 Pro
    NicModel{kMellanox, "0x1011", 56'000},   // Connect-IB
    NicModel{kMellanox, "0x1013", 100'000},  // ConnectX-4
    NicModel{kMellanox, "0x1015", 25'000},   // ConnectX-4 Lx
    NicModel{kMellanox, "0x1017", 100'000},  // ConnectX-5
    NicModel{kMellanox, "0x1019", 100'000},  // ConnectX-5 Ex
    NicModel{kMellanox, "0x101b", 200'000},  // ConnectX-6
    NicModel{kMellanox, "0x101d", 100'000},  // ConnectX-6 Dx
    NicModel{kMellanox, "0x101f", 25'000},   // ConnectX-6 Lx
    NicModel{kMellanox, "0x1021", 400'000},  // ConnectX-7
    NicModel{kMellanox, "0x1023", 800'000},  // ConnectX-8
    NicModel{kMellanox, "0xa2d6", 200'000},  // BlueField-2
    NicModel{kMellanox, "0xa2dc", 400'000},  // BlueField-3
    NicModel{kIntel, "0x24f0", 100'000},     // Omni-Path 100
    NicModel{kIntel, "0x24f1", 100'000},     // Omni-Path 100, integrated
    NicModel{kQlogic, "0x7322", 40'000},     // QLE7340: QDR
};

}  // namespace

std::optional<std::int64_t> port_mbps_of(std::string_view vendor, std::string_view device) {
  const auto* const found = std::ranges::find_if(kModels, [&](const NicModel& model) {
    return core::is_same_name(vendor, model.vendor) && core::is_same_name(device, model.device);
  });
  if (found == kModels.end()) return {};
  return found->mbps;
}

}  // namespace treering::hw
