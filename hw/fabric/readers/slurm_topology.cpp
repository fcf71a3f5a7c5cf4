#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/fabric/readers/formats.h"
#include "hw/fabric/readers/line_cursor.h"
#include "hw/fabric/readers/text.h"

namespace treering::hw::fabric::readers {
namespace {

// What Slurm knows of a network: switches with their hosts or the switches below them, and blocks
// of hosts that share an NVLink domain. Read from its files by formats.h, made into a
// FabricGraph here.
//
// Slurm knows neither cables nor rates: each joined pair gets one cable, and the FabricGraph says
// that these are not real cables.

struct SlurmSwitch {
  std::string name;
  std::string switches;  // hostlists (hw/fabric/readers/formats.h); empty for none
  std::string hosts;
  std::size_t line = 0;
};

struct SlurmBlock {
  std::string name;
  std::string hosts;
  std::size_t line = 0;
};

struct SlurmTree {
  std::vector<SlurmSwitch> switches;
  std::vector<SlurmBlock> blocks;
};

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
          "what kind: unless it is said beside the file, oversubscription is unknown, and "
          "InfiniBand is assumed");
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

/// Hosts that a switch lists beside switches count where no other switch has them: `scontrol show
/// topology` lists all hosts below a switch. Lists that cannot be read are reported and left out.
core::Result<FabricText> graph_of(const SlurmTree& tree, LineNotes notes) {
  Builder builder(std::move(notes));
  builder.add(tree);
  return std::move(builder).finish();
}

struct Setting {
  std::string key;  // in lower case
  std::string value;
};

/// "Nodes=node[1-4]", also with quotes around the value; nothing for other words.
std::optional<Setting> setting_of(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  return Setting{core::lower_case(word.substr(0, equals)),
                 std::string(core::trimmed(word.substr(equals + 1), "\"'"))};
}

std::string value_of(const std::vector<Setting>& settings, std::string_view key) {
  for (const Setting& setting : settings) {
    if (setting.key == key) return setting.value;
  }
  return {};
}

class ConfReader {
 public:
  explicit ConfReader(const std::string& path) : notes_(path) {}

  void read(std::string_view line, std::size_t number) {
    line = core::trimmed(line.substr(0, line.find('#')));
    if (continued_.empty()) first_line_ = number;
    if (line.ends_with('\\')) {
      line.remove_suffix(1);
      continued_ += std::string(line) + " ";
      return;
    }
    continued_ += line;
    read_whole(std::exchange(continued_, {}));
  }

  core::Result<FabricText> finish() && {
    // A file that ends in a backslash.
    if (!continued_.empty()) read_whole(std::exchange(continued_, {}));
    return graph_of(tree_, std::move(notes_));
  }

 private:
  void read_whole(std::string_view line) {
    if (core::trimmed(line).empty()) return;
    LineCursor cursor(line);
    if (core::lower_case(cursor.rest().substr(0, 8)) == "include ") {
      cursor.take_word();
      notes_.report(first_line_, fmt::format("the file that it includes is not read: {}",
                                             core::in_quotes(cursor.rest())));
      return;
    }
    std::vector<Setting> settings;
    while (!cursor.rest().empty()) {
      const std::string_view word = cursor.take_word();
      auto setting = setting_of(word);
      if (!setting) {
        notes_.report(first_line_, core::in_quotes(word) +
                                       ", expected NAME=VALUE as in SwitchName=leaf1 "
                                       "Nodes=node[001-016]; the line is left out");
        return;
      }
      settings.push_back(*std::move(setting));
    }
    take(settings);
  }

  void take(const std::vector<Setting>& settings) {
    const std::string& key = settings.front().key;
    const std::string& name = settings.front().value;
    if (key == "switchname" && !name.empty()) {
      tree_.switches.push_back(
          {name, value_of(settings, "switches"), value_of(settings, "nodes"), first_line_});
      return;
    }
    if (key == "blockname" && !name.empty()) {
      tree_.blocks.push_back({name, value_of(settings, "nodes"), first_line_});
      return;
    }
    // How blocks are put together for a job; the second is what scontrol says of that.
    if (key == "blocksizes" || key == "aggregatedblock") return;
    notes_.report(first_line_, core::in_quotes(settings.front().key + "=" + name) +
                                   ", expected SwitchName= or BlockName=; the line is left out");
  }

