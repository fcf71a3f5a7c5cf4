#include "hw/fabric/readers/slurm_topology.h"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/lines.h"
#include "core/text/place.h"
#include "core/text/quote.h"
#include "core/text/words.h"
#include "hw/fabric/readers/line_cursor.h"
#include "hw/fabric/readers/slurm_tree.h"

namespace treering::hw::fabric::readers {
namespace {

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
