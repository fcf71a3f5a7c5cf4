// hw::parse_cluster_yaml: any text gives a cluster or an error; a cluster survives being written
// and read.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "hw/formats/cluster_yaml.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  hw::is_cluster_yaml(text);
  const auto spec = hw::parse_cluster_yaml(text, "c.yaml");
  if (!spec) {
    TREERING_ASSERT(!spec.error().message().empty(), "an error says something");
    return 0;
  }
  const core::Cluster cluster{{}, spec->count, spec->fabric};
  const auto again = hw::parse_cluster_yaml(hw::format_cluster_yaml(cluster, spec->node), "c.yaml");
  TREERING_ASSERT(again && again->node == spec->node && again->count == spec->count &&
                      again->fabric == spec->fabric,
                  "a cluster survives being written and read");
  return 0;
}
