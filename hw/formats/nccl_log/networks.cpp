#include "hw/formats/nccl_log/networks.h"

#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// An absurd log has more.
constexpr std::size_t kMostNetworkUses = 4096;

}  // namespace

/// "Using network IBext_v8" (2.28 src/plugin/net.cc), "Using internal Network IB" before 2.4.
void NetworkReader::take(const Line& line) {
  if (line.level != Level::Info || line.host.empty()) return;
  for (const std::string_view start : {"Using network ", "Using internal Network "}) {
    if (!line.text.starts_with(start)) continue;
    const std::string_view rest = core::trimmed(line.text.substr(start.size()));
    const std::string_view network = rest.substr(0, rest.find_first_of(" \t\r"));
    if (network.empty() || uses_.size() >= kMostNetworkUses) return;
    uses_.try_emplace({std::string(line.host), std::string(network)},
                      core::NetworkUse{std::string(line.host),
                                       std::string(network),
                                       {core::Origin::Kind::File,
                                        fmt::format("{}: line {}", path_, line.number)}});
  }
}

std::vector<core::NetworkUse> NetworkReader::finish() && {
  std::vector<core::NetworkUse> all;
  for (auto& [key, use] : uses_) all.push_back(std::move(use));
  return all;
}

}  // namespace treering::hw::formats::nccl_log
