// hw::read_nccl_xml: any text gives a topology or an error; a topology survives being written as
// XML and as JSON.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/assert.h"
#include "core/topology_json.h"
#include "hw/formats/nccl_xml_reader.h"
#include "hw/formats/nccl_xml_writer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = treering::hw::read_nccl_xml(text, "x.xml");
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("x.xml"), "an error names its file");
    return 0;
  }
  const auto json = treering::core::topology_to_json(read->topology);
  const auto same = treering::core::topology_from_json(json, "x.json");
  TREERING_ASSERT(same && *same == read->topology, "JSON holds all of a topology");
  const auto xml = treering::hw::write_nccl_xml(read->topology);
  const auto again = treering::hw::read_nccl_xml(xml, "x.xml");
  TREERING_ASSERT(again, "what is written can be read");
  TREERING_ASSERT(again->topology.gpu_count() == read->topology.gpu_count(),
                  "no GPU is lost on the way");
  return 0;
}
