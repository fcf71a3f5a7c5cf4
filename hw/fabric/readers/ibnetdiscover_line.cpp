#include "hw/fabric/readers/ibnetdiscover_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/fabric/readers/line_cursor.h"

namespace treering::hw::fabric::readers {
namespace {

using core::bad_input;
using core::Result;

/// From the first quote to the last: a description may hold quotes itself.
std::string_view between_quotes(std::string_view text, char quote = '"') {
  const std::size_t first = text.find(quote);
  const std::size_t last = text.rfind(quote);
  return first == last ? std::string_view()
                       : core::trimmed(text.substr(first + 1, last - first - 1));
}

/// The last word that is a width and a speed; ibsim's "w=12" is a width alone.
CableRate rate_after(std::string_view text) {
  const std::size_t quote = text.rfind('"');
  LineCursor words(quote == std::string_view::npos ? text : text.substr(quote + 1));
  CableRate rate;
  bool has_rate = false;
  while (!words.rest().empty()) {
    std::string_view word = words.take_word();
    if (const auto reported = parse_cable_rate(word)) {
      rate = *reported;
      has_rate = true;
    }
    if (has_rate || !word.starts_with("w=")) continue;
    word.remove_prefix(2);
    if (const auto width = parse_cable_rate(fmt::format("{}x", word))) rate = *width;
  }
  return rate;
}

Result<IbLine> parse_header(std::string_view line, FabricNodeKind kind) {
  LineCursor cursor(line);
  cursor.take_word();
  IbHeader header{kind, 0, {}, {}};
  const auto ports = cursor.take_number<int>();
  if (!ports || *ports < 0 || *ports > kMaxPort) {
    return bad_input({}, core::in_quotes(line), fmt::format("expected 0..{} ports", kMaxPort));
  }
  header.ports = *ports;
  header.id = cursor.take_quoted();
  if (header.id.empty()) {
    return bad_input({}, core::in_quotes(line), "expected an id between double quotes");
  }
  header.description = between_quotes(cursor.rest());
  if (kind == FabricNodeKind::Adapter) header.kind = adapter_kind(header.description);
  return header;
}

Result<IbLine> parse_port(std::string_view line) {
  const auto wrong = [line] {
    return bad_input(
        {}, core::in_quotes(line),
        fmt::format("expected a port like [1] \"S-0002c90200400000\"[2], ports 1..{}", kMaxPort));
  };
  LineCursor cursor(line);
  IbPort port;
  const auto number = cursor.take_port();
  if (!number) return wrong();
  if (cursor.take("(")) {  // an adapter's port has a GUID of its own
    if (!cursor.take_hex() || !cursor.take(")")) return wrong();
  }
  port.peer_id = cursor.take_quoted();
  const auto peer_number = cursor.take_port();
  if (port.peer_id.empty() || !peer_number) return wrong();
  port.number = *number;
  port.peer_number = *peer_number;
  const std::string_view remark = cursor.rest();
  port.peer_description = between_quotes(remark);
  port.rate = rate_after(remark);
  return port;
}

Result<IbLine> parse_field(std::string_view line, std::string_view name) {
  LineCursor cursor(line);
  cursor.take(name);
  cursor.take("=");
  const auto value = cursor.take_hex();
  if (!value)
    return bad_input({}, core::in_quotes(line), "expected a hexadecimal number after '='");
  return IbField{name, *value};
}

std::optional<FabricNodeKind> kind_of_word(std::string_view word) {
  if (word == "SW") return FabricNodeKind::Switch;
  if (word == "CA") return FabricNodeKind::Adapter;
  if (word == "RT") return FabricNodeKind::Router;
  return std::nullopt;
}

/// "CA   134  1 0x7cfe9003003b4bde": kind, LID, port, GUID.
std::optional<IbEnd> take_ib_end(LineCursor& cursor) {
  IbEnd end;
  const auto kind = kind_of_word(cursor.take_word());
  const auto lid = cursor.take_number<int>();
  const auto number = cursor.take_number<int>();
  const auto guid = cursor.take_hex();
  if (!kind || !lid || !number || !guid || *guid == 0) return std::nullopt;
  if (*number < 0 || *number > kMaxPort) return std::nullopt;
  end.kind = *kind;
  end.number = *number;
  end.guid = *guid;
  return end;
}

void describe(IbEnd& end, std::string_view description) {
  end.description = core::trimmed(description);
  if (end.kind == FabricNodeKind::Adapter) end.kind = adapter_kind(end.description);
}

/// ( 'near' - 'far' ), or 'near' alone.
void take_descriptions(IbCable& cable, std::string_view text) {
  const std::string_view both = between_quotes(text, '\'');
  const std::size_t middle = cable.far.guid == 0 ? std::string_view::npos : both.find("' - '");
  describe(cable.near, both.substr(0, middle));
  if (middle != std::string_view::npos) describe(cable.far, both.substr(middle + 5));
}

Result<IbLine> parse_cable(std::string_view line) {
  const auto wrong = [line] {
    return bad_input({}, core::in_quotes(line),
                     "expected a port like CA 134 1 0x7cfe9003003b4bde 4x EDR - SW 1719 10 "
                     "0x7cfe9003009ce5b0 ( 'node01 HCA-1' - 'leaf1' )");
  };
  LineCursor cursor(line);
  IbCable cable;
  const auto near = take_ib_end(cursor);
  if (!near) return wrong();
  cable.near = *near;
  const std::string_view width = cursor.take_word();
  const std::string_view speed = cursor.take_word();
  const auto rate = parse_cable_rate(fmt::format("{} {}", width, speed));
  if (!rate) return wrong();
  cable.rate = *rate;
  if (cursor.take("- ")) {
    const auto far = take_ib_end(cursor);
    if (!far || near->number == 0 || far->number == 0) return wrong();
    cable.far = *far;
  }
  take_descriptions(cable, cursor.rest());
  return cable;
}

}  // namespace

FabricNodeKind adapter_kind(std::string_view description) {
  const bool is_aggregation = description.find("Aggregation Node") != std::string_view::npos;
  return is_aggregation ? FabricNodeKind::AggregationNode : FabricNodeKind::Adapter;
}

Result<IbLine> parse_ib_line(std::string_view line) {
  line = core::trimmed(line);
  if (line.empty() || line.starts_with('#')) return IbBlank{};
  if (line.starts_with('[')) return parse_port(line);
  const std::string_view word = line.substr(0, line.find_first_of(LineCursor::kBlanks));
  if (word == "Switch") return parse_header(line, FabricNodeKind::Switch);
  if (word == "Ca" || word == "Hca") return parse_header(line, FabricNodeKind::Adapter);
  if (word == "Rt") return parse_header(line, FabricNodeKind::Router);
  if (kind_of_word(word)) return parse_cable(line);
  for (const std::string_view name :
       {"vendid", "devid", "sysimgguid", "switchguid", "caguid", "rtguid"}) {
    if (word.starts_with(name) && word.substr(name.size()).starts_with('=')) {
      return parse_field(line, name);
    }
  }
  return bad_input({}, core::in_quotes(line),
                   "expected Switch, Ca, Hca or Rt, a port in square brackets, a field like "
                   "switchguid=0x..., or a line of ibnetdiscover -p");
}

}  // namespace treering::hw::fabric::readers
