#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/json.h"
#include "core/topology/names.h"

namespace treering::core {
namespace gpu_numbers_test {

using ::testing::ElementsAre;

/// Two hosts; the second holds GPU 1 before GPU 0, the first lacks GPU 0.
Topology two_hosts() {
  constexpr std::string_view kText = R"({
    "schema": "treering.topology/1", "name": "two",
    "devices": [
      {"name": "a", "kind": "cpu"}, {"name": "a1", "kind": "gpu", "index": 1},
      {"name": "a2", "kind": "gpu", "index": 2},
      {"name": "b", "kind": "cpu", "host": 1}, {"name": "b1", "kind": "gpu", "index": 1},
      {"name": "b0", "kind": "gpu", "index": 0}],
    "links": [
      {"kind": "pcie", "from": "a1", "to": "a", "gb_per_s": 1},
      {"kind": "pcie", "from": "a2", "to": "a", "gb_per_s": 1},
      {"kind": "pcie", "from": "b1", "to": "b", "gb_per_s": 1},
      {"kind": "pcie", "from": "b0", "to": "b", "gb_per_s": 1}]})";
  const auto topology = topology_from_json(kText, "two.json");
  EXPECT_TRUE(topology) << topology.error().message();
  return topology.value_or(Topology());
}

// The first host has numbers up to 2, so the second begins with 3.
TEST(GpuNumbers, CountOnFromHostToHost) {
  EXPECT_THAT(gpu_numbers(two_hosts()), ElementsAre(-1, 1, 2, -1, 4, 3));
  EXPECT_THAT(sorted_gpu_numbers(two_hosts()), ElementsAre(1, 2, 3, 4));
}

TEST(GpuNumbers, HaveTheHostOfADevice) {
  EXPECT_EQ(host_of(two_hosts(), 2), 0);
  EXPECT_EQ(host_of(two_hosts(), 4), 1);
}

}  // namespace gpu_numbers_test
}  // namespace treering::core
