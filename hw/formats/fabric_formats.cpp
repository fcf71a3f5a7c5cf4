// How texts about fabrics are recognised: those that are read (FABRIC in formats.def) and those
// that report no fabric (KNOWN).
#include <algorithm>
#include <variant>

#include "core/text/reading.h"
#include "hw/fabric/readers/ibnetdiscover_line.h"
#include "hw/fabric/readers/line_cursor.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"

namespace treering::hw::formats {
namespace {

bool begins(std::string_view line, std::string_view word) {
  return core::lower_case(line.substr(0, word.size())) == word;
}

/// The digits of a GUID; in topologies of other forms no word is so long.
bool is_guid(std::string_view word) {
  constexpr std::size_t kDigits = 16;
  if (word.starts_with("0x")) word.remove_prefix(2);
  return word.size() == kDigits && std::ranges::all_of(word, core::is_hex_digit);
}

}  // namespace

// In full, with one line per port (-p), or ibsim's input: a line that stands for a node.
bool is_ibnetdiscover(std::string_view text) {
  if (text.starts_with("#\n# Topology file: generated")) return true;
  return any_line(head_of(text), [](std::string_view line) {
    const auto parsed = fabric::readers::parse_ib_line(line);
    return parsed && !std::holds_alternative<fabric::readers::IbBlank>(*parsed) &&
           !std::holds_alternative<fabric::readers::IbPort>(*parsed);
  });
}

// "==( 4X 53.125 Gbps Active/ LinkUp)==>" or "==( Down/ Polling)==>".
bool is_iblinkinfo(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    return core::has(line, "==(") && core::has(line, ")==>");
  });
}

// "{ SW Ports:08 ... NodeGUID:0002c90109fb0000 ... LID:0002 PN:05 } { CA ... } PHY=4x LOG=ACT".
bool is_subnet_lst(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    return core::trimmed(line).starts_with('{') && core::has(line, "NodeGUID:") &&
           core::has(line, "PN:");
  });
}

// A cable stands in from the margin: "  P1 -4x-5G-> MT23108 H-1 P1", "  L1/P2 -> Gnu L1_1 M/P7".
bool is_ibdm_topo(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    if (!line.starts_with(' ') && !line.starts_with('\t')) return false;
    fabric::readers::LineCursor cable(line.substr(0, line.find('#')));
    cable.take_word();  // the port
    const std::string_view arrow = cable.take_word();
    const bool has_arrow = arrow.starts_with('-') && arrow.ends_with("->") &&
                           arrow.find_first_not_of("-0123456789.xXG>") == std::string_view::npos;
    cable.take_word();  // the peer's type
    cable.take_word();  // and name
    const std::string_view port = cable.take_word();
    return has_arrow && !port.empty() && core::is_digit(port.back()) && cable.rest().empty();
  });
}

bool is_slurm_topology(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    line = core::trimmed(line);
    return begins(line, "switchname=") || begins(line, "blockname=");
  });
}

// "- topology: default", and below it "tree:", "block:" or "flat: true".
bool is_slurm_yaml(std::string_view text) {
  text = head_of(text);
  const auto has_key = [&](std::string_view key) {
    return any_line(text, [key](std::string_view line) {
      line = core::trimmed(line);
      if (line.starts_with("- ")) line = core::trimmed(line.substr(2));
      return line.starts_with(key);
    });
  };
  return has_key("topology:") && (has_key("tree:") || has_key("block:") || has_key("flat:"));
}

bool is_ibswinfo(std::string_view text) {
  const auto has_field = [text](std::string_view name) {
    return any_line(head_of(text), [name](std::string_view line) {
      return line.starts_with(name) && core::has(line, " | ");
    });
  };
  return has_field("PSID") && (has_field("part number") || has_field("GUID"));
}

// "H-003048c74e4a0000 node1", opensm's '0x003048c74e4a0000 "node1"', or lines of GUIDs below names.
bool is_guid_map(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    line = core::trimmed(line);
    if (line.starts_with("H-") || line.starts_with("S-")) line.remove_prefix(2);
    return is_guid(line.substr(0, line.find_first_of(" \t,:=")));
  });
}

}  // namespace treering::hw::formats
