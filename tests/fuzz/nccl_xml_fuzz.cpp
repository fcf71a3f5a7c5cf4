// hw::read_nccl_xml: any text gives a topology or an error; a topology survives being written as
// XML and as JSON.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/assert.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/fuzz/written.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = treering::hw::formats::nccl_xml::read_nccl_xml(text, "x.xml");
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("x.xml"), "an error names its file");
    return 0;
  }
  treering::fuzz::check_written(read->topology);
  return 0;
}
