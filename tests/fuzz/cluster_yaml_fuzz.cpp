// hw::parse_cluster_yaml: any text gives a cluster or an error; a cluster survives being written
// and read, but for a fabric from a file, which it has once that is loaded (load_cluster_fuzz).

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "hw/formats/cluster/yaml.h"
#include "tests/fuzz/shown.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  treering::hw::formats::cluster::is_cluster_yaml(text);
  const auto spec = treering::hw::formats::cluster::parse_cluster_yaml(text, "c.yaml");
  if (!spec) {
    TREERING_ASSERT(!spec.error().message().empty(), "an error says something");
    return 0;
  }
  treering::fuzz::check_shown_in_line(spec->node);
  treering::fuzz::check_shown_in_line(spec->fabric_file);
  for (const std::string& host : spec->hosts) treering::fuzz::check_shown_in_line(host);
  const bool is_whole = spec->fabric_file.empty();
  const treering::core::Fabric fabric = is_whole ? spec->fabric : treering::core::Fabric();
  const treering::core::Cluster cluster{{}, spec->count, fabric};
  const std::string written =
      treering::hw::formats::cluster::format_cluster_yaml(cluster, {spec->node});
  treering::fuzz::check_shown(written);
  const auto again = treering::hw::formats::cluster::parse_cluster_yaml(written, "c.yaml");
  TREERING_ASSERT(
      again && again->node == spec->node && again->count == spec->count && again->fabric == fabric,
      "a cluster survives being written and read");
  return 0;
}
