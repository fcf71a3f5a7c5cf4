// A topology in the making while an NCCL XML is read: remembers which element each device and link
// came from, so that every problem and note can name its line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {

class Builder {
 public:
  Builder(const xml::Document& document, std::string name);

  /// Keeps the first problem only; readers look for it now and then with failed().
  void problem(const xml::Element& element, std::string found, std::string expected = {},
               std::string hint = {});
  bool failed() const { return problem_.has_value(); }

  /// Equal texts become one note that counts its places; `element` is the first place.
  void note(core::Severity severity, const xml::Element& element, const std::string& text);
  /// For an element that NCCL does not know where it stands.
  void note_unknown(const xml::Element& element);

  /// The index of the host with this hash, in order of appearance; later devices belong to it.
  int enter_host(std::uint64_t hash);

  /// On the host of the last CPU. Names need not be unique yet: finish() sees to that.
  core::DeviceId add(const xml::Element& element, core::Device device);
  core::Device& device(core::DeviceId id) { return builder_.device(id); }
  std::size_t device_count() const { return builder_.devices().size(); }
  /// The gpu or nic element inside the pci element that `id` was added for.
  void set_inner(core::DeviceId id, const xml::Element& element) {
    inner_.try_emplace(id, &element);
  }
  const xml::Element& element_of(core::DeviceId id) const;
  /// "line 12" of the element of a device.
  std::string line_of(core::DeviceId id) const;

  void connect(const xml::Element& element, core::Link link);
  void connect_both_ways(const xml::Element& element, const core::Link& link);

  /// Bus ids are compared as NCCL does: digits only, so 0:1 is 00:01 (src/misc/utils.cc:30).
  void remember_bus_id(int host, const std::string& bus_id, core::DeviceId id);
  std::optional<core::DeviceId> find_bus_id(int host, const std::string& bus_id) const;

  void set_extra(core::Attributes extra) { builder_.set_extra(std::move(extra)); }

  core::Result<ReadTopology> finish() &&;

 private:
  struct Note {
    core::Diagnostic diagnostic;
    std::size_t count = 1;
  };

  void make_names_unique();
  core::Error in_xml_terms(core::Error error) const;
  const xml::Element& element_with(core::DeviceId id, std::string_view field) const;
  std::string with_lines(const std::string& text, std::string_view field) const;
  std::vector<core::Diagnostic> notes() const;

  const xml::Document& document_;
  core::TopologyBuilder builder_;
  std::optional<core::Error> problem_;
  std::vector<const xml::Element*> device_elements_;
  std::unordered_map<core::DeviceId, const xml::Element*> inner_;
  std::vector<int> device_hosts_;
  int host_ = 0;
  std::vector<const xml::Element*> link_elements_;
  std::vector<std::uint64_t> host_hashes_;
  std::map<std::pair<int, std::uint64_t>, core::DeviceId> bus_ids_;
  std::vector<Note> notes_;
  std::unordered_map<std::string, std::size_t> note_of_text_;
};

}  // namespace treering::hw::formats::nccl_xml