  LineNotes notes_;
  SlurmTree tree_;
  std::string continued_;       // lines that end in a backslash
  std::size_t first_line_ = 0;  // of those
};

/// A topology of topology.yaml.
struct NamedTree {
  std::string name;
  bool is_default = false;
  SlurmTree tree;
};

/// "- switch: leaf1" as key and value; nothing where there is no colon.
std::optional<Setting> yaml_setting(std::string_view line) {
  line = core::trimmed(line);
  if (line.starts_with("- ")) line = core::trimmed(line.substr(2));
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view value = core::trimmed(line.substr(colon + 1));
  value = core::trimmed(value, "\"'");
  // A list of names, as a hostlist has them.
  if (value.starts_with('[') && value.ends_with(']')) value = value.substr(1, value.size() - 2);
  return Setting{core::lower_case(core::trimmed(line.substr(0, colon))), std::string(value)};
}

class YamlReader {
 public:
  explicit YamlReader(const std::string& path) : notes_(path) {}

  void read(std::string_view line, std::size_t number) {
    line = core::trimmed(line.substr(0, line.find('#')));
    if (line.empty() || line == "---" || line == "...") return;
    auto setting = yaml_setting(line);
    if (!setting) {
      // Sizes of blocks may stand in a list of their own lines.
      if (line.starts_with("-")) return;
      notes_.report(number,
                    core::in_quotes(line) + ", expected 'key: value'; the line is left out");
      return;
    }
    take(*setting, number);
  }

  core::Result<FabricText> finish() && {
    if (trees_.empty()) return graph_of({}, std::move(notes_));
    const NamedTree* chosen = &trees_.front();
    for (const NamedTree& one : trees_) {
      if (one.is_default && !chosen->is_default) chosen = &one;
    }
    if (trees_.size() > 1) {
      notes_.remark(fmt::format("of {} topologies {} is taken", trees_.size(),
                                core::in_quotes(chosen->name)));
    }
    return graph_of(chosen->tree, std::move(notes_));
  }

 private:
  void take(const Setting& setting, std::size_t number) {
    if (setting.key == "topology") {
      trees_.push_back({setting.value, false, {}});
      hosts_ = nullptr;
      return;
    }
    if (trees_.empty()) trees_.emplace_back();
    NamedTree& one = trees_.back();
    if (setting.key == "cluster_default") one.is_default = setting.value == "true";
    // Without a value these are the names of sections.
    if (setting.value.empty()) return;
    if (setting.key == "switch") {
      one.tree.switches.push_back({setting.value, {}, {}, number});
      hosts_ = &one.tree.switches.back().hosts;
    } else if (setting.key == "block") {
      one.tree.blocks.push_back({setting.value, {}, number});
      hosts_ = &one.tree.blocks.back().hosts;
    } else if (setting.key == "nodes" && hosts_ != nullptr) {
      *hosts_ = setting.value;
    } else if (setting.key == "children" && !one.tree.switches.empty()) {
      one.tree.switches.back().switches = setting.value;
    }
  }

  LineNotes notes_;
  std::vector<NamedTree> trees_;
  std::string* hosts_ = nullptr;  // of the switch or block that was named last
};

}  // namespace

core::Result<FabricText> read_slurm_topology(std::string_view text, const std::string& path) {
  ConfReader reader(path);
  for (core::LineReader lines(core::without_byte_order_mark(text)); lines.next();) {
    reader.read(lines.line(), lines.number());
  }
  return std::move(reader).finish();
}

core::Result<FabricText> read_slurm_yaml(std::string_view text, const std::string& path) {
  YamlReader reader(path);
  for (core::LineReader lines(core::without_byte_order_mark(text)); lines.next();) {
    reader.read(lines.line(), lines.number());
  }
  return std::move(reader).finish();
}

}  // namespace treering::hw::fabric::readers
