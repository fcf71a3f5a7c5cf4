#include "hw/formats/hwloc/builder.h"

#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace treering::hw::formats::hwloc {
namespace {

struct Place {
  std::size_t number;
  std::string_view field;  // what follows: "/pci/bus_id"
};

/// The index in a path such as "/devices/7/pci/bus_id", behind `prefix`.
std::optional<Place> place_after(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return {};
  text.remove_prefix(prefix.size());
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (code != std::errc()) return {};
  return Place{number, std::string_view(stop, static_cast<std::size_t>(end - stop))};
}

constexpr std::string_view kDevices = "/devices/";
constexpr std::string_view kLinks = "/links/";

}  // namespace

Builder::Builder(const xml::Document& document, core::TopologyBuilder builder)
    : document_(document), builder_(std::move(builder)) {}

void Builder::problem(const xml::Element& element, std::string found, std::string expected) {
  if (problem_) return;
  problem_ = core::Error{core::Category::BadInput,
                         document_.place_of(element),
                         std::move(found),
                         std::move(expected),
                         {}};
}

void Builder::note(core::Severity severity, const xml::Element& element, const std::string& text) {
  const auto [known, is_new] = note_of_text_.try_emplace(text, notes_.size());
  if (!is_new) {
    ++notes_[known->second].count;
    return;
  }
  notes_.push_back({{severity, document_.place_of(element), text}});
}

core::DeviceId Builder::add(const xml::Element& element, core::Device device) {
  device_elements_.push_back(&element);
  return builder_.add(std::move(device));
}

const xml::Element& Builder::element_of(core::DeviceId id) const {
  return *device_elements_[static_cast<std::size_t>(id)];
}

std::string Builder::line_of(const xml::Element& element) const {
  return fmt::format("{}: {}", document_.source(), document_.line_of(element));
}

void Builder::connect(const xml::Element& element, core::Link link) {
  link_elements_.push_back(&element);
  builder_.connect(std::move(link));
}

void Builder::connect_both_ways(const xml::Element& element, const core::Link& link) {
  link_elements_.insert(link_elements_.end(), 2, &element);
  builder_.connect_both_ways(link);
}

/// "/devices/7" in a text of the builder as "line 12".
std::string Builder::with_line(const std::string& text) const {
  const std::size_t at = text.find(kDevices);
  if (at == std::string::npos) return text;
  const auto place = place_after(std::string_view(text).substr(at), kDevices);
  if (!place || place->number >= device_elements_.size()) return text;
  return fmt::format("{}{}{}", text.substr(0, at),
                     document_.line_of(*device_elements_[place->number]), place->field);
}

core::Error Builder::in_xml_terms(core::Error error) const {
  const std::string where = error.where;
  error.where = fmt::format("{}: {}", document_.source(), where);
  const auto device = place_after(where, kDevices);
  const auto link = place_after(where, kLinks);
  std::string_view field;
  if (device && device->number < device_elements_.size()) {
    error.where = document_.place_of(*device_elements_[device->number]);
    field = device->field;
  } else if (link && link->number < link_elements_.size()) {
    error.where = document_.place_of(*link_elements_[link->number]);
    field = link->field;
  }
  if (!field.empty()) error.found = fmt::format("{}: {}", field.substr(1), error.found);
  error.expected = with_line(error.expected);
  return error;
}

core::Result<ReadTopology> Builder::finish() && {
  if (problem_) return core::fail(*problem_);
  auto topology = std::move(builder_).build();
  if (!topology) return core::fail(in_xml_terms(topology.error()));
  std::vector<core::Diagnostic> notes;
  for (const Note& note : notes_) {
    notes.push_back(note.diagnostic);
    if (note.count > 1) notes.back().text += fmt::format(" ({} times)", note.count);
  }
  return ReadTopology{*std::move(topology), std::move(notes), std::move(host_)};
}

}  // namespace treering::hw::formats::hwloc
