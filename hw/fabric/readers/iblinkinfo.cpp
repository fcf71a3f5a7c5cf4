#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/fabric/readers/formats.h"
#include "hw/fabric/readers/ibnetdiscover_line.h"
#include "hw/fabric/readers/line_cursor.h"

namespace treering::hw::fabric::readers {
namespace {

struct LinkEnd {
  std::uint64_t guid = 0;  // 0 where it is unknown
  std::string_view description;
  int lid = 0;
  int port = 0;
};

/// "0x248a07030017b128 "node01 HCA-1" 612 1[  ]", of which GUID and name may be absent; at the far
/// end the name stands last.
std::optional<LinkEnd> take_link_end(LineCursor& cursor) {
  LinkEnd end;
  if (cursor.rest().starts_with("0x")) end.guid = cursor.take_hex().value_or(0);
  if (cursor.rest().starts_with('"')) end.description = core::trimmed(cursor.take_quoted());
  const auto lid = cursor.take_number<int>();
  const auto port = cursor.take_number<int>();
  if (!lid || !port || *lid < 1 || *port < 1 || *port > kMaxPort) return std::nullopt;
  if (!cursor.take("[") || !cursor.take_past("]")) return std::nullopt;
  end.lid = *lid;
  end.port = *port;
  if (cursor.rest().starts_with('"')) end.description = core::trimmed(cursor.take_quoted());
  return end;
}

/// "4X        53.125 Gbps Active/  LinkUp": the speed is that of a lane.
CableRate link_rate_in(std::string_view words) {
  LineCursor cursor(words);
  CableRate rate = parse_cable_rate(cursor.take_word()).value_or(CableRate());
  rate.speed = catalogue::lane_speed(cursor.take_decimal().value_or(0));
  return rate;
}

/// Makers' names for switches that nobody named.
bool is_switch_name(std::string_view description) {
  constexpr std::array<std::string_view, 7> kNames{
      "Quantum", "SwitchIB", "SwitchX", "Infiniscale", "InfiniScale", "MF0;", "switch"};
  for (const std::string_view name : kNames) {
    if (description.find(name) != std::string_view::npos) return true;
  }
  return false;
}

class IblinkinfoReader {
 public:
  explicit IblinkinfoReader(std::string path) : notes_(std::move(path)) {}

  void read(std::string_view line, std::size_t number) {
    line = core::trimmed(line);
    if (line.empty() || line.starts_with('#')) return;
    if (line.find("==(") != std::string_view::npos) {
      read_port(line, number);
    } else if (!read_header(line)) {
      notes_.report(number, core::in_quotes(line) +
                                ", expected a section like 'Switch: 0x... leaf1:' or a port with "
                                "'==( 4X 53.125 Gbps Active/ LinkUp)==>'; the line is left out");
    }
  }

  core::Result<FabricText> finish() && {
    decide_kinds();
    return finish_fabric(std::move(builder_), std::move(notes_), CableNaming::OneEnd,
                         "expected what iblinkinfo prints");
  }

 private:
  /// Facts about a node that FabricNode does not hold.
  struct Known {
    bool has_kind = false;
    int highest_port = 0;
  };

  bool read_header(std::string_view line) {
    LineCursor cursor(line);
    const bool is_switch = cursor.take("Switch");
    if (!is_switch && !cursor.take("CA") && !cursor.take("RT")) return false;
    cursor.take(":");
    guid_ = 0;
    if (is_switch && cursor.rest().starts_with("0x")) guid_ = cursor.take_hex().value_or(0);
    std::string_view name = cursor.rest();
    if (name.ends_with(':')) name.remove_suffix(1);
    description_ = core::trimmed(name);
    kind_ = is_switch ? FabricNodeKind::Switch : adapter_kind(description_);
    return true;
  }

  void read_port(std::string_view line, std::size_t number) {
    LineCursor cursor(line);
    const auto left = cursor.take_past("==(");
    const auto middle = cursor.take_past(")==>");
    if (!middle || middle->find("Down") != std::string_view::npos) return;  // leads nowhere
    LineCursor near_words(*left);
    auto near = take_link_end(near_words);
    const auto far = take_link_end(cursor);
    if (!near || !far) {
      notes_.report(number, core::in_quotes(line) +
                                ", expected LID and port on both sides of ==( )==>; the line is "
                                "left out");
      return;
    }
    const bool has_section = near->description.empty() && kind_.has_value();
    if (has_section) near->description = description_;
    if (near->guid == 0) near->guid = guid_;
    const FabricPort near_port = add(*near, has_section ? kind_ : std::nullopt);
    // An adapter's cable leads to a switch.
    const bool is_adapter = has_section && *kind_ != FabricNodeKind::Switch;
    const FabricPort far_port =
        add(*far, is_adapter ? std::optional(FabricNodeKind::Switch) : std::nullopt);
    const auto complaint = builder_.connect({{{near_port, far_port}}, link_rate_in(*middle)});
    if (complaint) notes_.report(number, *complaint);
  }

  FabricPort add(const LinkEnd& end, std::optional<FabricNodeKind> kind) {
    const FabricNodeId id = builder_.find_or_add(fmt::format("lid {}", end.lid),
                                                 kind.value_or(FabricNodeKind::Adapter));
    known_.resize(builder_.node_count());
    Known& known = known_[static_cast<std::size_t>(id)];
    FabricNode& node = builder_.node(id);
    if (kind) node.kind = *kind;
    known.has_kind |= kind.has_value();
    known.highest_port = std::max(known.highest_port, end.port);
    if (end.guid != 0) node.guid = end.guid;
    if (!end.description.empty()) node.description = end.description;
    return {id, end.port};
  }

  /// Adds nodes that have no section.
  void decide_kinds() {
    constexpr int kMostPortsOfAdapter = 4;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (known_[i].has_kind) continue;
      FabricNode& node = builder_.node(static_cast<FabricNodeId>(i));
      const bool is_switch =
          known_[i].highest_port > kMostPortsOfAdapter || is_switch_name(node.description);
      node.kind = is_switch ? FabricNodeKind::Switch : adapter_kind(node.description);
    }
  }

  LineNotes notes_;
  FabricBuilder builder_;
  std::vector<Known> known_;            // by node
  std::optional<FabricNodeKind> kind_;  // of the section
  std::string_view description_;        // likewise
  std::uint64_t guid_ = 0;              // likewise
};

}  // namespace

core::Result<FabricText> read_iblinkinfo(std::string_view text, const std::string& path) {
  IblinkinfoReader reader(path);
  for (core::LineReader lines(core::without_byte_order_mark(text)); lines.next();) {
    reader.read(lines.line(), lines.number());
  }
  return std::move(reader).finish();
}

}  // namespace treering::hw::fabric::readers
