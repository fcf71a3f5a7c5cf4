#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/fabric/readers/formats.h"
#include "hw/fabric/readers/line_cursor.h"

namespace treering::hw::fabric::readers {
namespace {

/// Width and rate of a lane in "-4x-5G->", "-12X->" and "->".
std::optional<CableRate> rate_of_arrow(std::string_view arrow) {
  if (!arrow.ends_with("->")) return std::nullopt;
  arrow.remove_suffix(2);
  CableRate rate;
  LineCursor cursor(arrow);
  while (cursor.take("-")) {
    const std::string_view part = cursor.rest().substr(0, cursor.rest().find('-'));
    cursor.take(part);
    LineCursor number(part);
    if (const auto width = parse_cable_rate(part)) {
      rate.lanes = width->lanes;
    } else if (const auto gbit = number.take_decimal(); gbit && number.rest() == "G") {
      rate.speed = catalogue::lane_speed(*gbit);
    } else {
      return std::nullopt;
    }
  }
  return cursor.rest().empty() ? std::optional(rate) : std::nullopt;
}

/// "P7" and "7" are 7; nothing for "L1/P7".
std::optional<int> number_of_port(std::string_view name) {
  if (name.starts_with('P') || name.starts_with('p')) name.remove_prefix(1);
  const auto number = core::whole_number<int>(name);
  return number && *number >= 1 && *number <= kMaxPort ? number : std::nullopt;
}

// "MTS2400", "SW36", "Gnu": switches that ibdm's own files name so; MT... are adapters.
bool is_switch_type(std::string_view type) {
  return type.starts_with("MTS") || type.starts_with("MTX") || type.starts_with("SW") ||
         type.starts_with("MQM") || type.starts_with("MSX") || type.starts_with("MSB");
}

class IbdmTopoReader {
 public:
  explicit IbdmTopoReader(std::string path) : notes_(std::move(path)) {}

  void read(std::string_view line, std::size_t number) {
    const bool is_indented = line.starts_with(' ') || line.starts_with('\t');
    line = core::trimmed(line.substr(0, line.find('#')));
    if (line.empty()) return;
    if (const auto cable = parse_topo_cable(line)) {
      read_cable(*cable, number);
      return;
    }
    LineCursor cursor(line);
    const std::string_view type = cursor.take_word();
    const std::string_view name = cursor.take_word();
    if (is_indented || name.empty() || line.find("->") != std::string_view::npos) {
      notes_.report(number, core::in_quotes(line) +
                                ", expected a system like 'MTS2400 SL1-1' or a cable like 'P1 "
                                "-4x-5G-> MT23108 H-1 P1'; the line is left out");
      return;
    }
    current_ = add(type, name);
    types_[types_of_[static_cast<std::size_t>(current_)]].has_record = true;
  }

  core::Result<FabricText> finish() && {
    decide_kinds();
    return finish_fabric(std::move(builder_), std::move(notes_), CableNaming::OneEnd,
                         "expected systems and cables as ibdm's topology files have them");
  }

 private:
  struct Type {
    bool has_record = false;     // one of them stands at the margin
    bool joins_its_own = false;  // two of them are joined
    int most_cables = 0;         // of one of them
  };

  FabricNodeId add(std::string_view type, std::string_view name) {
    const FabricNodeId id = builder_.find_or_add(name, FabricNodeKind::Adapter);
    if (builder_.node_count() == types_of_.size()) return id;
    builder_.node(id).description = name;
    types_of_.emplace_back(type);
    ports_.emplace_back();
    types_[types_of_.back()];
    return id;
  }

  void read_cable(const TopoCable& cable, std::size_t number) {
    if (current_ == kNoFabricNode) {
      notes_.report(number,
                    fmt::format("port {} of no system, expected a line with its type and name "
                                "above it; the line is left out",
                                core::in_quotes(cable.port)));
      return;
    }
    const FabricNodeId peer = add(cable.peer_type, cable.peer);
    const FabricPort near{current_, port_of(current_, cable.port)};
    const FabricPort far{peer, port_of(peer, cable.peer_port)};
    if (const auto complaint = builder_.connect({{{near, far}}, cable.rate})) {
      notes_.report(number, *complaint);
      return;
    }
    const std::string& type = types_of_[static_cast<std::size_t>(current_)];
    if (type == cable.peer_type) types_[type].joins_its_own = true;
  }

  /// Ports of boards ("L1/P2") are numbered on behind those that have a number.
  int port_of(FabricNodeId node, std::string_view name) {
    auto& ports = ports_[static_cast<std::size_t>(node)];
    int next = kMaxPort + 1 + static_cast<int>(ports.size());
    const int number = number_of_port(name).value_or(next);
    const auto [place, is_new] = ports.emplace(std::string(name), number);
    if (is_new) {
      Type& type = types_[types_of_[static_cast<std::size_t>(node)]];
      type.most_cables = std::max(type.most_cables, static_cast<int>(ports.size()));
    }
    return place->second;
  }

  bool is_switch(const std::string& name, bool some_have_no_record) const {
    const Type& type = types_.at(name);
    constexpr int kMostPortsOfAdapter = 2;
    constexpr int kMostPortsOfHost = 8;  // with an adapter for each GPU
    if (is_switch_type(name) || type.most_cables > kMostPortsOfHost) return true;
    if (type.joins_its_own) return type.most_cables > kMostPortsOfAdapter;
    return type.has_record && (some_have_no_record || type.most_cables > kMostPortsOfAdapter);
  }

  void decide_kinds() {
    const bool some_have_no_record =
        std::ranges::any_of(types_, [](const auto& entry) { return !entry.second.has_record; });
    for (std::size_t i = 0; i < types_of_.size(); ++i) {
      if (!is_switch(types_of_[i], some_have_no_record)) continue;
      builder_.node(static_cast<FabricNodeId>(i)).kind = FabricNodeKind::Switch;
    }
  }

  LineNotes notes_;
  FabricBuilder builder_;
  FabricNodeId current_ = kNoFabricNode;
  std::map<std::string, Type> types_;
  std::vector<std::string> types_of_;              // by node
  std::vector<std::map<std::string, int>> ports_;  // by node
};

}  // namespace

std::optional<TopoCable> parse_topo_cable(std::string_view line) {
  LineCursor cursor(line);
  TopoCable cable;
  cable.port = cursor.take_word();
  const auto rate = rate_of_arrow(cursor.take_word());
  cable.peer_type = cursor.take_word();
  cable.peer = cursor.take_word();
  cable.peer_port = cursor.take_word();
  if (!rate || cable.peer_port.empty() || !cursor.rest().empty()) return std::nullopt;
  const std::size_t slash = cable.peer_port.rfind('/');
  if (!number_of_port(cable.peer_port.substr(slash == std::string_view::npos ? 0 : slash + 1))) {
    return std::nullopt;
  }
  cable.rate = *rate;
  return cable;
}

core::Result<FabricText> read_ibdm_topo(std::string_view text, const std::string& path) {
  IbdmTopoReader reader(path);
  for (core::LineReader lines(core::without_byte_order_mark(text)); lines.next();) {
    reader.read(lines.line(), lines.number());
  }
  return std::move(reader).finish();
}

}  // namespace treering::hw::fabric::readers
