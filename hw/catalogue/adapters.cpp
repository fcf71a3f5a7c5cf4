#include "hw/catalogue/adapters.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/text/reading.h"

namespace treering::hw::catalogue {
namespace {

struct NicModel {
  std::string_view vendor;
  std::string_view device;
  std::int64_t mbps;
};

constexpr std::string_view kMellanox = kMellanoxVendor;
constexpr std::string_view kIntel = "0x8086";
constexpr std::string_view kQlogic = "0x1077";

// Ids: pci-ids.ucw.cz. Rates: the adapters' product briefs (nvidia.com, "ConnectX InfiniBand
// adapters", "BlueField"; Intel's Omni-Path 100 and Ethernet 800 series; QLogic's QLE7340).
constexpr std::array kAdapters{
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
    NicModel{kMellanox, "0x2100", 800'000},  // ConnectX-8, Data Direct function
    NicModel{kMellanox, "0xa2d6", 200'000},  // BlueField-2
    NicModel{kMellanox, "0xa2dc", 400'000},  // BlueField-3
    NicModel{kIntel, "0x24f0", 100'000},     // Omni-Path 100
    NicModel{kIntel, "0x24f1", 100'000},     // Omni-Path 100, integrated
    NicModel{kQlogic, "0x7322", 40'000},     // QLE7340: QDR
};

// ConnectX-2 to ConnectX-6, all of them since (mlx5Gen), BlueField: pci-ids.ucw.cz, "Virtual
// Function".
constexpr std::array<std::string_view, 10> kVirtual{"0x1002", "0x1004", "0x1012", "0x1014",
                                                    "0x1016", "0x1018", "0x101a", "0x101c",
                                                    "0x101e", "0xa2d3"};

// ConnectX-2 and -3 with their virtual functions: mlx4.
constexpr std::array<std::string_view, 4> kMlx4{"0x1002", "0x1003", "0x1004", "0x1007"};

template <std::size_t N>
bool is_one_of(std::string_view device, const std::array<std::string_view, N>& devices) {
  return std::ranges::any_of(devices,
                             [&](std::string_view one) { return core::is_same_name(device, one); });
}

}  // namespace

bool is_virtual_function(std::string_view vendor, std::string_view device) {
  return core::is_same_name(vendor, kMellanox) && is_one_of(device, kVirtual);
}

bool takes_dmabuf(std::string_view vendor, std::string_view device) {
  return core::is_same_name(vendor, kMellanox) && !is_one_of(device, kMlx4);
}

std::string mellanox_device_of(std::string_view hca_type) {
  constexpr std::string_view kPrefix = "MT";
  if (!hca_type.starts_with(kPrefix)) return "";
  const auto device = core::whole_number<unsigned>(hca_type.substr(kPrefix.size()));
  return device ? fmt::format("0x{:04x}", *device) : "";
}

std::optional<std::int64_t> port_mbps_of(std::string_view vendor, std::string_view device) {
  const auto* const found = std::ranges::find_if(kAdapters, [&](const NicModel& model) {
    return core::is_same_name(vendor, model.vendor) && core::is_same_name(device, model.device);
  });
  if (found == kAdapters.end()) return {};
  return found->mbps;
}

// Linux's hfi1 drives Omni-Path 100 alone (drivers/infiniband/hw/hfi1).
std::optional<std::int64_t> port_mbps_of_name(std::string_view device_name) {
  constexpr std::int64_t kOmniPath100 = 100'000;
  if (device_name.starts_with("hfi1_")) return kOmniPath100;
  return {};
}

}  // namespace treering::hw::catalogue
