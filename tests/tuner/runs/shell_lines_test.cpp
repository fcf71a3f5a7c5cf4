#include "tuner/runs/shell_lines.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace treering::tuner::runs {
namespace shell_lines_test {

using Variables = std::map<std::string, std::string>;

Variables after(std::initializer_list<std::string_view> lines) {
  ShellVariables variables;
  for (const std::string_view line : lines) variables.read(line);
  return variables.all();
}

TEST(ShellLines, ExportsHoldUntilTheyAreUnset) {
  EXPECT_EQ(after({"export NCCL_ALGO=Ring NCCL_PROTO='LL'"}),
            (Variables{{"NCCL_ALGO", "Ring"}, {"NCCL_PROTO", "LL"}}));
  EXPECT_EQ(after({"user@host:~$ export NCCL_ALGO=Ring;"}), (Variables{{"NCCL_ALGO", "Ring"}}));
  EXPECT_EQ(after({"NCCL_ALGO=Tree", "export NCCL_IB_DISABLE=1", "unset NCCL_IB_DISABLE"}),
            (Variables{{"NCCL_ALGO", "Tree"}}));
  EXPECT_EQ(after({"# export NCCL_ALGO=Ring", "set NCCL_ALGO=Ring, please", "NCCL_ALGO"}),
            Variables());
}

TEST(ShellLines, AssignmentsAloneAreOfTheNextRun) {
  ShellVariables variables;
  EXPECT_TRUE(variables.read("NCCL_ALGO=Ring"));
  EXPECT_TRUE(variables.read("export NCCL_P2P_DISABLE=1"));
  EXPECT_FALSE(variables.read("NCCL_ALGO=Ring ./build/all_reduce_perf -g 8"));
  variables.end_next();
  EXPECT_EQ(variables.all(), (Variables{{"NCCL_P2P_DISABLE", "1"}}));
}

TEST(ShellLines, TitlesAreMarked) {
  EXPECT_EQ(title_in("### after the reboot"), "after the reboot");
  EXPECT_EQ(title_in("With GDR:"), "With GDR");
  EXPECT_EQ(title_in("=== run 2 ==="), "run 2");
  EXPECT_EQ(title_in("# with the old driver"), "with the old driver");
  EXPECT_EQ(title_in("# Out of bounds values : 0 OK"), "");
  EXPECT_EQ(title_in("#  Rank  0 Group  0 Pid 10 on left device  0 [0x1b] NVIDIA H100"), "");
  EXPECT_EQ(title_in("-----------------"), "");
  EXPECT_EQ(title_in("gpu-node-01:"), "");
  EXPECT_EQ(title_in("the cluster is new"), "");
}

TEST(ShellLines, LaunchesStartAProgram) {
  EXPECT_TRUE(is_launch("torchrun --nnodes 2 bench.py"));
  EXPECT_TRUE(is_launch("$ NCCL_ALGO=Ring /usr/bin/python3 bench.py"));
  EXPECT_FALSE(is_launch("a benchmark in python of mine"));
}

}  // namespace shell_lines_test
}  // namespace treering::tuner::runs
