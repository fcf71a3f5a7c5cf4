#include "report/drawing/origin_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace treering::report::drawing {
namespace {

/// What people call the fields of core::Device::assumed.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kWords{{
    {"arch", "CPU architecture"},
    {"compute_capability", "compute capability"},
    {"extra/model", "model"},
    {"family", "CPU family"},
    {"gpu_direct_rdma", "GPUDirect RDMA"},
    {"index", "number"},
    {"nic", "adapter"},
    {"numa_id", "NUMA node"},
    {"pci/bus_id", "PCI address"},
    {"pci/class", "PCI class"},
    {"pci/link_speed", "PCIe speed"},
    {"pci/link_width", "PCIe lanes"},
    {"speed_mbps", "rate"},
}};

std::string_view word_of(std::string_view field) {
  const auto found = std::ranges::find(kWords, field, &decltype(kWords)::value_type::first);
  return found == kWords.end() ? field : found->second;
}

}  // namespace

std::string text_of(const core::Origin& origin) {
  const std::string_view kind = core::name_of(origin.kind);
  return origin.source.empty() ? std::string(kind) : fmt::format("{}: {}", kind, origin.source);
}

std::string origin_text(const core::Device& device) {
  if (device.assumed.empty()) return "as the topology's file has it";
  std::vector<std::string_view> words;
  for (const std::string& field : device.assumed) words.push_back(word_of(field));
  return fmt::format("assumed, because the source lacks it: {}", fmt::join(words, ", "));
}

}  // namespace treering::report::drawing
