// Every variable of NCCL that is followed changes a time, a choice or a connection in the answer to
// some question. The table holds a question for each.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sim/job/variables.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace variables_with_effect_test {

/// A value, and a command whose answer it changes.
struct Effect {
  std::string variable;
  std::string value;
  std::string command;
};

const std::vector<Effect>& effects() {
  static const std::string kLarge = " -b 1G -e 1G";
  static const std::string kNode = "predict dgx-h100" + kLarge;
  static const std::string kNodes = "predict dgx-h100 --nodes 2" + kLarge;
  static const std::string kScatter = kNodes + " -c scatter";
  static const std::string kWithoutP2p = " --env NCCL_P2P_DISABLE=1";
  static const std::vector<Effect> kEffects{
      {"NCCL_ALGO", "Tree", kNode},
      {"NCCL_PROTO", "LL", kNode},
      {"NCCL_MIN_NRINGS", "32", kNode},
      {"NCCL_MIN_NCHANNELS", "32", kNode},
      {"NCCL_MAX_NRINGS", "2", kNodes},
      {"NCCL_MAX_NCHANNELS", "2", kNodes},
      {"NCCL_MIN_CTAS", "32", kNode},
      {"NCCL_MAX_CTAS", "2", kNodes},
      {"NCCL_NVLS_NCHANNELS", "4", kNode},
      {"NCCL_MIN_P2P_NCHANNELS", "64", kNode + " -c sendrecv"},
      {"NCCL_MAX_P2P_NCHANNELS", "4", kNode + " -c sendrecv"},
      {"NCCL_MAX_P2P_NCHANNELS", "1", kNodes + " -c sendrecv"},
      {"NCCL_NCHANNELS_PER_NET_PEER", "1", kNodes + " -c sendrecv"},
      {"NCCL_NVLS_ENABLE", "0", kNode},
      {"NCCL_COLLNET_ENABLE", "1", kNodes},
      {"NCCL_COLLNET_NODE_THRESHOLD", "8", kNodes + " --env NCCL_COLLNET_ENABLE=1"},
      {"NCCL_PAT_ENABLE", "0",
       "predict dgx-h100 --nodes 4 --gpus-per-node 1 -c all_gather -b 64K -e 64K"},
      {"NCCL_P2P_LEVEL", "LOC", kNode},
      {"NCCL_P2P_DISABLE", "1", kNode},
      {"NCCL_SHM_DISABLE", "1", kNode + kWithoutP2p},
      {"NCCL_NET_DISABLE_INTRA", "1", "show pcie-8-nvbridge --nodes 2 --graphs"},
      {"NCCL_NVB_DISABLE", "1", "predict dgx-1v -c alltoall" + kLarge},
      {"NCCL_CROSS_NIC", "1", "show dgx-a100 --nodes 2 --graphs"},
      {"NCCL_PXN_DISABLE", "1", kScatter},
      {"NCCL_P2P_PXN_LEVEL", "0", kScatter},
      {"NCCL_PXN_C2C", "0", "predict gb200-nvl72 --nodes 2 -c scatter" + kLarge},
      {"NCCL_NET_GDR_LEVEL", "LOC", kNodes},
      {"NCCL_NET_GDR_C2C", "0", "show alps --nodes 2 --graphs"},
      {"NCCL_NET_GDR_READ", "0", "show dgx-h100 --nodes 2 --graphs"},
      {"NCCL_NETDEVS_POLICY", "ALL", "show dgx-a100 --nodes 2 --graphs"},
      {"NCCL_IB_HCA", "mlx5_0", kNodes},
      {"NCCL_IB_MERGE_NICS", "1", "show oci-h100 --nodes 2 --graphs"},
      {"NCCL_NET_MERGE_LEVEL", "LOC",
       "show oci-h100 --nodes 2 --graphs --env NCCL_IB_MERGE_NICS=1"},
      {"NCCL_NET_FORCE_MERGE", "mlx5_0,mlx5_3", "show dgx-h100 --nodes 2 --graphs"},
      {"NCCL_NTHREADS", "64", "explain dgx-h100 --nodes 2 -b 64K"},
      {"NCCL_LL128_NTHREADS", "64", "explain dgx-h100 --nodes 2 -b 1M"},
      {"NCCL_THREAD_THRESHOLDS", "1,1,1,1,1,1", "explain dgx-a100 -b 64K"},
      {"NCCL_BUFFSIZE", "524288", "simulate dgx-h100 --algo ring --proto simple -b 1G"},
      {"NCCL_LL_BUFFSIZE", "65536", "simulate dgx-h100 --algo ring --proto ll -b 1M"},
      {"NCCL_LL128_BUFFSIZE", "131072", "simulate dgx-h100 --algo ring --proto ll128 -b 16M"},
      {"NCCL_NVLS_CHUNKSIZE", "32768", "simulate dgx-h100 --algo nvls --proto simple -b 64M"},
      {"NCCL_NVLSTREE_MAX_CHUNKSIZE", "32768",
       "simulate dgx-h100 --nodes 4 --algo nvlstree --proto simple -b 64M"},
      {"NCCL_NET_OVERHEAD", "50", "predict dgx-h100 --nodes 2 --model nccl -b 1M -e 1M"},
      {"NCCL_LL128_C2C", "0", "explain alps --nodes 2 -b 1M"},
  };
  return kEffects;
}

/// The answer, without the names and values of variables.
nlohmann::json answer(const std::string& command) {
  const Outcome outcome = run(command + " --format json");
  EXPECT_EQ(outcome.exit_code, 0) << command << ": " << outcome.err;
  auto json = nlohmann::json::parse(outcome.out, nullptr, false);
  if (json.is_object()) {
    json.erase("environment");
    json.erase("notes");
  }
  return json;
}

TEST(VariablesWithEffect, AllThatAreFollowedHaveAQuestion) {
  for (const sim::job::Variable& variable : sim::job::all_variables()) {
    EXPECT_TRUE(std::ranges::any_of(effects(), [&](const Effect& effect) {
      return effect.variable == variable.name;
    })) << variable.name;
  }
}

TEST(VariablesWithEffect, EachChangesItsAnswer) {
  for (const Effect& effect : effects()) {
    const std::string with =
        fmt::format("{} --env {}={}", effect.command, effect.variable, effect.value);
    EXPECT_NE(answer(effect.command), answer(with)) << with;
  }
}

/// The job of a question, asked about other calls.
std::string about(const Effect& effect, const std::string& calls) {
  std::istringstream words(effect.command);
  std::string word;
  std::string machine;
  std::string nodes = "1";
  words >> word >> machine;
  while (words >> word) {
    if (word == "--nodes") words >> nodes;
  }
  return fmt::format("predict {} --nodes {} -c {} -b 64K -e 1G -f 16384", machine, nodes, calls);
}

// A note says that such calls do not go by the variable.
TEST(VariablesWithEffect, ThoseOfOtherCallsChangeNothing) {
  using sim::job::Reach;
  for (const Effect& effect : effects()) {
    const Reach reach = sim::job::find_variable(effect.variable)->reach;
    if (reach == Reach::All) continue;
    const bool is_tuned = reach == Reach::Tuned;
    const std::string line = about(effect, is_tuned ? "alltoall,gather,scatter,sendrecv" : "tuned");
    const std::string with = fmt::format("{} --env {}={}", line, effect.variable, effect.value);
    EXPECT_EQ(answer(line), answer(with)) << with;
  }
}

}  // namespace variables_with_effect_test
}  // namespace treering::cli
