#include <gtest/gtest.h>

#include "report/findings/words.h"

namespace treering::report::findings {
namespace check_words_test {

// What explains a part only is named, with what it leaves open.
TEST(CheckWords, TheNearestCauseIsNoFinding) {
  tuner::check::Check check;
  EXPECT_EQ(no_cause_text(check), "No cause that treering knows would explain the slow rows.");
  check.nearest = {"sockets", "NCCL used TCP sockets instead of infiniband", "NCCL_NET", 3.4, 0};
  EXPECT_EQ(no_cause_text(check),
            "No cause that treering knows would explain the slow rows. The nearest is this: NCCL "
            "used TCP sockets instead of infiniband. It would leave times off by a factor of 3.40, "
            "so it is not all, or not it. Look at: NCCL_NET.");
}

TEST(CheckWords, AForcedRunIsBesideNcclsOwnChoice) {
  tuner::check::ForcedChoice one;
  one.forced = "Ring";
  one.sizes = one.of_sizes = 1;
  one.bytes = core::Bytes::from_mib(8192);
  one.way.algorithm = "NVLS";
  one.way.protocol = "Simple";
  one.gain = 1.34;
  one.low = 1.12;
  one.high = 1.6;
  EXPECT_EQ(forced_text(one),
            "This run was forced to Ring; NCCL's own choice for all_reduce at 8 GiB, NVLS/Simple, "
            "would be predicted at 1.34 times the speed, four times of five at 1.12 to 1.60 "
            "times.");
  one.forced = "";
  one.settings = "NCCL_NVLS_ENABLE=0";
  one.of_sizes = 9;
  EXPECT_EQ(forced_text(one),
            "This run was limited by NCCL_NVLS_ENABLE=0; NCCL's own choice for all_reduce at 8 GiB "
            "(1 of 9 sizes gain beyond the model's doubt), NVLS/Simple, would be predicted at 1.34 "
            "times the speed, four times of five at 1.12 to 1.60 times.");
}

TEST(CheckWords, ABadChoiceHasItsSettingAndItsRisk) {
  app::BadChoice bad;
  bad.better.bytes = core::Bytes::from_mib(1);
  bad.better.at = {512U << 10U, 1U << 20U};
  bad.better.of_sizes = 21;
  bad.better.usual.algorithm = "Ring";
  bad.better.usual.protocol = "LL";
  bad.better.way.algorithm = "Tree";
  bad.better.way.protocol = "Simple";
  bad.better.measured = core::Duration::from_us(912.3);
  bad.better.expected = core::Duration::from_us(174.2);
  bad.better.low = 2.72;
  bad.better.high = 6.08;
  const std::string fact =
      "all_reduce of 1 MiB took 912.30 us by Ring/LL, and Tree/Simple is expected to take 174.20 "
      "us, 2.7 to 6.1 times as fast four times of five, and likewise at 1 more of 21 sizes, 512 "
      "KiB to 1 MiB";
  EXPECT_EQ(bad_choice_text(bad),
            "NCCL's choice for all_reduce: " + fact +
                ". No one value of NCCL_ALGO and NCCL_PROTO gains that without a loss at other "
                "sizes. treering export with ⟨to⟩ tuner-csv writes choices by size for a tuner "
                "plugin (NCCL_TUNER_PLUGIN). Risk: the plugin then answers for every call of every "
                "communicator of the process. Time your job with it and without it.");
  bad.setting = "NCCL_PROTO=allreduce:simple";
  bad.gain = 5.3;
  bad.least = 0.97;
  bad.least_at = core::Bytes::from_kib(32);
  EXPECT_EQ(bad_choice_text(bad),
            "NCCL's choice for all_reduce: " + fact +
                ". NCCL_PROTO=allreduce:simple makes NCCL take a way there that is expected to be "
                "5.3 times as fast. Risk: it holds for every size and every communicator of the "
                "process; at 32 KiB all_reduce is expected to take 1.03 times as long with it. "
                "Time your job with it and without it.");
  app::CheckReport report;
  report.bad_choices = {bad};
  EXPECT_EQ(bad_choices_verdict(report), "as expected, and NCCL's choice is bad: " + fact +
                                             "; NCCL_PROTO=allreduce:simple would change it, at "
                                             "the risk below");
}

TEST(CheckWords, CausesThatFitAlikeAreOpen) {
  tuner::check::Check check;
  for (std::uint64_t bytes = 1U << 24U; bytes <= 1U << 30U; bytes *= 4) {
    tuner::check::CheckedRow row;
    row.measurement.bytes = bytes;
    row.expected = core::Duration::from_us(100);
    row.low = row.expected / 1.2;
    row.high = row.expected * 1.2;
    row.measured = row.expected * 2.0;
    row.place = tuner::check::Place::Slow;
    check.rows.push_back(row);
  }
  ASSERT_TRUE(check.is_slow());
  check.causes.resize(2);
  check.causes[0].factor = 1.1;
  check.causes[1].factor = 1.14;
  EXPECT_EQ(causes_lead(check), "Possible causes of slow rows, the best first:");
  check.causes[1].factor = 1.105;
  EXPECT_EQ(causes_lead(check),
            "Possible causes of slow rows, the best first; the first 2 fit alike, so that it is "
            "open which of them it is:");
}

TEST(CheckWords, APlateauNamesAllThatItLeavesOpen) {
  app::CheckReport report;
  report.network = "roce";
  report.check.plateau.emplace();
  auto& plateau = *report.check.plateau;
  plateau.least = 64U << 20U;
  plateau.most = std::uint64_t{8} << 30U;
  plateau.least_share = 0.3;
  plateau.greatest_share = 0.32;
  plateau.ports = 8;
  const std::string shared =
      "few paths or queue pairs between the nodes (NCCL_IB_QPS_PER_CONNECTION, with "
      "NCCL_IB_SPLIT_DATA_ON_QPS=1; NCCL_IB_ADAPTIVE_ROUTING=1 where the switches route so)";
  const std::string set_up =
      "; the set-up that all ports share (rates in ibstat, MTU, LnkSta in lspci -vvv). ib_write_bw "
      "with --use_cuda between the same ports tells the network and PCIe, where it is as slow, "
      "from NCCL, where it is not.";
  EXPECT_EQ(plateau_text(report),
            "all_reduce: all large sizes, 64 MiB to 8 GiB, reach 30 to 32 % of the expected speed, "
            "alike at each size, and one of 8 ports that is missing would leave 88 %: every port "
            "carries as little. It is open which of these it is, as they fit alike: " +
                shared +
                "; PCIe's ACS, ATS or the IOMMU between GPUs and adapters (ACSCtl in lspci -vvv)" +
                set_up);
  plateau.kind = tuner::check::Plateau::Kind::Half;
  plateau.least_share = plateau.greatest_share = 0.5;
  report.evidence.excluded = {"pcie-detour"};
  EXPECT_EQ(plateau_text(report),
            "all_reduce: all large sizes, 64 MiB to 8 GiB, reach 50 % of the expected speed, a "
            "plateau at half of the network. It is open which of these it is, as they fit alike: " +
                shared + set_up);
}

}  // namespace check_words_test
}  // namespace treering::report::findings
