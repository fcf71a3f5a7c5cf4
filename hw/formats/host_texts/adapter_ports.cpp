// Formats "ibstat", "ibstatus", "ibv-devinfo" and "ibdev2netdev": the ports of RDMA adapters, as
// infiniband-diags, libibverbs and NVIDIA's OFED print them.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "hw/catalogue/adapters.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/host_texts/words.h"

namespace treering::hw::formats {
namespace host_texts {
namespace {

using core::AdapterPortState;

// Names of states in the three programs, as sysfs writes them (infiniband-diags ibstat.c,
// libibverbs enum ibv_port_state, drivers/infiniband/core/sysfs.c).
struct StateName {
  std::string_view said;
  std::string_view state;
};
constexpr std::array kStateNames{
    StateName{"Active", "ACTIVE"},      StateName{"Down", "DOWN"},
    StateName{"Initializing", "INIT"},  StateName{"Armed", "ARMED"},
    StateName{"PORT_ACTIVE", "ACTIVE"}, StateName{"PORT_DOWN", "DOWN"},
    StateName{"PORT_INIT", "INIT"},     StateName{"PORT_ARMED", "ARMED"},
    StateName{"LINK_UP", "LinkUp"},     StateName{"DISABLED", "Disabled"},
    StateName{"POLLING", "Polling"},    StateName{"SLEEP", "Sleep"},
};

constexpr std::string_view kMellanoxOui = "0x02c9";

/// "ACTIVE" of "Active", "4: ACTIVE" and "PORT_ACTIVE (4)". Empty for the start of a name, "Acti",
/// where a text ends.
std::string state_named(std::string_view text) {
  if (const auto word = behind(text, ": ")) text = *word;
  text = core::trimmed(text.substr(0, text.find(" (")));
  for (const StateName& name : kStateNames) {
    if (text == name.said || text == name.state) return std::string(name.state);
  }
  const bool is_cut = std::ranges::any_of(kStateNames, [text](const StateName& name) {
    return name.said.starts_with(text) || name.state.starts_with(text);
  });
  return std::string(is_cut ? std::string_view() : text);
}

/// In order; each text that starts a port ends the one before. An adapter of a name that was there
/// before, with another GUID, is of another host, as is what follows; the first host counts.
class PortReader {
 public:
  explicit PortReader(const Source& source) : path_(source.path) {}

  void begin_adapter(std::string_view name) {
    end_adapter();
    adapter_ = name;
    guid_.clear();
    guid_owner_ = name;
    begun_ = ports_.size();
    vendor_.clear();
    device_.clear();
    card_.clear();
  }

  void begin_port(int number, std::size_t line) {
    end_port();
    port_ = AdapterPortState{.device = adapter_, .port = number};
    port_->card = card_;
    port_->origin = origin_at(path_, line);
    lanes_ = 0;
    gbps_of_lane_ = 0;
  }

  /// \param device "0x1021"
  void set_model(std::string device) { device_ = std::move(device); }
  void set_vendor(std::string_view vendor) { vendor_ = vendor; }
  void set_card(std::string_view guid) { card_ = guid; }
  /// Of the adapter, or what else of it no other host has; the first one counts.
  void set_guid(std::string_view guid) {
    if (guid_.empty()) guid_ = guid;
  }
  /// Likewise of its port, where each port is begun as an adapter.
  void set_port_guid(std::string_view guid) {
    set_guid(guid);
    if (port_) guid_owner_ = fmt::format("{}:{}", adapter_, port_->port);
  }
  AdapterPortState* port() { return port_ ? &*port_ : nullptr; }
  void set_lanes(int lanes) { lanes_ = lanes; }
  void set_lane_rate(double gbps) { gbps_of_lane_ = gbps; }

  /// Adapters that the text begins and of which it shows no port.
  [[nodiscard]] const std::vector<std::string>& without_port() const { return without_port_; }
  /// Ports of other hosts than the first, which are left out.
  [[nodiscard]] std::size_t of_others() const { return of_others_; }

  std::vector<AdapterPortState> finish() {
    end_adapter();
    return std::move(ports_);
  }

  [[nodiscard]] bool has_adapter() const { return !adapter_.empty(); }

 private:
  void end_adapter() {
    end_port();
    if (adapter_.empty()) return;
    if (!guid_.empty()) {
      const auto [known, is_new] = guids_.emplace(guid_owner_, guid_);
      if (!is_new) is_other_ = known->second != guid_;
    }
    if (is_other_) {
      of_others_ += ports_.size() - begun_;
      ports_.resize(begun_);
    } else if (std::ranges::find(ports_, adapter_, &AdapterPortState::device) == ports_.end()) {
      without_port_.push_back(adapter_);
    }
    adapter_.clear();
  }

