#include "hw/fabric/readers/slurm_tree.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/fabric/readers/hostlist.h"

namespace treering::hw::fabric::readers {
namespace {

// In all lists: each host at every level of a tree of four.
constexpr std::size_t kMostNames = 4 * kMostHosts;

class Builder {
 public:
  explicit Builder(LineNotes notes) : notes_(std::move(notes)) {}

  void add(const SlurmTree& tree) {
    for (const SlurmSwitch& one : tree.switches) add_switch(one);
    for (const SlurmSwitch& one : tree.switches) join_switches(one);
    // Leaves first, so that a switch above them takes only the hosts that nobody else has.
    for (const SlurmSwitch& one : tree.switches) {
      if (one.switches.empty()) join_hosts(one);
    }
    for (const SlurmSwitch& one : tree.switches) {
      if (!one.switches.empty()) join_hosts(one);
    }
    for (const SlurmBlock& block : tree.blocks) {
      builder_.add_block({block.name, expanded(block.hosts, block.line)});
    }
    builder_.forget_cables();
    if (!tree.switches.empty()) {
      notes_.remark(
          "Slurm says which switches and hosts are joined, not by how many cables, how fast or of "
          "what kind: oversubscription is unknown, and InfiniBand is assumed");
    }
    if (!tree.blocks.empty()) {
      notes_.remark("blocks are read as NVLink domains: groups of hosts without a network");
    }
  }

  core::Result<FabricText> finish() && {
    return finish_fabric(std::move(builder_), std::move(notes_), CableNaming::OneEnd,
                         "expected lines with SwitchName= or BlockName=");
  }

 private:
  std::vector<std::string> expanded(const std::string& list, std::size_t line) {
    // Not even expanded once there are too many: that takes time.
    if (names_ > kMostNames) {
      notes_.report(line, fmt::format("more than {} names in all lists together; the list is left "
                                      "out",
                                      kMostNames));
      return {};
    }
    auto names = expand_hostlist(list);
    if (!names) {
      notes_.report(line, names.error().complaint() + "; the list is left out");
      return {};
    }
    names_ += names->size();
    return *std::move(names);
  }

  FabricNodeId add(const std::string& name, FabricNodeKind kind) {
    // A host may be called like a switch.
    const char* prefix = kind == FabricNodeKind::Switch ? "" : "host ";
    const FabricNodeId id = builder_.find_or_add(prefix + name, kind);
    builder_.node(id).description = name;
    last_port_.resize(builder_.node_count());
    return id;
  }

  void add_switch(const SlurmSwitch& one) {
    if (!named_.insert(one.name).second) {
      notes_.report(one.line,
                    fmt::format("a second line for {}: both count", core::in_quotes(one.name)));
    }
    add(one.name, FabricNodeKind::Switch);
  }

  void join_switches(const SlurmSwitch& one) {
    if (one.switches.empty()) return;
    const FabricNodeId above = add(one.name, FabricNodeKind::Switch);
    for (const std::string& name : expanded(one.switches, one.line)) {
      if (!named_.contains(name)) {
        notes_.report(one.line, fmt::format("{} is named, but has no line", core::in_quotes(name)));
      }
      join(above, add(name, FabricNodeKind::Switch), one.line);
    }
  }

  void join_hosts(const SlurmSwitch& one) {
    if (one.hosts.empty()) return;
    const FabricNodeId id = add(one.name, FabricNodeKind::Switch);
    for (const std::string& name : expanded(one.hosts, one.line)) {
      const FabricNodeId host = add(name, FabricNodeKind::Adapter);
      const bool is_placed = last_port_[static_cast<std::size_t>(host)] > 0;
      if (one.switches.empty() || !is_placed) join(id, host, one.line);
    }
  }

  void join(FabricNodeId a, FabricNodeId b, std::size_t line) {
    if (a == b) {
      notes_.report(line, fmt::format("{} is below itself: left out",
                                      core::in_quotes(builder_.node(a).description)));
      return;
    }
    const auto key = static_cast<std::uint64_t>(std::min(a, b)) << 32U |
                     static_cast<std::uint64_t>(std::max(a, b));
    if (!joined_.insert(key).second) return;
    const auto next = [this](FabricNodeId id) {
      return ++last_port_[static_cast<std::size_t>(id)];
    };
    builder_.connect({{{{a, next(a)}, {b, next(b)}}}, {}});
  }

  LineNotes notes_;
  FabricBuilder builder_;
  std::unordered_set<std::string> named_;     // by a line of their own
  std::unordered_set<std::uint64_t> joined_;  // pairs of nodes
  std::vector<int> last_port_;                // by node
  std::size_t names_ = 0;                     // that lists had so far
};

}  // namespace

core::Result<FabricText> graph_of(const SlurmTree& tree, LineNotes notes) {
  Builder builder(std::move(notes));
  builder.add(tree);
  return std::move(builder).finish();
}

}  // namespace treering::hw::fabric::readers
