// core::topology_from_json: any text gives a topology or an error; a topology survives being
// written and read.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/assert.h"
#include "core/topology/json.h"
#include "tests/fuzz/shown.h"

using treering::core::topology_from_json;
using treering::core::topology_to_json;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto topology = topology_from_json(text, "x.json");
  if (!topology) {
    TREERING_ASSERT(topology.error().where.starts_with("x.json"), "an error names its file");
    return 0;
  }
  const std::string written = topology_to_json(*topology);
  treering::fuzz::check_shown(written);
  const auto again = topology_from_json(written, "x.json");
  TREERING_ASSERT(again && *again == *topology, "a topology survives being written and read");
  TREERING_ASSERT(again->fingerprint() == topology->fingerprint(), "equals share a fingerprint");
  return 0;
}