  void end_port() {
    if (!port_) return;
    if (lanes_ > 0 && gbps_of_lane_ > 0) {
      port_->rate_mbps = static_cast<std::int64_t>(lanes_ * gbps_of_lane_ * 1000);
    }
    // What a driver prints for a port that is down is no rate of it.
    if (core::is_down(*port_)) port_->rate_mbps.reset();
    if (vendor_.empty() || vendor_ == kMellanoxOui) {
      port_->model_rate_mbps = catalogue::port_mbps_of(catalogue::kMellanoxVendor, device_);
      port_->is_virtual = catalogue::is_virtual_function(catalogue::kMellanoxVendor, device_);
    }
    if (!port_->state.empty()) ports_.push_back(*std::move(port_));
    port_.reset();
  }

  std::string path_;
  std::string adapter_;
  std::string guid_;
  std::string guid_owner_;                    // the adapter, or "mlx5_0:1"
  std::size_t begun_ = 0;                     // ports before those of the adapter
  std::map<std::string, std::string> guids_;  // by owner
  bool is_other_ = false;
  std::size_t of_others_ = 0;
  std::string vendor_;
  std::string device_;
  std::string card_;
  std::optional<AdapterPortState> port_;
  int lanes_ = 0;
  double gbps_of_lane_ = 0;
  std::vector<AdapterPortState> ports_;
  std::vector<std::string> without_port_;
};

/// The name in "CA 'mlx5_0'".
std::optional<std::string_view> quoted_behind(std::string_view line, std::string_view mark) {
  if (!line.starts_with(mark)) return {};
  const std::string_view rest = line.substr(mark.size());
  const std::size_t end = rest.find('\'');
  if (end == std::string_view::npos || end == 0) return {};
  return rest.substr(0, end);
}

constexpr std::string_view kIbstatAdapter = "CA '";
constexpr std::string_view kIbstatusPort = "Infiniband device '";
constexpr std::string_view kDevinfoAdapter = "hca_id";

/// The first value counts: fields of another text below have the same names.
void set_once(std::string& field, std::string_view value) {
  if (field.empty()) field = value;
}

/// Whether digits at the end of a text may be the start of a higher rate of a port: "40" of "400".
bool may_be_cut_rate(std::string_view digits) {
  constexpr std::array kRates = std::to_array<std::string_view>(
      {"10", "14", "20", "25", "28", "40", "50", "56", "100", "200", "400", "800", "1600"});
  return std::ranges::any_of(kRates, [digits](std::string_view rate) {
    return rate.size() > digits.size() && rate.starts_with(digits);
  });
}

void take_rate(std::string_view value, AdapterPortState& port) {
  if (port.rate_mbps) return;
  const auto gbps = leading_decimal(value);
  if (gbps && *gbps > 0 && *gbps < 1e5) {
    port.rate_mbps = static_cast<std::int64_t>(*gbps * 1000);
  }
}

void take_ibstat_line(std::string_view line, std::size_t number, PortReader& reader) {
  line = core::trimmed(line);
  if (const auto name = quoted_behind(line, kIbstatAdapter)) return reader.begin_adapter(*name);
  const auto field = field_of(line);
  if (!field || !reader.has_adapter()) return;
  if (field->key == "CA type") return reader.set_model(catalogue::mellanox_device_of(field->value));
  if (field->key == "System image GUID") return reader.set_card(field->value);
  if (field->key == "Node GUID") return reader.set_guid(field->value);
  if (field->key.starts_with("Port ") && field->value.empty()) {
    if (const auto port = core::whole_number<int>(field->key.substr(5))) {
      return reader.begin_port(*port, number);
    }
  }
  AdapterPortState* const port = reader.port();
  if (port == nullptr) return;
  if (field->key == "State") set_once(port->state, state_named(field->value));
  if (field->key == "Physical state") set_once(port->physical_state, state_named(field->value));
  if (field->key == "Rate") take_rate(field->value, *port);
  if (field->key == "Base lid") reader.set_guid(field->value);
  if (field->key == "Link layer") set_once(port->link_layer, field->value);
}

void take_ibstatus_line(std::string_view line, std::size_t number, PortReader& reader) {
  line = core::trimmed(line);
  if (const auto name = quoted_behind(line, kIbstatusPort)) {
    reader.begin_adapter(*name);
    const auto rest = behind(line, "' port ");
    return reader.begin_port(rest ? leading_number(*rest).value_or(1) : 1, number);
  }
  const auto field = field_of(line);
  AdapterPortState* const port = reader.port();
  if (!field || port == nullptr) return;
  if (field->key == "default gid" || field->key == "base lid") reader.set_port_guid(field->value);
  if (field->key == "state") set_once(port->state, state_named(field->value));
  if (field->key == "phys state") set_once(port->physical_state, state_named(field->value));
  if (field->key == "rate" && core::has(field->value, "Gb")) take_rate(field->value, *port);
  if (field->key == "link_layer") set_once(port->link_layer, field->value);
}

void take_devinfo_line(std::string_view line, std::size_t number, PortReader& reader) {
  const auto field = field_of(line);
  if (!field) return;
  if (field->key == kDevinfoAdapter) return reader.begin_adapter(field->value);
  if (!reader.has_adapter()) return;
  if (field->key == "sys_image_guid") return reader.set_card(field->value);
  if (field->key == "node_guid") return reader.set_guid(field->value);
  if (field->key == "vendor_id") return reader.set_vendor(field->value);
  if (field->key == "vendor_part_id") {
    const auto device = core::whole_number<unsigned>(field->value);
    return reader.set_model(device ? fmt::format("0x{:04x}", *device) : "");
  }
  if (field->key == "port") {
    if (const auto port = leading_number(field->value)) return reader.begin_port(*port, number);
  }
  AdapterPortState* const port = reader.port();
  if (port == nullptr) return;
  if (field->key == "state") set_once(port->state, state_named(field->value));
  if (field->key == "phys_state") set_once(port->physical_state, state_named(field->value));
  if (field->key == "link_layer") set_once(port->link_layer, field->value);
  if (field->key == "port_lid") reader.set_guid(field->value);
  // "4X (2)" and "100.0 Gbps (128)"; without these letters the number may be cut.
  if (field->key == "active_width" && core::has(field->value, "X")) {
    reader.set_lanes(leading_number(field->value).value_or(0));
  }
  if (field->key == "active_speed" && core::has(field->value, "Gb")) {
    reader.set_lane_rate(leading_decimal(field->value).value_or(0));
  }
}

// Of ibdev2netdev.
constexpr std::string_view kArrow = "==>";

using WordIterator = std::vector<std::string_view>::const_iterator;

/// The last "port 1" before `end`: names of cards may have the word as well. `end` for none.
WordIterator last_port(const std::vector<std::string_view>& words, WordIterator end) {
  for (auto word = end; word != words.begin();) {
    --word;
    const bool is_port =
        *word == "port" && end - word > 1 && leading_number(word[1]).value_or(0) > 0;
    if (is_port) return word;
  }
  return end;
}

/// "mlx5_0 port 1 ==> ens1f0np0 (Up)", with -v "0000:17:00.0 mlx5_0 (MT4129 - ...) ... port 1
/// (ACTIVE) ==> ens1f0np0 (Up)"; between the words any blanks, as column -t puts them, and before
/// them the tag of a host.
std::optional<AdapterPortState> port_of_interface(std::string_view line) {
  const auto words = words_of(line);
  const auto arrow = std::ranges::find(words, kArrow);
  const bool has_words = words.end() - arrow == 3 ||
                         (words.end() - arrow > 3 && arrow[3].starts_with('#'));  // a remark
  const bool has_state = has_words && (arrow[2] == "(Up)" || arrow[2] == "(Down)");
  const auto mark = has_state ? last_port(words, arrow) : arrow;
  if (!has_state || mark == arrow || mark == words.begin()) return {};
  const auto address = std::find_if(words.begin(), mark,
                                    [](std::string_view word) { return !bus_id_of(word).empty(); });
  const auto model = std::find_if(words.begin(), mark,
                                  [](std::string_view word) { return word.starts_with("(MT"); });
  const bool is_long = address != mark;
  if ((is_long && mark - address < 2) || model == words.begin()) return {};
  const auto before = model == mark ? mark - 1 : model - 1;
  AdapterPortState port{.device = std::string(is_long ? address[1] : *before),
                        .port = leading_number(mark[1]).value_or(1)};
  if (is_long) port.bus_id = bus_id_of(*address);
  // Interfaces over InfiniBand (IPoIB) may be down on a port that works.
  const bool is_infiniband = arrow[1].starts_with("ib");
  port.link_layer = is_infiniband ? "InfiniBand" : "Ethernet";
  if (arrow[2] == "(Up)") port.state = "ACTIVE";
  if (arrow[2] == "(Down)" && !is_infiniband) port.state = "DOWN";
  if (arrow - mark > 2) port.state = state_named(core::trimmed(mark[2], "()"));
  if (model != mark) {
    port.model_rate_mbps = catalogue::port_mbps_of(
        catalogue::kMellanoxVendor, catalogue::mellanox_device_of(core::trimmed(*model, "()")));
  }
  return port;
}

using TakeLine = void (*)(std::string_view line, std::size_t number, PortReader& reader);

/// "Rate: 40", where the text ends without a line end.
bool ends_in_cut_rate(std::string_view line) {
  const auto field = field_of(line);
  return field && core::lower_case(field->key) == "rate" && may_be_cut_rate(field->value);
}

/// Each port once, as it stands first. Says so where it stands otherwise again.
std::vector<AdapterPortState> without_repeated(std::vector<AdapterPortState> ports,
                                               std::string_view name, HostFacts& facts) {
  std::vector<AdapterPortState> first;
  const AdapterPortState* other = nullptr;
  for (AdapterPortState& port : ports) {
    const auto known = std::ranges::find_if(first, [&](const AdapterPortState& one) {
      return one.device == port.device && one.port == port.port;
    });
    if (known == first.end()) {
      first.push_back(std::move(port));
    } else if (other == nullptr &&
               (known->state != port.state || known->rate_mbps != port.rate_mbps)) {
      other = &port;
    }
  }
  if (other == nullptr) return first;
  facts.notes.push_back(
      {core::Severity::Warning, other->origin.source,
       fmt::format("{} shows port {} of {} again, in another state: of another host, or at another "
                   "time; the first counts",
                   name, other->port, core::printable(other->device))});
  return first;
}

void add_ports(const Source& source, TakeLine take, std::string_view name, HostFacts& facts) {
  PortReader reader(source);
  for (core::LineReader lines(source.text); lines.next();) {
    if (!lines.has_end() && ends_in_cut_rate(lines.line())) break;
    take(lines.line(), lines.number(), reader);
  }
  auto ports = without_repeated(reader.finish(), name, facts);
  if (reader.of_others() > 0) {
    facts.notes.push_back(
        {core::Severity::Warning, source.path,
         fmt::format("{} of several hosts, by the GUIDs of adapters of one name: the first counts, "
                     "and {} of others {} left out; give each host in a file of its own",
                     name, core::counted(reader.of_others(), "port"),
                     reader.of_others() == 1 ? "is" : "are")});
  }
  for (const std::string& adapter : reader.without_port()) {
    facts.notes.push_back({core::Severity::Warning, source.path,
                           fmt::format("{} begins with {} and does not show the state of a port of "
                                       "it: whether it works is unknown",
                                       name, core::printable(adapter))});
  }
  facts.read.push_back(fmt::format("{} of {}", name, core::counted(ports.size(), "port")));
  std::ranges::move(ports, std::back_inserter(facts.host.ports));
}

bool has_line_with(std::string_view text, std::string_view start) {
  if (core::find_part(text, start) == std::string_view::npos) return false;
  return any_line(
      text, [start](std::string_view line) { return core::trimmed(line).starts_with(start); });
}

}  // namespace
}  // namespace host_texts

bool is_ibstat(std::string_view text) {
  return host_texts::has_line_with(text, host_texts::kIbstatAdapter);
}

bool is_ibstatus(std::string_view text) {
  return host_texts::has_line_with(text, host_texts::kIbstatusPort);
}

bool is_ibv_devinfo(std::string_view text) {
  return host_texts::has_line_with(text, host_texts::kDevinfoAdapter);
}

bool is_ibdev2netdev(std::string_view text) {
  return core::has(text, host_texts::kArrow) && any_line(text, [](std::string_view line) {
           return host_texts::port_of_interface(line).has_value();
         });
}

void add_ibdev2netdev(const Source& source, HostFacts& facts) {
  std::vector<core::AdapterPortState> all;
  for (core::LineReader lines(source.text); lines.next();) {
    auto port = host_texts::port_of_interface(lines.line());
    if (!port) continue;
    port->origin = host_texts::origin_at(source.path, lines.number());
    all.push_back(*std::move(port));
  }
  auto ports = host_texts::without_repeated(std::move(all), "ibdev2netdev", facts);
  facts.read.push_back(fmt::format("ibdev2netdev of {}", core::counted(ports.size(), "port")));
  std::ranges::move(ports, std::back_inserter(facts.host.ports));
}

void add_ibstat(const Source& source, HostFacts& facts) {
  host_texts::add_ports(source, host_texts::take_ibstat_line, "ibstat", facts);
}

void add_ibstatus(const Source& source, HostFacts& facts) {
  host_texts::add_ports(source, host_texts::take_ibstatus_line, "ibstatus", facts);
}

void add_ibv_devinfo(const Source& source, HostFacts& facts) {
  host_texts::add_ports(source, host_texts::take_devinfo_line, "ibv_devinfo", facts);
}

}  // namespace treering::hw::formats
