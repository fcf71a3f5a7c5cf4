// hw::read_hwloc_xml: any text gives a topology or an error that names the file; a topology
// survives being written as JSON, and as XML none of its GPUs are lost.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "hw/formats/hwloc/reader.h"
#include "tests/fuzz/written.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto read = treering::hw::formats::hwloc::read_hwloc_xml(text, "x.xml");
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("x.xml"), "an error names its file");
    return 0;
  }
  treering::fuzz::check_written(read->topology);
  return 0;
}
