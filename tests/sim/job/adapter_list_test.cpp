#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/job/port_variables.h"

namespace treering::sim::job {
namespace adapter_list_test {

using Names = std::vector<NetName>;

TEST(EnvironmentAdapterList, NamesWithAndWithoutPorts) {
  EXPECT_EQ(read_adapter_list("mlx5_0,mlx5_2:1"),
            (AdapterList{false, false, {{"mlx5_0", {}}, {"mlx5_2", 1}}}));
}

TEST(EnvironmentAdapterList, MarksStandInOneOrder) {
  EXPECT_EQ(read_adapter_list("=mlx5_1"), (AdapterList{false, true, {{"mlx5_1", {}}}}));
  EXPECT_EQ(read_adapter_list("^mlx5_3"), (AdapterList{true, false, {{"mlx5_3", {}}}}));
  EXPECT_EQ(read_adapter_list("^=mlx5_3:2"), (AdapterList{true, true, {{"mlx5_3", 2}}}));
  // net_ib.cc looks for '^' first: after '=' it is part of the name.
  EXPECT_EQ(read_adapter_list("=^mlx5_3"), (AdapterList{false, true, {{"^mlx5_3", {}}}}));
}

// parseStringList skips empty names with their ports and reads ports with atoi.
TEST(EnvironmentAdapterList, OddEntries) {
  EXPECT_EQ(read_net_names(",a,,:1,b:", 9), (Names{{"a", {}}, {"b", 0}}));
  EXPECT_EQ(read_net_names("a:x,b:02,c:1:2,d:-1", 9),
            (Names{{"a", 0}, {"b", 2}, {"c", 1}, {"d", {}}}));
  EXPECT_EQ(read_net_names("a, b", 9), (Names{{"a", {}}, {" b", {}}}));
  EXPECT_EQ(read_adapter_list("^"), (AdapterList{true, false, {}}));
}

TEST(EnvironmentAdapterList, NamesBeyondTheThirtySecondArePassedOver) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += fmt::format("mlx5_{},", i);
  std::optional<AdapterList> list;
  EXPECT_EQ(set_adapters(text, list).value(), "NCCL reads the first 32 names");
  EXPECT_EQ(list->names.size(), 32U);
  EXPECT_EQ(list->names.back().name, "mlx5_31");
  EXPECT_EQ(set_adapters("mlx5", list).value(), "");
}

}  // namespace adapter_list_test
}  // namespace treering::sim::job
