// Finds links of matched devices that are slower, narrower or fewer on one of two machines.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace {

using core::DeviceId;
using core::Link;
using core::LinkKind;
using core::Topology;

// A smaller difference of rates is rounding: 15.75 and 15.754 GB/s.
constexpr double kSameRate = 0.01;

std::string gigabytes(core::Bandwidth bandwidth) {
  const double gb = bandwidth.in_gb_per_s();
  return gb >= 100 ? fmt::format("{:.0f} GB/s", gb) : fmt::format("{:.3g} GB/s", gb);
}

bool is_same(core::Bandwidth a, core::Bandwidth b) {
  const double larger = std::max(a, b).in_gb_per_s();
  return larger == 0 || std::min(a, b).in_gb_per_s() >= (1 - kSameRate) * larger;
}

/// The links of a machine by the device at their lower end.
class Links {
 public:
  explicit Links(const Topology& node) : up_(node.devices().size(), nullptr) {
    for (const Link& link : node.links()) {
      if (link.kind == LinkKind::Pcie && node.parent_of(link.from) == link.to) {
        up_[static_cast<std::size_t>(link.from)] = &link;
      }
      if (link.kind == LinkKind::NvLink || link.kind == LinkKind::C2C) {
        Sum& sum = sums_[{link.kind, link.from}];
        sum.count += link.count;
        sum.bandwidth += link.bandwidth;
        sum.is_known = sum.is_known && is_known(link);
      }
      if (link.kind == LinkKind::InterSocket) sockets_[{link.from, link.to}] = &link;
    }
  }

  struct Sum {
    int count = 0;
    core::Bandwidth bandwidth;
    bool is_known = true;
  };

  const Link* up(DeviceId id) const {
    return id == core::kNoDevice ? nullptr : up_[static_cast<std::size_t>(id)];
  }
  Sum sum(LinkKind kind, DeviceId id) const {
    const auto found = sums_.find({kind, id});
    return found == sums_.end() ? Sum() : found->second;
  }
  const Link* between(DeviceId a, DeviceId b) const {
    const auto found = sockets_.find({a, b});
    return found == sockets_.end() ? nullptr : found->second;
  }

 private:
  std::vector<const Link*> up_;
  std::map<std::pair<LinkKind, DeviceId>, Sum> sums_;
  std::map<std::pair<DeviceId, DeviceId>, const Link*> sockets_;
};

Side side_of(const Link& link) {
  return {fmt::format("{}, {}", core::counted(link.count, "PCIe lane"), gigabytes(link.bandwidth)),
          is_known(link)};
}

class Comparison {
 public:
  Comparison(const MatchedMachines& machines, Differences& differences)
      : machines_(machines), a_(machines.a), b_(machines.b), differences_(differences) {}

  void compare() {
    for (const Matching* matching : {&machines_.gpus, &machines_.nics}) {
      for (const Pair& pair : matching->pairs) compare_way_up(pair);
    }
    for (const Pair& pair : machines_.gpus.pairs) {
      compare_sums(pair, LinkKind::NvLink, "nvlinks", "NVLink");
      compare_sums(pair, LinkKind::C2C, "c2c", "C2C link");
    }
    for (const Pair& one : machines_.cpus.pairs) {
      for (const Pair& other : machines_.cpus.pairs) compare_sockets(one, other);
    }
  }

 private:
  /// Link by link up to the CPU, each switch once.
  void compare_way_up(const Pair& pair) {
    DeviceId first = pair.a;
    DeviceId second = pair.b;
    while (a_.up(first) != nullptr && b_.up(second) != nullptr) {
      if (first != pair.a && !seen_.insert(first).second) return;
      compare_link(first, *a_.up(first), *b_.up(second));
      first = machines_.a.parent_of(first);
      second = machines_.b.parent_of(second);
    }
  }

  void compare_link(DeviceId device, const Link& first, const Link& second) {
    if (is_same(first.bandwidth, second.bandwidth)) return;
    differences_.add("pcie_link", Weight::Heavy, machines_.a.device(device).name,
                     Figures{"", side_of(first), side_of(second),
                             second.bandwidth.in_gb_per_s() / first.bandwidth.in_gb_per_s()});
  }

  void compare_sums(const Pair& pair, LinkKind kind, std::string_view topic,
                    std::string_view name) {
    const Links::Sum first = a_.sum(kind, pair.a);
    const Links::Sum second = b_.sum(kind, pair.b);
    if (first.count == second.count && is_same(first.bandwidth, second.bandwidth)) return;
    // A source that does not know where devices are knows of no NVLinks either.
    const auto side = [&](const Links::Sum& sum, bool are_places_known, bool are_nvlinks_known) {
      const bool is_known = sum.is_known && (sum.count > 0 || are_places_known) &&
                            (kind != LinkKind::NvLink || are_nvlinks_known);
      return Side{fmt::format("{}, {}", core::counted(sum.count, name), gigabytes(sum.bandwidth)),
                  is_known};
    };
    differences_.add(
        topic, Weight::Heavy, machines_.a.device(pair.a).name,
        Figures{
            "", side(first, machines_.are_places_known_a, machines_.are_nvlinks_known_a),
            side(second, machines_.are_places_known_b, machines_.are_nvlinks_known_b),
            first.count > 0 ? second.bandwidth.in_gb_per_s() / first.bandwidth.in_gb_per_s() : 0});
  }

  void compare_sockets(const Pair& one, const Pair& other) {
    const Link* const first = a_.between(one.a, other.a);
    const Link* const second = b_.between(one.b, other.b);
    if (first == nullptr || second == nullptr || is_same(first->bandwidth, second->bandwidth)) {
      return;
    }
    if (one.a > other.a && a_.between(other.a, one.a) != nullptr) return;  // said already
    differences_.add("between_cpus", Weight::Possible,
                     machines_.a.device(one.a).name + " to " + machines_.a.device(other.a).name,
                     Figures{"",
                             {gigabytes(first->bandwidth), is_known(*first)},
                             {gigabytes(second->bandwidth), is_known(*second)}});
  }

  const MatchedMachines& machines_;
  Links a_;
  Links b_;
  Differences& differences_;
  std::set<DeviceId> seen_;
};

}  // namespace

void compare_links(const MatchedMachines& machines, Differences& differences) {
  Comparison(machines, differences).compare();
}

}  // namespace treering::tuner::diff
