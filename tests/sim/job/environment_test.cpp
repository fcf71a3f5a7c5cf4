#include <gtest/gtest.h>

#include "sim/job/variables.h"

namespace treering::sim::job {
namespace environment_test {

using core::Collective;
using nccl::Algorithm;
using nccl::Protocol;

Environment read(std::vector<Assignment> given) {
  return read_environment(given).value();
}

std::string complaint(Assignment one) {
  const auto result = read_environment(std::vector{std::move(one)});
  return result ? "" : result.error().message();
}

TEST(Environment, NothingGivenChangesNothing) {
  const Environment none = read({});
  EXPECT_EQ(none.settings, Settings());
  EXPECT_TRUE(none.followed.empty());
  EXPECT_TRUE(none.notes.empty());
}

TEST(Environment, AlgorithmsAndProtocols) {
  const Settings settings = read({{"NCCL_ALGO", "tree,nvlstree"}, {"NCCL_PROTO", "^LL"}}).settings;
  const auto allows = [&](Algorithm algorithm) {
    return settings.algorithms.allows(Collective::AllReduce, static_cast<int>(algorithm));
  };
  EXPECT_TRUE(allows(Algorithm::Tree));
  EXPECT_TRUE(allows(Algorithm::NvlsTree));
  EXPECT_FALSE(allows(Algorithm::Ring));
  EXPECT_FALSE(settings.protocols.allows(Collective::AllReduce, static_cast<int>(Protocol::Ll)));
  EXPECT_TRUE(settings.protocols.allows(Collective::AllReduce, static_cast<int>(Protocol::Ll128)));
}

TEST(Environment, NewNamesCountMoreThanOldOnes) {
  const Settings settings = read({{"NCCL_MAX_NCHANNELS", "8"}, {"NCCL_MAX_NRINGS", "4"}}).settings;
  EXPECT_EQ(settings.channels.max_channels, 8);
  EXPECT_EQ(
      read({{"NCCL_MAX_NCHANNELS", "-2"}, {"NCCL_MAX_NRINGS", "4"}}).settings.channels.max_channels,
      4);
}

TEST(Environment, TheLeastCtasAreNoMoreThanTheMost) {
  const Environment both = read({{"NCCL_MIN_CTAS", "16"}, {"NCCL_MAX_CTAS", "8"}});
  EXPECT_EQ(both.settings.channels.min_ctas, 8);
  EXPECT_EQ(both.notes,
            (std::vector<std::string>{"NCCL_MIN_CTAS is above NCCL_MAX_CTAS: NCCL uses 8"}));
}

TEST(Environment, TheLastOfANameCountsAndAnEmptyValueUnsets) {
  EXPECT_EQ(read({{"NCCL_MAX_CTAS", "4"}, {"NCCL_MAX_CTAS", "2"}}).settings.channels.max_ctas, 2);
  const Environment none = read({{"NCCL_MAX_CTAS", "4"}, {"NCCL_MAX_CTAS", ""}});
  EXPECT_EQ(none.settings, Settings());
  EXPECT_TRUE(none.followed.empty());
}

TEST(Environment, SaysWhatIsFollowedInTheOrderOfTheTable) {
  const Environment two = read({{"NCCL_NTHREADS", "128"}, {"NCCL_ALGO", "Ring"}});
  ASSERT_EQ(two.followed.size(), 2U);
  EXPECT_EQ(two.followed[0].name, "NCCL_ALGO");
  EXPECT_EQ(two.followed[1].name, "NCCL_NTHREADS");
}

TEST(Environment, SaysWhatNcclMakesOfAValue) {
  EXPECT_EQ(read({{"NCCL_NTHREADS", "100"}}).notes,
            (std::vector<std::string>{
                "NCCL_NTHREADS=100: not a multiple of 32, so NCCL uses its maximum"}));
}

TEST(Environment, SaysWhatItDoesNotFollow) {
  const Environment others = read({{"NCCL_DEBUG", "INFO"},
                                   {"NCCL_TOPO_FILE", "topo.xml"},
                                   {"NCCL_IB_TC", "106"},
                                   {"NCCL_SOCKET_NTHREADS", "4"},
                                   {"NCCL_NSOCKS_PERTHREAD", "2"},
                                   {"NCCL_GRAPH_FILE", "graph.xml"},
                                   {"NCCL_TREE_THRESHOLD", "0"}});
  EXPECT_EQ(others.notes,
            (std::vector<std::string>{
                "NCCL_GRAPH_FILE: not modelled, although NCCL's decisions can depend on it",
                "NCCL_TOPO_FILE: not followed: the topology says which devices there are",
                "NCCL_IB_TC, NCCL_SOCKET_NTHREADS, NCCL_NSOCKS_PERTHREAD: not modelled: times can "
                "depend on it, algorithms, protocols and channels do not",
                "NCCL_TREE_THRESHOLD: no longer read by NCCL",
                "NCCL_DEBUG: no effect on the algorithms, protocols, channels and times of "
                "collectives"}));
  EXPECT_TRUE(others.followed.empty());
}

TEST(Environment, AMisspeltOptionFails) {
  EXPECT_EQ(complaint({"NCCL_ALGOO", "Ring"}),
            "⟨env⟩: NCCL has no variable 'NCCL_ALGOO'; did you mean 'NCCL_ALGO'");
  EXPECT_EQ(complaint({"proto", "LL"}),
            "⟨env⟩: NCCL has no variable 'proto'; did you mean 'NCCL_PROTO'");
  EXPECT_EQ(complaint({"NCCL_XYZ", "1"}), "⟨env⟩: NCCL has no variable 'NCCL_XYZ'");
  EXPECT_EQ(complaint({"CUDA_VISIBLE_DEVICES", "0"}),
            "⟨env⟩: NCCL has no variable 'CUDA_VISIBLE_DEVICES'; name the GPUs with ⟨devices⟩");
}

TEST(Environment, AMisspeltOneInTheProcessIsNoted) {
  EXPECT_EQ(
      read({{"NCCL_ALGOO", "Ring", Origin::Process}}).notes,
      (std::vector<std::string>{"NCCL has no variable 'NCCL_ALGOO'; did you mean 'NCCL_ALGO'"}));
}

TEST(Environment, AValueOnWhichNcclFailsNamesItsVariable) {
  EXPECT_EQ(complaint({"NCCL_BUFFSIZE", "100"}),
            "NCCL_BUFFSIZE: NCCL fails with 100 B, expected 4096 to 2147483647");
  EXPECT_EQ(
      complaint({"NCCL_ALGO", "rings"}),
      "NCCL_ALGO: NCCL knows no algorithm 'rings' and fails to make a communicator; did you mean "
      "'Ring'");
}

// src/graph/tuning.cc, parseList: 2.23 ignores names that it does not know, 2.24 fails.
TEST(Environment, ListsAreReadAsTheVersionReadsThem) {
  const std::vector<Assignment> given{{"NCCL_ALGO", "rings,tree"}};
  const Environment old = read_environment(given, nccl::versions::version("2.23")).value();
  EXPECT_EQ(old.notes, (std::vector<std::string>{"NCCL_ALGO=rings,tree: NCCL 2.23.4 knows no "
                                                 "algorithm 'rings' and ignores it"}));
  EXPECT_FALSE(read_environment(given, nccl::versions::version("2.24")));
}

TEST(Environment, SaysWhoseRulesTheOthersFollow) {
  const std::vector<Assignment> given{{"NCCL_ALGO", "tree"},
                                      {"NCCL_IB_HCA", "mlx5"},
                                      {"NCCL_MAX_CTAS", "8"},
                                      {"NCCL_CROSS_NIC", "1"}};
  const auto note = [&](std::string_view name) {
    const nccl::versions::Version& version = nccl::versions::version(name);
    return rules_note(read_environment(given, version)->followed, version);
  };
  EXPECT_EQ(note("2.18.1"),
            "NCCL_MAX_CTAS, NCCL_CROSS_NIC: followed as in NCCL 2.28.9, not as in 2.18.1");
  EXPECT_EQ(note("2.28.9"), "");
  EXPECT_EQ(rules_note({{"NCCL_ALGO", "tree"}}, nccl::versions::version("2.18.1")), "");
}

TEST(Environment, NetOverheadIsInNanoseconds) {
  EXPECT_FLOAT_EQ(read({{"NCCL_NET_OVERHEAD", "2500"}}).settings.net_overhead_us.value(), 2.5F);
  EXPECT_EQ(read({{"NCCL_NET_OVERHEAD", "-2"}}).settings.net_overhead_us, std::nullopt);
}

class EveryVariable : public ::testing::TestWithParam<const Variable*> {};

TEST_P(EveryVariable, IsDescribed) {
  const Variable& variable = *GetParam();
  EXPECT_TRUE(variable.name.starts_with("NCCL_"));
  EXPECT_FALSE(variable.takes.empty());
  EXPECT_FALSE(variable.changes.empty());
  EXPECT_NE(variable.source.find(".cc, "), std::string_view::npos);
}

TEST_P(EveryVariable, ChangesASettingByOneOfTheseValues) {
  Settings settings;
  for (const char* value : {"1", "0", "LOC", "ring", "ll", "MAX:1", "96", "320", "8388608", "9"}) {
    static_cast<void>(GetParam()->read(value, settings));
    if (settings != Settings()) return;
  }
  ADD_FAILURE() << GetParam()->name << " has no effect";
}

std::vector<const Variable*> pointers() {
  std::vector<const Variable*> all;
  for (const Variable& variable : all_variables()) all.push_back(&variable);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryVariable, ::testing::ValuesIn(pointers()),
                         [](const auto& one) { return std::string(one.param->name); });

}  // namespace environment_test
}  // namespace treering::sim::job
