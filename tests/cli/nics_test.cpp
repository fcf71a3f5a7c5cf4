// --nics, --nic-rate and --env NCCL_IB_HCA.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace nics_test {

using ::testing::HasSubstr;
using ::testing::Not;

nlohmann::json results(const std::string& line) {
  const Outcome outcome = run(line + " --format json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

/// The first row that NCCL takes by itself.
nlohmann::json choice(const nlohmann::json& document) {
  for (const auto& row : document.at("results")) {
    if (row.at("nccl_default").get<bool>()) return row;
  }
  return {};
}

const std::string kJob = "dgx-h100 --nodes 4 -b 1G -e 1G";

// dgx-h100 has 8 ports of 50 GB/s. Bytes of a ring across nodes that all ports share take twice as
// long over half of them, and so does the bound.
TEST(Nics, HalfTheAdaptersAreHalfTheNetwork) {
  const auto all = results("predict " + kJob);
  for (const char* const half :
       {" --nics 4", " --nics =mlx5_0,mlx5_4,mlx5_6,mlx5_10",
        " --env NCCL_IB_HCA==mlx5_0,mlx5_4,mlx5_6,mlx5_10", " --nic-rate 200"}) {
    const auto some = results("predict " + kJob + half);
    EXPECT_NEAR(choice(some)["bound_us"].get<double>() / choice(all)["bound_us"].get<double>(), 2,
                .01)
        << half;
    EXPECT_GT(choice(some)["time_us"].get<double>(), 1.5 * choice(all)["time_us"].get<double>())
        << half;
  }
  EXPECT_EQ(
      results("predict " + kJob + " --nics 4")["results"],
      results("predict " + kJob + " --env NCCL_IB_HCA==mlx5_0,mlx5_4,mlx5_6,mlx5_10")["results"]);
}

TEST(Nics, TheAnswerSaysWhichWereTaken) {
  const Outcome count = run("predict " + kJob + " --nics 4 --nic-rate 200");
  EXPECT_THAT(count.out, HasSubstr("# nics:     mlx5_0, mlx5_4, mlx5_6, mlx5_10 (4 of 8 NIC "
                                   "ports), 200 Gbit/s a port, given by hand\n"));
  const Outcome list = run("predict " + kJob + " --env NCCL_IB_HCA=^mlx5_1");
  EXPECT_THAT(list.out, HasSubstr("# settings: NCCL_IB_HCA=^mlx5_1\n"));
  EXPECT_THAT(list.err, HasSubstr("note: NCCL_IB_HCA: leaves NCCL mlx5_0, mlx5_3, mlx5_4, mlx5_5, "
                                  "mlx5_6, mlx5_9 (6 of 8 NIC ports)\n"));
  EXPECT_THAT(run("export dgx-h100 --nodes 4 --to tuner-csv --nics 4").out,
              HasSubstr("NICs by hand: mlx5_0, mlx5_4, mlx5_6, mlx5_10 (4 of 8 NIC ports)"));
}

TEST(Nics, EveryCommandOfAJobHasThem) {
  EXPECT_THAT(run("show dgx-h100 --nics 2").out, HasSubstr("2 NICs, 2 NIC ports"));
  EXPECT_THAT(run("show dgx-h100 --env NCCL_IB_HCA==mlx5_3").out, HasSubstr("1 NIC, 1 NIC port"));
  const Outcome graphs = run("show dgx-h100 --nodes 2 --graphs --nics 1");
  EXPECT_THAT(graphs.out, HasSubstr("NET/0"));
  EXPECT_THAT(graphs.out, Not(HasSubstr("NET/1")));
  EXPECT_THAT(run("explain dgx-h100 --nodes 2 --nics 1").out, HasSubstr("# nics:     mlx5_0"));
  EXPECT_THAT(run("doctor dgx-h100 --nodes 2 --nics 4").out, Not(HasSubstr("NCCL_IB_HCA")));
}

TEST(Nics, EachHostOfARackHasSoMany) {
  EXPECT_THAT(run("show gb200-nvl72 --nics 2").out, HasSubstr("36 NICs, 36 NIC ports"));
  EXPECT_THAT(run("show gb200-nvl72 --env NCCL_IB_HCA=mlx5_0").out,
              HasSubstr("18 NICs, 18 NIC ports"));
}

TEST(Nics, BadValuesSayWhatThereIs) {
  EXPECT_THAT(run("predict dgx-h100 --nics mlx5_0,bnxt").err,
              HasSubstr("--nics: dgx-h100 has no adapter 'bnxt', have mlx5_0, mlx5_3, mlx5_4, "
                        "mlx5_5, mlx5_6, mlx5_9, mlx5_10, mlx5_11; give names as in NCCL_IB_HCA, "
                        "or how many"));
  EXPECT_THAT(run("predict dgx-h100 --nics 9").err,
              HasSubstr("--nics: found 9 NIC ports, expected 1 to 8, as many as a host of dgx-h100 "
                        "has"));
  EXPECT_EQ(run("predict dgx-h100 --nics 0").exit_code, 2);
  EXPECT_THAT(run("predict dgx-h100 --nics ^mlx5").err, HasSubstr("'^mlx5' leaves none"));
  for (const char* const none : {",", "=", "^", "^=", "=,,"}) {
    const Outcome outcome = run(std::string("predict dgx-h100 --nics ") + none);
    EXPECT_EQ(outcome.exit_code, 2) << none;
    EXPECT_THAT(outcome.err, HasSubstr("--nics: no adapter given, have mlx5_0")) << none;
  }
  for (const char* const typed : {"mlx5_0:x", "mlx5_0:02"}) {
    EXPECT_THAT(run(std::string("predict dgx-h100 --nics =mlx5_3,") + typed).err,
                HasSubstr(std::string("no adapter '") + typed + "',"));
  }
  EXPECT_THAT(run("predict dgx-h100 --nic-rate fast").err,
              HasSubstr("--nic-rate: 'fast' is no rate, expected Gbit/s of a port, each way; write "
                        "it like 200"));
  for (const char* const rate : {"0", "-1", "nan", "1e9", "inf"}) {
    EXPECT_EQ(run(std::string("predict dgx-h100 --nic-rate ") + rate).exit_code, 2) << rate;
  }
}

TEST(Nics, AListThatLeavesNoneMeansSockets) {
  const Outcome several = run("predict dgx-h100 --nodes 2 --env NCCL_IB_HCA=bnxt");
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_THAT(several.err, HasSubstr("NCCL_IB_HCA: it leaves NCCL none of the adapters of "
                                     "dgx-h100, have mlx5_0"));
  EXPECT_THAT(several.err, HasSubstr("falls back to TCP sockets"));
  const Outcome one = run("predict dgx-h100 -b 8 -e 8 --env NCCL_IB_HCA=bnxt");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_THAT(one.err, HasSubstr("note: NCCL_IB_HCA: it leaves NCCL none of the adapters; have"));
}

TEST(Nics, OtherPluginsDoNotReadTheList) {
  const Outcome efa = run("predict aws-p5 --nodes 2 -b 8 -e 8 --env NCCL_IB_HCA=mlx5");
  EXPECT_EQ(efa.exit_code, 0);
  EXPECT_THAT(efa.err, HasSubstr("note: NCCL_IB_HCA: without effect on efa"));
  EXPECT_THAT(efa.out, Not(HasSubstr("# settings")));
  EXPECT_THAT(run("predict aws-p5 --nodes 2 -b 8 -e 8 --nics 4").out,
              HasSubstr("# nics:     rdmap79s0, rdmap113s0, rdmap147s0, rdmap181s0"));
}

}  // namespace nics_test
}  // namespace treering::cli
