// hw::read_nvidia_smi_topo, which reads the other texts of nvidia-smi too: any text gives a
// topology or an error that names the file; a topology survives being written as JSON, and as XML
// none of its GPUs and ports are lost.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "hw/formats/format.h"
#include "tests/fuzz/written.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  treering::hw::formats::is_nvidia_smi_p2p(text);
  treering::hw::formats::is_nvidia_smi_topo(text);
  treering::hw::formats::is_nvidia_smi_nvlink(text);
  const auto read = treering::hw::formats::read_nvidia_smi_topo({"t.txt", text}, {});
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("t.txt"), "an error names its file");
    return 0;
  }
  treering::fuzz::check_written(read->cluster.node);
  return 0;
}
