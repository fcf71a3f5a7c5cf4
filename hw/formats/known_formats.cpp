// Formats that are recognised so as to say that they are not read (KNOWN in formats.def).
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"

namespace treering::hw::formats {

bool is_nccl_graph_xml(std::string_view text) {
  return xml_root(text) == "graphs";
}

bool is_nvidia_smi_xml(std::string_view text) {
  return xml_root(text) == "nvidia_smi_log";
}

}  // namespace treering::hw::formats
