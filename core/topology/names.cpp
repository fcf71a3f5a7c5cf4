#include "core/topology/names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>

#include "core/named_values.h"
#include "core/text/reading.h"

namespace treering::core {

namespace {

constexpr std::array<Named<DeviceKind>, 7> kDeviceKinds{{
    {DeviceKind::Cpu, "cpu"},
    {DeviceKind::PciSwitch, "pci_switch"},
    {DeviceKind::Gpu, "gpu"},
    {DeviceKind::NvSwitch, "nvswitch"},
    {DeviceKind::Nic, "nic"},
    {DeviceKind::NicPort, "nic_port"},
    {DeviceKind::NetworkSwitch, "network_switch"},
}};
static_assert(is_in_enum_order(kDeviceKinds));
static_assert(kDeviceKinds.size() == std::variant_size_v<DeviceInfo>);

constexpr std::array<Named<LinkKind>, 8> kLinkKinds{{
    {LinkKind::NvLink, "nvlink"},
    {LinkKind::C2C, "c2c"},
    {LinkKind::Pcie, "pcie"},
    {LinkKind::PciPeer, "pci_peer"},
    {LinkKind::InterSocket, "inter_socket"},
    {LinkKind::InfiniBand, "infiniband"},
    {LinkKind::RoCE, "roce"},
    {LinkKind::Ethernet, "ethernet"},
}};
static_assert(is_in_enum_order(kLinkKinds));

}  // namespace

std::string_view name_of(DeviceKind kind) {
  return kDeviceKinds.at(static_cast<std::size_t>(kind)).name;
}

std::string_view name_of(LinkKind kind) {
  return kLinkKinds.at(static_cast<std::size_t>(kind)).name;
}

std::string_view title_of(LinkKind kind) {
  switch (kind) {
    case LinkKind::NvLink:
      return "NVLink";
    case LinkKind::C2C:
      return "C2C";
    case LinkKind::Pcie:
      return "PCIe";
    case LinkKind::PciPeer:
      return "PCIe peer";
    case LinkKind::InterSocket:
      return "inter-socket";
    case LinkKind::InfiniBand:
      return "InfiniBand";
    case LinkKind::RoCE:
      return "RoCE";
    case LinkKind::Ethernet:
      return "Ethernet";
  }
  return "";
}

Result<DeviceKind> parse_device_kind(std::string_view text) {
  return parse_name("device kind", text, kDeviceKinds);
}

Result<LinkKind> parse_link_kind(std::string_view text) {
  return parse_name("link kind", text, kLinkKinds);
}

std::optional<DeviceId> device_named(const Topology& node, std::string_view name) {
  const auto found = std::ranges::find(node.devices(), name, &Device::name);
  if (found == node.devices().end()) return {};
  return static_cast<DeviceId>(found - node.devices().begin());
}

int host_of(const Topology& node, DeviceId id) {
  const DeviceId cpu = node.cpu_of(id);
  return cpu == kNoDevice ? 0 : std::get<Cpu>(node.device(cpu).info).host;
}

std::vector<int> gpu_numbers(const Topology& node) {
  const auto index_of = [&](DeviceId id) { return std::get<Gpu>(node.device(id).info).index; };
  const std::vector<DeviceId> gpus = node.of_kind(DeviceKind::Gpu);
  std::map<int, int> counts;  // by host: one more than its highest index
  for (const DeviceId gpu : gpus) {
    int& count = counts[host_of(node, gpu)];
    count = std::max(count, index_of(gpu) + 1);
  }
  std::map<int, int> starts;
  int next = 0;
  for (const auto& [host, count] : counts) {
    starts[host] = next;
    next += count;
  }
  std::vector<int> numbers(node.devices().size(), -1);
  for (const DeviceId gpu : gpus) {
    numbers[static_cast<std::size_t>(gpu)] = starts[host_of(node, gpu)] + index_of(gpu);
  }
  return numbers;
}

std::vector<int> sorted_gpu_numbers(const Topology& node) {
  std::vector<int> numbers = gpu_numbers(node);
  std::erase(numbers, -1);
  std::ranges::sort(numbers);
  return numbers;
}

bool is_pci_address(std::string_view text) {
  constexpr std::ptrdiff_t kMaxDigits = 16;
  constexpr std::size_t kLongest = 32;
  const auto is_mark = [](char c) { return c == ':' || c == '.'; };
  const auto digits = std::ranges::count_if(text, is_hex_digit);
  const auto marks = std::ranges::count_if(text, is_mark);
  return digits > 0 && digits <= kMaxDigits && text.size() <= kLongest &&
         digits + marks == std::ssize(text);
}

bool is_pci_function(std::string_view text) {
  constexpr std::size_t kAfterDomain = 8;  // ":bb:dd.f"
  constexpr std::size_t kShortest = 4 + kAfterDomain;
  if (!is_pci_address(text) || text.size() < kShortest) return false;
  const std::size_t domain = text.size() - kAfterDomain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_colon = i == domain || i == domain + 3;
    const bool is_mark = is_colon || i + 2 == text.size();
    const bool has_mark = text[i] == ':' || text[i] == '.';
    if (is_mark ? text[i] != (is_colon ? ':' : '.') : has_mark) return false;
  }
  return true;
}

std::uint64_t pci_number(std::string_view text) {
  constexpr std::size_t kMostDigits = 16;
  std::uint64_t number = 0;
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '.' || c == ':') continue;
    if (!is_hex_digit(c) || ++digits > kMostDigits) break;
    number = number * 16 + hex_value(c);
  }
  return number;
}

}  // namespace treering::core
