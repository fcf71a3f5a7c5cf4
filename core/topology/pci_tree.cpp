#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/topology/checks.h"
#include "core/topology/names.h"

namespace treering::core {
namespace {

std::string named(const Device& device) {
  return fmt::format("{} {}", name_of(device.kind()), in_quotes(device.name));
}

class Grower {
 public:
  Grower(const std::vector<Device>& devices, const std::vector<Link>& links)
      : devices_(devices),
        links_(links),
        tree_{std::vector<DeviceId>(devices.size(), kNoDevice),
              std::vector<DeviceId>(devices.size(), kNoDevice)},
        link_up_(devices.size(), kNoLink),
        depths_(devices.size(), 0) {}

  Result<PciTree> grow() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (links_[i].kind != LinkKind::Pcie) continue;
      if (auto error = hang(i)) return fail(*error);
    }
    if (auto error = hang_ports()) return fail(*error);
    for (std::size_t i = 0; i < devices_.size(); ++i) {
      if (auto error = find_cpu(static_cast<DeviceId>(i))) return fail(*error);
    }
    return std::move(tree_);
  }

 private:
  using Problem = std::optional<Error>;
  static constexpr std::size_t kNoLink = static_cast<std::size_t>(-1);

  static std::uint64_t key(DeviceId child, DeviceId parent) {
    return static_cast<std::uint64_t>(child) << 32U | static_cast<std::uint32_t>(parent);
  }
  const Device& device(DeviceId id) const { return devices_[static_cast<std::size_t>(id)]; }
  DeviceId& parent(DeviceId id) { return tree_.parents[static_cast<std::size_t>(id)]; }
  DeviceId& cpu(DeviceId id) { return tree_.cpus[static_cast<std::size_t>(id)]; }

  /// Whether the link is the reverse of an earlier one towards the parent. Each of those has one
  /// reverse.
  bool is_reverse(DeviceId from, DeviceId to) {
    const auto up = ways_up_.find(key(to, from));
    if (up == ways_up_.end() || up->second == 0) return false;
    --up->second;
    return true;
  }

  /// Takes link i as going from child to parent, unless it is the reverse of an earlier one.
  Problem hang(std::size_t i) {
    const auto [kind, from, to] = std::tuple(links_[i].kind, links_[i].from, links_[i].to);
    if (is_reverse(from, to)) return {};
    const std::string where = fmt::format("/links/{}", i);
    const DeviceKind child = device(from).kind();
    if (child == DeviceKind::Cpu || child == DeviceKind::NicPort) {
      return Error{Category::BadInput, where + "/from",
                   named(device(from)) + " is the child end of a PCIe link",
                   "expected the child first, then its parent", "swap from and to"};
    }
    const DeviceKind above = device(to).kind();
    if (above != DeviceKind::Cpu && above != DeviceKind::PciSwitch) {
      return Error{Category::BadInput, where + "/to",
                   named(device(to)) + " is the parent end of a PCIe link",
                   "expected a pci_switch or a cpu", "give the child first, then its parent"};
    }
    if (parent(from) != kNoDevice && parent(from) != to) {
      return Error{Category::BadInput,
                   where + "/from",
                   fmt::format("{} already hangs below {}", named(device(from)),
                               named(device(parent(from)))),
                   "expected one PCIe parent",
                   {}};
    }
    ++ways_up_[key(from, to)];
    parent(from) = to;
    link_up_[static_cast<std::size_t>(from)] = i;
    return {};
  }

  Problem hang_ports() {
    for (std::size_t i = 0; i < devices_.size(); ++i) {
      const auto* port = std::get_if<NicPort>(&devices_[i].info);
      if (port != nullptr) tree_.parents[i] = port->nic;
    }
    return {};
  }

  /// Walks up from `start` to the first device whose CPU is known, and sets that CPU for all
  /// devices on the way.
  Problem find_cpu(DeviceId start) {
    std::vector<DeviceId> way;
    DeviceId at = start;
    while (parent(at) != kNoDevice && cpu(at) == kNoDevice) {
      if (way.size() > devices_.size()) return cycle_through(at);
      way.push_back(at);
      at = parent(at);
    }
    if (device(at).kind() == DeviceKind::Cpu) cpu(at) = at;
    const bool is_pcie = !way.empty() && device(way.back()).kind() != DeviceKind::NicPort;
    if (is_pcie && cpu(at) == kNoDevice) {
      return Error{Category::BadInput, fmt::format("/devices/{}", at),
                   named(device(at)) + " is the top of a PCIe tree", "expected a cpu there",
                   "link it to a cpu"};
    }
    for (const DeviceId id : way) cpu(id) = cpu(at);
    return note_depths(way);
  }

  /// \param way from a device up to one whose parent's depth is known
  Problem note_depths(const std::vector<DeviceId>& way) {
    for (auto id = way.rbegin(); id != way.rend(); ++id) {
      const std::size_t link = link_up_[static_cast<std::size_t>(*id)];
      // A port is a part of its NIC.
      if (link == kNoLink) continue;
      int& depth = depths_[static_cast<std::size_t>(*id)];
      depth = depths_[static_cast<std::size_t>(parent(*id))] + 1;
      if (depth <= kMaxPciDepth) continue;
      return Error{Category::BadInput,
                   fmt::format("/links/{}", link),
                   fmt::format("{} is number {} in a chain of PCIe devices below {}",
                               named(device(*id)), depth, named(device(cpu(*id)))),
                   fmt::format("expected at most {}: a PCI domain has no more buses", kMaxPciDepth),
                   {}};
    }
    return {};
  }

  /// \pre `start` is in a cycle
  Error cycle_through(DeviceId start) {
    constexpr int kMostNames = 10;
    std::string names = in_quotes(device(start).name);
    int count = 1;
    for (DeviceId at = parent(start); at != start; at = parent(at)) {
      if (count++ < kMostNames) names += ", " + in_quotes(device(at).name);
    }
    if (count > kMostNames) names += fmt::format(" and {} more", count - kMostNames);
    return {Category::BadInput,
            fmt::format("/links/{}", link_up_[static_cast<std::size_t>(start)]),
            fmt::format("a cycle of PCIe links through {}", names),
            "expected a tree below a cpu",
            {}};
  }

  const std::vector<Device>& devices_;
  const std::vector<Link>& links_;
  PciTree tree_;
  std::vector<std::size_t> link_up_;                // by device: the link to its parent
  std::vector<int> depths_;                         // by device: PCIe devices down to it from a CPU
  std::unordered_map<std::uint64_t, int> ways_up_;  // by child and parent: without a reverse yet
};

}  // namespace

Result<PciTree> grow_pci_tree(const std::vector<Device>& devices, const std::vector<Link>& links) {
  return Grower(devices, links).grow();
}

}  // namespace treering::core
