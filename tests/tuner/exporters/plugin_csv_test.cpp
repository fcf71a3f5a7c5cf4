#include "tuner/exporters/plugin_csv.h"

#include <gtest/gtest.h>

#include "tests/support/example_plugin.h"

namespace treering::tuner::exporters {
namespace plugin_csv_test {

TEST(PluginCsv, SpellsNamesAsThePluginDoes) {
  EXPECT_EQ(plugin_name(core::Collective::ReduceScatter), "reducescatter");
  EXPECT_EQ(plugin_name_of_algorithm("CollNetDirect"), "collnet_direct");
  EXPECT_EQ(plugin_name_of_algorithm("CollNetChain"), "collnet_chain");
  EXPECT_EQ(plugin_name_of_algorithm("NVLSTree"), "nvls_tree");
  EXPECT_EQ(plugin_name_of_algorithm("PAT"), "pat");
  EXPECT_EQ(plugin_name_of_protocol("LL128"), "ll128");
}

TEST(PluginCsv, LoadsWhatWeWrite) {
  const PluginRow row{"allreduce", 8, 18446744073709551615U, {"nvls_tree", "ll128", 16}, 4, 32,
                      -1,          -1};
  EXPECT_EQ(treering::testing::load_as_plugin(to_line(row) + "\n"), std::vector<PluginRow>{row});
}

}  // namespace plugin_csv_test
}  // namespace treering::tuner::exporters
