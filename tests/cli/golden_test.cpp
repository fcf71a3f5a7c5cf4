// Whole outputs, kept under tests/golden/cli.
#include "tests/support/golden.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "app/version.h"
#include "report/man_page.h"
#include "tests/cli/run.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace golden_test {

struct Case {
  std::string file;
  std::string line;
};

/// What GoogleTest calls a case.
void PrintTo(const Case& one, std::ostream* stream) {
  *stream << one.line;
}

class Golden : public ::testing::TestWithParam<Case> {};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
}

/// A manual page names the build that it is of.
std::string of_any_build(std::string text) {
  const std::string_view version = app::version();
  replace_all(text, report::man_text(version), "VERSION");
  replace_all(text, report::man_text(version.substr(0, version.find('+'))), "NUMBER");
  replace_all(text, app::version_date(), "DATE");
  return text;
}

TEST_P(Golden, OutputIsAsKept) {
  const Outcome outcome = run(GetParam().line);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const bool is_man = GetParam().line == "man";
  testing::expect_golden("cli/" + GetParam().file,
                         is_man ? of_any_build(outcome.out) : outcome.out);
}

const std::vector<Case> kCases{
    {"help.txt", "--help"},
    {"help_predict.txt", "predict --help"},
    {"predict_dgx-h100_n4.txt", "predict dgx-h100 --nodes 4 --model nccl"},
    {"predict_dgx-h100_n4_all.txt", "predict dgx-h100 --nodes 4 --algo all -f 16 --model nccl"},
    {"predict_dgx-h100_n1_other.txt",
     "predict dgx-h100 -c alltoall,all_gather -b 1M -e 64M -f 4 --model nccl"},
    {"predict_dgx-a100_n2_cost.txt",
     "predict dgx-a100 --nodes 2 -c all_reduce,alltoall -b 1K -e 1M -f 32"},
    {"predict_dgx-a100_n2_channels.txt",
     "predict dgx-a100 --nodes 2 -c all_reduce,broadcast -b 16K -e 1G -f 256 --channels 2,32"},
    {"predict_pcie-4_n1_channels.csv",
     "predict pcie-4 -b 1M -e 1M --algo ring --channels all --format csv --model nccl"},
    {"predict_dgx-a100_n2_env.txt",
     "predict dgx-a100 --nodes 2 -c all_reduce,broadcast -f 64 --model nccl --env "
     "NCCL_ALGO=ring;broadcast:tree "
     "--env NCCL_PROTO=^LL128 --env NCCL_MIN_CTAS=24"},
    {"predict_pcie-4_n1.json", "predict pcie-4 -b 1M -e 2M --model nccl --format json"},
    {"predict_pcie-4_n1.csv", "predict pcie-4 -b 1M -e 2M --model nccl --format csv"},
    {"predict_aws-p4d_groups.txt", "predict aws-p4d --groups tp=8,dp=2 -b 1M -e 64M -f 8"},
    {"predict_aws-p4d_groups.json",
     "predict aws-p4d --groups tp=8,dp=2 -b 1M -e 1M -c dp=all_gather --format json"},
    {"simulate_aws-p4d_groups.txt",
     "simulate aws-p4d --groups tp=8,dp=2 -b tp=4M,dp=16M --start dp=20us"},
    {"simulate_aws-p4d_groups.json",
     "simulate aws-p4d --groups tp=8,dp=2 -c dp=all_gather --format json"},
    {"simulate_aws-p4d_groups.csv", "simulate aws-p4d --groups tp=8,dp=2 --format csv"},
    {"explain_dgx-h100_n4_8M.txt", "explain dgx-h100 --nodes 4 -b 8M"},
    {"explain_pcie-4_n2.json", "explain pcie-4 --nodes 2 -c all_gather -b 64K --format json"},
    {"explain_pcie-4_n2.csv", "explain pcie-4 --nodes 2 -c all_gather -b 64K --format csv"},
    {"show_dgx-1v_n2.txt", "show dgx-1v --nodes 2 --graphs"},
    {"show_pcie-4_n2.json", "show pcie-4 --nodes 2 --graphs --format json"},
    {"show_nccl_log_tree.txt", "show tests/fuzz/corpus/nccl_log/tree"},
    {"show_nccl_log_ranks.txt", "show tests/fuzz/corpus/nccl_log/ranks"},
    {"show_nvidia_smi_parts.txt", "show tests/fuzz/corpus/smi_topo/list_and_peers"},
    {"show_dgx-h100_tree.txt", "show dgx-h100 --tree"},
    {"show_pcie-8-nvbridge_n2.svg", "show pcie-8-nvbridge --nodes 2 --svg -"},
    {"show_summit.svg", "show summit --svg -"},
    {"show_summit.csv", "show summit --format csv"},
    {"show_pcie-4_n2.csv", "show pcie-4 --nodes 2 --graphs --format csv"},
    {"show_slurm-pod.txt", "show examples/slurm-pod.yaml"},
    {"show_slurm-topology.txt", "show examples/topology.conf"},
    {"predict_slurm-pod.txt", "predict examples/slurm-pod.yaml -b 1M -e 1G -f 32"},
    {"export_dgx-h100_n4.csv", "export dgx-h100 --nodes 4 --model nccl --to tuner-csv"},
    {"export_dgx-a100_n2_ring.csv",
     "export dgx-a100 --nodes 2 --model nccl --to tuner-csv -c all_reduce --algo ring -b 1M -e 1G"},
    {"list.txt", "list"},
    {"completion.bash", "completion bash"},
    {"completion.zsh", "completion zsh"},
    {"completion.fish", "completion fish"},
    {"treering.1", "man"},
};

INSTANTIATE_TEST_SUITE_P(Cli, Golden, ::testing::ValuesIn(kCases), [](const auto& test) {
  return treering::testing::test_name(test.param.file);
});

}  // namespace golden_test
}  // namespace treering::cli
