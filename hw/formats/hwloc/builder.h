// A topology in the making while an hwloc XML is read: remembers which element each device and link
// came from, so that every problem and note can name its line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/hwloc/reader.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {

class Builder {
 public:
  Builder(const xml::Document& document, core::TopologyBuilder builder);

  /// Keeps the first problem only; readers look for it now and then with failed().
  void problem(const xml::Element& element, std::string found, std::string expected = {});
  bool failed() const { return problem_.has_value(); }

  /// Equal texts become one note that counts its places; `element` is the first place.
  void note(core::Severity severity, const xml::Element& element, const std::string& text);

  core::DeviceId add(const xml::Element& element, core::Device device);
  core::Device& device(core::DeviceId id) { return builder_.device(id); }
  const xml::Element& element_of(core::DeviceId id) const;
  /// "x.xml: line 3".
  std::string line_of(const xml::Element& element) const;
  /// The state of the machine, which the file reports beside the topology.
  core::HostState& host() { return host_; }

  void connect(const xml::Element& element, core::Link link);
  void connect_both_ways(const xml::Element& element, const core::Link& link);

  core::Result<ReadTopology> finish() &&;

 private:
  struct Note {
    core::Diagnostic diagnostic;
    std::size_t count = 1;
  };

  core::Error in_xml_terms(core::Error error) const;
  std::string with_line(const std::string& text) const;

  const xml::Document& document_;
  core::TopologyBuilder builder_;
  core::HostState host_;
  std::optional<core::Error> problem_;
  std::vector<const xml::Element*> device_elements_;
  std::vector<const xml::Element*> link_elements_;
  std::vector<Note> notes_;
  std::unordered_map<std::string, std::size_t> note_of_text_;
};

}  // namespace treering::hw::formats::hwloc
