#include "sim/links/host_memory.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace treering::sim::links {
namespace {

constexpr double kBytesPerTransfer = 8;  // of a DDR channel

/// MT/s of a channel's modules, as GB/s of all channels.
constexpr double ddr(int channels, int mt_per_s) {
  return channels * mt_per_s * kBytesPerTransfer / 1e3;
}

struct Generation {
  std::string_view vendor;
  int family;  // as NCCL writes it (base + extended << 4)
  int first;   // model number
  int last;
  HostRates socket;
};

// Memory: the channels of a socket and the fastest modules that it takes, by Intel's product pages
// (ark) and AMD's data sheets of the generation. Between sockets, one direction: as many links as
// most boards with two sockets wire, at the specified rate: QPI 9.6 GT/s x 16 bit, UPI 10.4, 11.2,
// 16, 20 and 24 GT/s (20 lanes up to Ice Lake, then 24), xGMI 16 lanes at 10.7, 16 and 32 GT/s.
// Model 85 is Skylake and Cascade Lake: the rates are those of the latter. A Granite Rapids with
// twelve channels has the number of those with eight, which more GPU servers have.
constexpr std::string_view kIntel = "GenuineIntel";
constexpr std::string_view kAmd = "AuthenticAMD";
constexpr std::array kGenerations{
    Generation{kIntel, 6, 63, 63, {ddr(4, 2133), 2 * 19.2}},  // Haswell
    Generation{kIntel, 6, 79, 79, {ddr(4, 2400), 2 * 19.2}},  // Broadwell
    Generation{kIntel, 6, 85, 85, {ddr(6, 2933), 2 * 26}},    // Skylake, Cascade Lake
    Generation{kIntel, 6, 106, 106, {ddr(8, 3200), 3 * 28}},  // Ice Lake
    Generation{kIntel, 6, 143, 143, {ddr(8, 4800), 3 * 48}},  // Sapphire Rapids
    Generation{kIntel, 6, 207, 207, {ddr(8, 5600), 3 * 60}},  // Emerald Rapids
    Generation{kIntel, 6, 173, 173, {ddr(8, 6400), 3 * 72}},  // Granite Rapids
    Generation{kAmd, 0x8F, 1, 1, {ddr(8, 2666), 4 * 21.3}},   // Naples
    Generation{kAmd, 0x8F, 49, 49, {ddr(8, 3200), 3 * 32}},   // Rome
    Generation{kAmd, 0xAF, 1, 1, {ddr(8, 3200), 3 * 32}},     // Milan
    Generation{kAmd, 0xAF, 17, 17, {ddr(12, 4800), 3 * 64}},  // Genoa
    Generation{kAmd, 0xBF, 2, 2, {ddr(12, 6000), 3 * 64}},    // Turin
    Generation{kAmd, 0xBF, 16, 31, {ddr(12, 6000), 3 * 64}},  // Turin
};

/// Servers with these GPUs have two sockets at most; more NUMA nodes are parts of a socket.
constexpr int kSockets = 2;

int nodes_of_host(const core::Topology& node, int host) {
  const auto cpus = node.of_kind(core::DeviceKind::Cpu);
  return static_cast<int>(std::ranges::count_if(cpus, [&](core::DeviceId id) {
    const core::Device& cpu = node.device(id);
    return std::get<core::Cpu>(cpu.info).host == host && !core::has_unknown_place(cpu);
  }));
}

}  // namespace

HostRates host_rates(const core::Topology& node, core::DeviceId id) {
  const auto& cpu = std::get<core::Cpu>(node.device(id).info);
  const auto* const found = std::ranges::find_if(kGenerations, [&](const Generation& one) {
    return cpu.vendor == one.vendor && cpu.family == one.family && cpu.model >= one.first &&
           cpu.model <= one.last;
  });
  if (found == kGenerations.end()) return {};
  HostRates rates = found->socket;
  rates.memory *= std::min(1.0, static_cast<double>(kSockets) / nodes_of_host(node, cpu.host));
  return rates;
}

}  // namespace treering::sim::links
