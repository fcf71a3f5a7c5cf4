// hw::load_cluster: whatever a file holds, it gives a cluster or an error; a cluster survives
// being written as JSON and read.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto loaded = hw::load_cluster("f", support::FakeFiles({{"f", text}}));
  if (!loaded) {
    TREERING_ASSERT(!loaded.error().message().empty(), "an error says something");
    return 0;
  }
  const auto json = hw::render_cluster(loaded->cluster, "json");
  TREERING_ASSERT(json, "every cluster can be written as JSON");
  const auto again = hw::load_cluster("g", support::FakeFiles({{"g", *json}}));
  TREERING_ASSERT(again && again->cluster == loaded->cluster,
                  "a cluster survives being written and read");
  return 0;
}
