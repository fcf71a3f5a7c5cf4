#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/fabric/readers/formats.h"
#include "hw/fabric/readers/ibnetdiscover_line.h"
#include "hw/fabric/readers/line_cursor.h"

namespace treering::hw::fabric::readers {
namespace {

struct LstEnd {
  FabricNodeKind kind = FabricNodeKind::Adapter;
  int ports = 0;
  std::uint64_t guid = 0;
  std::uint64_t system = 0;
  std::string_view description;
  int port = 0;
};

/// The text behind "NAME:" in a list of words; empty where there is none.
std::string_view value_of(std::string_view words, std::string_view name) {
  const std::size_t at = words.find(fmt::format(" {}:", name));
  if (at == std::string_view::npos) return {};
  words.remove_prefix(at + name.size() + 2);
  return words.substr(0, words.find_first_of(LineCursor::kBlanks));
}

template <class Number>
Number hex_in(std::string_view text) {
  return core::whole_number<Number>(text, 16).value_or(0);
}

/// "{ CA Ports:02 ... {node01 HCA-1} LID:0006 PN:01 }".
std::optional<LstEnd> take_lst_end(LineCursor& cursor) {
  if (!cursor.take("{")) return std::nullopt;
  const auto head = cursor.take_past("{");
  const auto description = cursor.take_past("} LID:");
  const auto tail = cursor.take_past("}");
  if (!head || !description || !tail) return std::nullopt;
  LstEnd end;
  // "CA-SM" where the subnet manager runs.
  if (head->starts_with("SW")) {
    end.kind = FabricNodeKind::Switch;
  } else if (head->starts_with("CA")) {
    end.kind = adapter_kind(*description);
  } else if (head->starts_with("R")) {
    end.kind = FabricNodeKind::Router;
  } else {
    return std::nullopt;
  }
  end.ports = hex_in<int>(value_of(*head, "Ports"));
  end.guid = hex_in<std::uint64_t>(value_of(*head, "NodeGUID"));
  end.system = hex_in<std::uint64_t>(value_of(*head, "SystemGUID"));
  end.port = hex_in<int>(value_of(*tail, "PN"));
  end.description = *description;
  if (end.guid == 0 || end.port < 1 || end.port > kMaxPort) return std::nullopt;
  return end;
}

/// "PHY=4x LOG=ACT SPD=5"; older ones have no speed.
CableRate lst_rate_in(std::string_view words) {
  CableRate rate;
  LineCursor cursor(words);
  while (!cursor.rest().empty()) {
    LineCursor word(cursor.take_word());
    if (word.take("PHY=")) {
      rate.lanes = parse_cable_rate(word.rest()).value_or(CableRate()).lanes;
    } else if (word.take("SPD=")) {
      rate.speed = catalogue::lane_speed(word.take_decimal().value_or(0));
    }
  }
  return rate;
}

FabricPort add(const LstEnd& end, FabricBuilder& builder) {
  const char letter = end.kind == FabricNodeKind::Switch ? 'S' : 'H';
  const FabricNodeId id =
      builder.find_or_add(fmt::format("{}-{:016x}", letter, end.guid), end.kind);
  FabricNode& node = builder.node(id);
  node.guid = end.guid;
  node.system = end.system;
  node.ports = end.ports;
  if (node.description.empty()) node.description = end.description;
  return {id, end.port};
}

}  // namespace

core::Result<FabricText> read_subnet_lst(std::string_view text, const std::string& path) {
  FabricBuilder builder;
  LineNotes notes(path);
  const auto read = [&](std::string_view line, std::size_t number) {
    line = core::trimmed(line);
    if (line.empty() || line.starts_with('#')) return;
    LineCursor cursor(line);
    const auto near = take_lst_end(cursor);
    const auto far = near ? take_lst_end(cursor) : std::nullopt;
    if (!far) {
      notes.report(number, core::in_quotes(line) +
                               ", expected { CA Ports:.. NodeGUID:.. {name} LID:.. PN:.. } twice, "
                               "then PHY=..; the line is left out");
      return;
    }
    const FabricPort near_port = add(*near, builder);
    const FabricPort far_port = add(*far, builder);
    const auto complaint = builder.connect({{{near_port, far_port}}, lst_rate_in(cursor.rest())});
    if (complaint) notes.report(number, *complaint);
  };
  for (core::LineReader lines(core::without_byte_order_mark(text)); lines.next();) {
    read(lines.line(), lines.number());
  }
  return finish_fabric(std::move(builder), std::move(notes), CableNaming::BothEnds,
                       "expected what opensm writes into subnet.lst");
}

}  // namespace treering::hw::fabric::readers
