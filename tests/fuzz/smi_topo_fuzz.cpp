// hw::read_nvidia_smi_topo, which reads the other texts of nvidia-smi too: any text gives a
// topology or an error that names the file; a topology survives being written as JSON, and as XML
// none of its GPUs and ports are lost.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "core/topology_json.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_xml_reader.h"
#include "hw/formats/nccl_xml_writer.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  hw::is_nvidia_smi_p2p(text);
  hw::is_nvidia_smi_topo(text);
  hw::is_nvidia_smi_nvlink(text);
  const auto read = hw::read_nvidia_smi_topo({"t.txt", text}, {});
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("t.txt"), "an error names its file");
    return 0;
  }
  const core::Topology& node = read->cluster.node;
  const auto same = core::topology_from_json(core::topology_to_json(node), "t.json");
  TREERING_ASSERT(same && *same == node, "JSON holds all of a topology");
  const auto again = hw::read_nccl_xml(hw::write_nccl_xml(node), "t.xml");
  TREERING_ASSERT(again, "what is written can be read");
  TREERING_ASSERT(again->topology.gpu_count() == node.gpu_count(), "no GPU is lost on the way");
  return 0;
}
