#include "hw/formats/nccl_xml/builder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/topology/names.h"

namespace treering::hw::formats::nccl_xml {
namespace {

using core::DeviceId;

/// The fields of core/topology/topology.h that have another name in the XML.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kXmlNames{{
    {"bus_id", "busid"},
    {"numa_id", "numaid"},
    {"family", "familyid"},
    {"model", "modelid"},
    {"index", "dev"},
    {"compute_capability", "sm"},
    {"speed_mbps", "speed"},
    {"latency_us", "latency"},
    {"max_connections", "maxconn"},
    {"gb_per_s", "the bandwidth in GB/s"},
}};

std::string_view xml_name(std::string_view field) {
  const auto* entry = std::find_if(kXmlNames.begin(), kXmlNames.end(),
                                   [field](const auto& name) { return name.first == field; });
  return entry == kXmlNames.end() ? field : entry->second;
}

/// Whether an error has found a value that its place names, and does not say more about it.
bool is_value(std::string_view found) {
  return found.find(' ') == std::string_view::npos ||
         (found.starts_with('\'') && found.find('\'', 1) == found.size() - 1);
}

/// The number that `text` begins with, and what follows it.
std::optional<std::pair<std::size_t, std::string_view>> split_number(std::string_view text) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (code != std::errc()) return {};
  return std::pair(number, std::string_view(stop, end));
}

}  // namespace

Builder::Builder(const xml::Document& document, std::string name)
    : document_(document), builder_(std::move(name)) {}

void Builder::problem(const xml::Element& element, std::string found, std::string expected,
                      std::string hint) {
  if (problem_) return;
  problem_ = core::Error{core::Category::BadInput, document_.place_of(element), std::move(found),
                         std::move(expected), std::move(hint)};
}

void Builder::note(core::Severity severity, const xml::Element& element, const std::string& text) {
  const auto [known, is_new] = note_of_text_.try_emplace(text, notes_.size());
  if (!is_new) {
    ++notes_[known->second].count;
    return;
  }
  // A person reads no more; texts that name what they are about could be many.
  constexpr std::size_t kMostNotes = 40;
  if (notes_.size() == kMostNotes) {
    note_of_text_.erase(known);
    return;
  }
  notes_.push_back({{severity, document_.place_of(element), text}, 1});
}

void Builder::note_unknown(const xml::Element& element) {
  note(core::Severity::Note, element,
       fmt::format("element {} is unknown here and skipped, as NCCL does",
                   core::in_quotes(element.name)));
}

int Builder::enter_host(std::uint64_t hash) {
  const auto found = std::find(host_hashes_.begin(), host_hashes_.end(), hash);
  host_ = static_cast<int>(found - host_hashes_.begin());
  if (found == host_hashes_.end()) host_hashes_.push_back(hash);
  return host_;
}

DeviceId Builder::add(const xml::Element& element, core::Device device) {
  if (device_count() == core::kMaxDevices) {
    problem(element, fmt::format("more than {} devices", core::kMaxDevices),
            "expected the description of one machine");
  }
  device_elements_.push_back(&element);
  device_hosts_.push_back(host_);
  return builder_.add(std::move(device));
}

const xml::Element& Builder::element_of(DeviceId id) const {
  return *device_elements_[static_cast<std::size_t>(id)];
}

std::string Builder::line_of(DeviceId id) const {
  return document_.line_of(element_of(id));
}

void Builder::connect(const xml::Element& element, core::Link link) {
  link_elements_.push_back(&element);
  builder_.connect(std::move(link));
}

void Builder::connect_both_ways(const xml::Element& element, const core::Link& link) {
  link_elements_.insert(link_elements_.end(), 2, &element);
  builder_.connect_both_ways(link);
}

void Builder::remember_bus_id(int host, const std::string& bus_id, DeviceId id) {
  bus_ids_.try_emplace({host, core::pci_number(bus_id)}, id);
}

std::optional<DeviceId> Builder::find_bus_id(int host, const std::string& bus_id) const {
  if (bus_id.empty()) return {};
  const auto found = bus_ids_.find({host, core::pci_number(bus_id)});
  return found == bus_ids_.end() ? std::nullopt : std::optional(found->second);
}

void Builder::make_names_unique() {
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, int> last_number;
  for (DeviceId id = 0; id < static_cast<DeviceId>(device_count()); ++id) {
    core::Device& device = builder_.device(id);
    std::string& name = device.name;
    const std::string given = name;
    const int host = device_hosts_[static_cast<std::size_t>(id)];
    if (host > 0 && taken.contains(name)) name += fmt::format(" of host {}", host);
    const std::string wanted = name;
    while (!taken.insert(name).second) {
      int& number = last_number.try_emplace(wanted, 1).first->second;
      name = fmt::format("{} #{}", wanted, ++number);
    }
    // A net's name is more than ours: NCCL finds the net by it.
    const bool is_net = device.kind() == core::DeviceKind::NicPort;
    if (is_net && name != given) device.extra.emplace_back("name", given);
  }
}

/// The element that says `field` of a device, "/pci/link_width" or "/index".
const xml::Element& Builder::element_with(DeviceId id, std::string_view field) const {
  const auto inner = inner_.find(id);
  const bool is_of_pci = field.starts_with("/pci/") || field.starts_with("/extra/pci.");
  return inner == inner_.end() || is_of_pci ? element_of(id) : *inner->second;
}

/// "/devices/7" in a text of the builder as "line 12", where that device has its `field`.
std::string Builder::with_lines(const std::string& text, std::string_view field) const {
  constexpr std::string_view kDevices = "/devices/";
  const std::size_t at = text.find(kDevices);
  if (at == std::string::npos) return text;
  const auto number = split_number(std::string_view(text).substr(at + kDevices.size()));
  if (!number || number->first >= device_elements_.size()) return text;
  const xml::Element& element = element_with(static_cast<DeviceId>(number->first), field);
  return fmt::format("{}{}{}", text.substr(0, at), document_.line_of(element), number->second);
}

core::Error Builder::in_xml_terms(core::Error error) const {
  const std::string where = error.where;
  error.where = fmt::format("{}: {}", document_.source(), where);
  for (const std::string_view prefix : {"/devices/", "/links/"}) {
    if (!where.starts_with(prefix)) continue;
    const auto number = split_number(std::string_view(where).substr(prefix.size()));
    const bool is_device = prefix == "/devices/";
    const std::size_t count = is_device ? device_elements_.size() : link_elements_.size();
    if (!number || number->first >= count) continue;
    const auto& [index, field] = *number;
    error.where = document_.place_of(is_device ? element_with(static_cast<DeviceId>(index), field)
                                               : *link_elements_[index]);
    const std::string_view name = field.substr(field.rfind('/') + 1);
    if (!name.empty() && is_value(error.found)) {
      error.found = fmt::format("{} is {}", xml_name(name), error.found);
    }
    error.expected = with_lines(error.expected, field);
  }
  return error;
}

std::vector<core::Diagnostic> Builder::notes() const {
  std::vector<core::Diagnostic> result;
  result.reserve(notes_.size());
  for (const Note& note : notes_) {
    result.push_back(note.diagnostic);
    if (note.count > 1) result.back().text += fmt::format(" ({} times)", note.count);
  }
  return result;
}

core::Result<ReadTopology> Builder::finish() && {
  if (problem_) return core::fail(*problem_);
  make_names_unique();
  auto topology = std::move(builder_).build();
  if (!topology) return core::fail(in_xml_terms(topology.error()));
  return ReadTopology{std::move(*topology), notes()};
}

}  // namespace treering::hw::formats::nccl_xml
