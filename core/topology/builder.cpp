#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "core/topology/checks.h"
#include "core/topology/topology.h"

namespace treering::core {
namespace {

Result<void> check_count(std::size_t count, int most, const std::string& where) {
  if (count <= static_cast<std::size_t>(most)) return {};
  return bad_input(where, fmt::format("{} entries", count),
                   fmt::format("expected at most {}", most));
}

Result<void> check_parts(const std::vector<Device>& devices, const std::vector<Link>& links) {
  if (auto done = check_count(devices.size(), kMaxDevices, "/devices"); !done) return done;
  const auto gpus = std::ranges::count(devices, DeviceKind::Gpu, &Device::kind);
  if (gpus > kMaxGpus) {
    return bad_input("/devices", fmt::format("{} GPUs in one node", gpus),
                     fmt::format("expected at most {}", kMaxGpus),
                     "describe one node, and give their number with ⟨nodes⟩");
  }
  if (auto done = check_count(links.size(), kMaxLinks, "/links"); !done) return done;
  if (auto done = check_devices(devices); !done) return done;
  return check_links(links, devices);
}

}  // namespace

TopologyBuilder::TopologyBuilder(std::string name, std::string description) {
  topology_.name_ = std::move(name);
  topology_.description_ = std::move(description);
}

DeviceId TopologyBuilder::add(Device device) {
  topology_.devices_.push_back(std::move(device));
  return static_cast<DeviceId>(topology_.devices_.size() - 1);
}

void TopologyBuilder::connect(Link one_direction) {
  topology_.links_.push_back(std::move(one_direction));
}

void TopologyBuilder::connect_both_ways(const Link& link) {
  Link mirror = link;
  std::swap(mirror.from, mirror.to);
  connect(link);
  connect(std::move(mirror));
}

void TopologyBuilder::set_extra(Attributes extra) {
  topology_.extra_ = std::move(extra);
}

Device& TopologyBuilder::device(DeviceId id) {
  return topology_.devices_.at(static_cast<std::size_t>(id));
}

const std::vector<Device>& TopologyBuilder::devices() const {
  return topology_.devices_;
}

Result<Topology> TopologyBuilder::build() && {
  if (auto done = check_text(topology_.name_, "/name"); !done) return fail(done.error());
  if (auto done = check_text(topology_.description_, "/description"); !done)
    return fail(done.error());
  if (auto done = check_attributes(topology_.extra_, "/extra"); !done) return fail(done.error());
  if (auto done = check_parts(topology_.devices_, topology_.links_); !done)
    return fail(done.error());
  auto tree = grow_pci_tree(topology_.devices_, topology_.links_);
  if (!tree) return fail(tree.error());
  if (auto done = check_hosts(topology_.devices_, tree->cpus); !done) return fail(done.error());
  topology_.parents_ = std::move(tree->parents);
  topology_.cpus_ = std::move(tree->cpus);
  topology_.group_children();
  return std::move(topology_);
}

// A counting sort by parent: ids stay in order within each group.
void Topology::group_children() {
  first_child_.assign(devices_.size() + 1, 0);
  for (const DeviceId parent : parents_) {
    if (parent != kNoDevice) ++first_child_[static_cast<std::size_t>(parent) + 1];
  }
  for (std::size_t i = 0; i < devices_.size(); ++i) first_child_[i + 1] += first_child_[i];
  children_.resize(first_child_.back());
  std::vector<std::size_t> next = first_child_;
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    if (parents_[i] == kNoDevice) continue;
    children_[next[static_cast<std::size_t>(parents_[i])]++] = static_cast<DeviceId>(i);
  }
}

}  // namespace treering::core
