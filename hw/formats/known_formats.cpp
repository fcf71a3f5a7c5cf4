// Formats that are recognised so as to say that they are not read (KNOWN in formats.def).
#include <algorithm>
#include <variant>

#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/subnet/ibnetdiscover_line.h"

namespace treering::hw {
namespace {

template <class Condition>
bool any_line(std::string_view text, Condition holds) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (holds(text.substr(0, end))) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

bool is_nccl_graph_xml(std::string_view text) {
  return xml_root(text) == "graphs";
}

bool is_nvidia_smi_xml(std::string_view text) {
  return xml_root(text) == "nvidia_smi_log";
}

bool is_nccl_log(std::string_view text) {
  return has(head_of(text), "NCCL INFO ");
}

// "GPU 0: NVIDIA H100 80GB HBM3 (UUID: ...)", then "Link 0: 26.562 GB/s" for each link.
bool is_nvidia_smi_nvlink(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    const std::size_t link = line.find("Link ");
    if (link == std::string_view::npos || line.find_first_not_of(" \t") != link) return false;
    return has(line, "GB/s") || has(line, "<inactive>");
  });
}

// In full, with one line per port (-p), or ibsim's input: a line that stands for a node.
bool is_ibnetdiscover(std::string_view text) {
  if (text.starts_with("#\n# Topology file: generated")) return true;
  return any_line(head_of(text), [](std::string_view line) {
    const auto parsed = parse_ib_line(line);
    return parsed && !std::holds_alternative<IbBlank>(*parsed) &&
           !std::holds_alternative<IbPort>(*parsed);
  });
}

}  // namespace treering::hw
