#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/fabric/graph.h"
#include "hw/fabric/readers/formats.h"
#include "hw/fabric/readers/ibnetdiscover_line.h"

namespace treering::hw::fabric::readers {
namespace {

/// The kind of a peer that has no record: ids begin with "S-", "H-" or "R-", except in ibsim's
/// input.
FabricNodeKind kind_of_peer(std::string_view id, std::string_view description) {
  if (id.starts_with("S-")) return FabricNodeKind::Switch;
  if (id.starts_with("R-")) return FabricNodeKind::Router;
  return adapter_kind(description);
}

/// The GUID in "S-2c5eab0300b87b40"; 0 where the id is a free name.
std::uint64_t guid_of_id(std::string_view id) {
  if (id.size() != 18 || id[1] != '-') return 0;
  std::uint64_t guid = 0;
  const auto [end, error] = std::from_chars(id.data() + 2, id.data() + id.size(), guid, 16);
  return error == std::errc() && end == id.data() + id.size() ? guid : 0;
}

/// Text that no remark of a program has, and that does not begin as a port does.
bool is_spoilt_header(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return line.substr(first, 1) != "[" && line.find_first_of("\"=") != std::string_view::npos;
}

class IbnetdiscoverReader {
 public:
  explicit IbnetdiscoverReader(std::string path) : notes_(std::move(path)) {}

  void read(std::string_view line, std::size_t number) {
    line_ = number;
    const auto parsed = parse_ib_line(line);
    if (parsed) {
      std::visit([this](const auto& part) { take(part); }, *parsed);
      return;
    }
    report(parsed.error().complaint() + "; the line is left out");
    // A header that is spoilt: what follows are not the ports of the node before.
    if (is_spoilt_header(line)) current_ = kNoFabricNode;
  }

  core::Result<FabricText> finish() && {
    return finish_fabric(std::move(builder_), std::move(notes_), CableNaming::BothEnds,
                         "expected what ibnetdiscover prints");
  }

 private:
  void take(const IbBlank& /*nothing*/) {}

  void take(const IbField& field) {
    // The fields stand above the header of their node.
    current_ = kNoFabricNode;
    if (field.name == "sysimgguid") system_ = field.value;
    if (field.name.ends_with("guid") && field.name != "sysimgguid") guid_ = field.value;
  }

  void take(const IbHeader& header) {
    current_ = builder_.find_or_add(header.id, header.kind);
    FabricNode& node = builder_.node(current_);
    const std::uint64_t guid = guid_of_id(header.id);
    node.kind = header.kind;
    node.guid = guid != 0 ? guid : guid_;
    node.system = system_;
    node.ports = header.ports;
    if (!header.description.empty()) node.description = header.description;
    guid_ = 0;
    system_ = 0;
    if (static_cast<std::size_t>(current_) >= has_record_.size())
      has_record_.resize(builder_.node_count());
    if (has_record_[static_cast<std::size_t>(current_)]) {
      report(fmt::format("a second record of {}: its ports are added", core::in_quotes(node.id)));
    }
    has_record_[static_cast<std::size_t>(current_)] = true;
  }

  void take(const IbPort& port) {
    if (current_ == kNoFabricNode) {
      report(
          fmt::format("port {} of no node, expected a line with Switch, Ca, Hca or Rt above it; "
                      "the line is left out",
                      port.number));
      return;
    }
    const int ports = builder_.node(current_).ports;
    if (port.number > ports) {
      report(fmt::format("port {}, expected 1..{} as its node says; the line is left out",
                         port.number, ports));
      return;
    }
    const FabricNodeKind kind = kind_of_peer(port.peer_id, port.peer_description);
    const FabricNodeId peer = builder_.find_or_add(port.peer_id, kind);
    FabricNode& node = builder_.node(peer);
    if (node.description.empty()) node.description = port.peer_description;
    if (node.guid == 0) node.guid = guid_of_id(port.peer_id);
    connect({{{{current_, port.number}, {peer, port.peer_number}}}, port.rate});
  }

  void take(const IbCable& cable) {
    current_ = kNoFabricNode;
    const FabricNodeId near = add(cable.near);
    if (cable.far.guid == 0) return;
    const FabricNodeId far = add(cable.far);
    connect({{{{near, cable.near.number}, {far, cable.far.number}}}, cable.rate});
  }

  FabricNodeId add(const IbEnd& end) {
    const char letter = end.kind == FabricNodeKind::Switch ? 'S' : 'H';
    const FabricNodeId id =
        builder_.find_or_add(fmt::format("{}-{:016x}", letter, end.guid), end.kind);
    FabricNode& node = builder_.node(id);
    node.guid = end.guid;
    if (node.description.empty()) node.description = end.description;
    return id;
  }

  void connect(const Cable& cable) {
    if (const auto complaint = builder_.connect(cable)) report(*complaint);
  }

  void report(std::string text) { notes_.report(line_, std::move(text)); }

  LineNotes notes_;
  std::size_t line_ = 0;
  FabricBuilder builder_;
  FabricNodeId current_ = kNoFabricNode;
  std::uint64_t guid_ = 0;    // of the record that begins
  std::uint64_t system_ = 0;  // of the record that begins
  std::vector<bool> has_record_;
};

}  // namespace

core::Result<FabricText> read_ibnetdiscover(std::string_view text, const std::string& path) {
  IbnetdiscoverReader reader(path);
  for (core::LineReader lines(core::without_byte_order_mark(text)); lines.next();) {
    reader.read(lines.line(), lines.number());
  }
  return std::move(reader).finish();
}

}  // namespace treering::hw::fabric::readers
