#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/example_plugin.h"
#include "tests/support/fake_alternatives.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/plugin_csv.h"

namespace treering::tuner::exporters {
namespace exporters_test {

using core::Collective;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using treering::testing::agreed;
using treering::testing::answer_as_plugin;
using treering::testing::fake_alternatives;
using treering::testing::FakePair;
using treering::testing::load_as_plugin;
using treering::testing::PluginCall;

const std::vector<Collective> kTuned{Collective::AllReduce, Collective::AllGather,
                                     Collective::ReduceScatter, Collective::Broadcast,
                                     Collective::Reduce};

advice::Recommendation recommendation_for(const sim::AlternativesOf& alternatives,
                                          const advice::Question& question) {
  advice::Recommendation result;
  result.topology = "dgx-test";
  result.fingerprint = "0123456789abcdef";
  result.nodes = 4;
  result.ranks = 32;
  result.nccl_version = "2.28.9";
  result.evidence = "model test";
  result.type = "half";
  result.op = "max";
  result.sizes = question.sizes;
  result.collectives = advice::advise(alternatives, question);
  return result;
}

const Exporter& exporter_named(std::string_view name) {
  const auto all = all_exporters();
  return *std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
}

Export write(std::string_view name, const advice::Recommendation& recommendation) {
  return exporter_named(name).write(recommendation);
}

/// NCCL overrates Tree: by the model Ring takes half the time of 16 B and 32 B.
advice::Recommendation ring_is_better() {
  const auto wrong =
      fake_alternatives({{"Tree", "LL", 10, 1e6, 40, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6}});
  return recommendation_for(wrong, {kTuned, {Collective::AllReduce}, {16, 32}, {}});
}

TEST(Exporters, AreListedInOrder) {
  std::vector<std::string_view> names;
  for (const Exporter& exporter : all_exporters()) names.push_back(exporter.name);
  EXPECT_THAT(names, ElementsAre("env", "nccl.conf", "tuner-csv"));
}

TEST(Exporters, EnvNamesTheCollectiveAndKeepsAFallback) {
  const Export result = write("env", ring_is_better());
  EXPECT_EQ(result.why_not, "");
  EXPECT_THAT(result.text, HasSubstr("\nexport NCCL_ALGO='allreduce:ring'\n"));
  EXPECT_THAT(result.text,
              HasSubstr("all_reduce takes 0.500 times as long on average, at worst 0.500"));
  EXPECT_THAT(result.text, HasSubstr("32 B           Tree/LL       Ring/Simple          0.500"));
}

TEST(Exporters, NcclConfHasNoQuotesNorBlanks) {
  const Export result = write("nccl.conf", ring_is_better());
  EXPECT_THAT(result.text, HasSubstr("\nNCCL_ALGO=allreduce:ring\n"));
}

TEST(Exporters, CsvSaysWhereNcclLoadsNoSuchPlugin) {
  advice::Recommendation one = ring_is_better();
  EXPECT_EQ(write("tuner-csv", one).text.find("does not load"), std::string::npos);
  one.nccl_version = "2.27.5";
  EXPECT_THAT(
      write("tuner-csv", one).text,
      HasSubstr("\n# NCCL 2.27.5 does not load that plugin: its interface came with 2.28.3."));
  one.nccl_version = "2.18.3";
  EXPECT_THAT(write("tuner-csv", one).text, HasSubstr("which NCCL loads since 2.19"));
  EXPECT_EQ(write("tuner-csv", one).caveat,
            "NCCL 2.18.3 loads no tuner plugin: that came with 2.19");
}

TEST(Exporters, SettingsRefuseWhenNcclIsRight) {
  const auto honest =
      fake_alternatives({agreed("Tree", "LL", 10, 1), agreed("Ring", "Simple", 30, 2)});
  const auto advice = recommendation_for(honest, {kTuned, {Collective::AllReduce}, {8, 1024}, {}});
  for (const std::string_view name : {"env", "nccl.conf"}) {
    const Export result = write(name, advice);
    EXPECT_EQ(result.text, "");
    EXPECT_THAT(result.why_not, HasSubstr("beats NCCL's own choices from 8 B to 1 KiB"));
    // Ring alone takes 30 us for 8 B where Tree takes 10; Tree is the choice at both sizes, so
    // that only lists without it change anything.
    EXPECT_THAT(result.why_not, HasSubstr("settings that change no choice are not listed"));
    EXPECT_THAT(result.why_not,
                HasSubstr("all_reduce: of the settings that change a choice, this loses "
                          "least:\n    NCCL_ALGO=allreduce:ring\n    takes "));
    EXPECT_THAT(result.why_not, HasSubstr("at worst 2.998 times (at 8 B)"));
    EXPECT_THAT(result.why_not, HasSubstr("tuner-csv"));
  }
}

TEST(Exporters, SettingsRefuseAForcedLossAndReportIt) {
  // Forced Ring takes 30 us for 8 B where Tree takes 10.
  const auto honest =
      fake_alternatives({agreed("Tree", "LL", 10, 1e6), agreed("Ring", "Simple", 30, 1e6)});
  auto advice = recommendation_for(honest, {kTuned, {Collective::AllReduce}, {8}, {{"Ring"}, {}}});
  advice.candidates = "--algo Ring";
  EXPECT_THAT(
      write("env", advice).why_not,
      HasSubstr(
          "own choices at 8 B\n  by model test\n  all_reduce: of the settings that keep NCCL to "
          "--algo Ring, this "
          "loses least:\n    NCCL_ALGO=allreduce:ring\n    takes 3.000 times as long (at 8 B)"));
}

TEST(Exporters, SettingsReportWhenNcclKeepsToTheCandidatesByItself) {
  // Tree with LL is NCCL's own choice; of Tree alone, only without LL is another left.
  const auto honest =
      fake_alternatives({agreed("Tree", "LL", 10, 1e6), agreed("Tree", "Simple", 20, 1e6),
                         agreed("Ring", "Simple", 30, 1e6)});
  auto advice = recommendation_for(honest, {kTuned, {Collective::AllReduce}, {8}, {{"Tree"}, {}}});
  advice.candidates = "--algo Tree";
  EXPECT_THAT(
      write("env", advice).why_not,
      HasSubstr("all_reduce: NCCL's own choices keep to --algo Tree; of the settings that "
                "change one within that, this loses least:\n    NCCL_PROTO=allreduce:simple\n"
                "    takes 2.000 times as long (at 8 B)"));
}

/// The answer that the plugin gives after loading the text, as "ring/simple x16".
std::string answer(const std::vector<PluginRow>& rows, const PluginCall& call) {
  const auto found = answer_as_plugin(rows, call, [](const PluginRow& /*row*/) { return false; });
  if (found.row == nullptr) return "none";
  return fmt::format("{}/{} x{}", found.row->way.algorithm, found.row->way.protocol,
                     found.channels);
}

TEST(Exporters, CsvServesEveryCollectiveSizeAndCommunicator) {
  const auto rows = load_as_plugin(write("tuner-csv", ring_is_better()).text);
  for (const Collective collective : kTuned) {
    const std::string name = plugin_name(collective);
    for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1} << 20, advice::kAnySize}) {
      EXPECT_NE(answer(rows, {name, bytes, 4, 32}), "none");
      // Another communicator falls to the last rows, made for this one for want of others.
      EXPECT_EQ(answer(rows, {name, bytes, 1, 8}), "tree/ll x0");
    }
  }
  EXPECT_EQ(answer(rows, {"allreduce", 16, 4, 32}), "ring/simple x1");  // advised
  EXPECT_EQ(answer(rows, {"allreduce", 64, 4, 32}), "tree/ll x1");      // NCCL's own
  EXPECT_EQ(answer(rows, {"broadcast", 16, 4, 32}), "tree/ll x1");
}

/// Communicators of 8 and of 4 ranks that choose differently, beside one of 32.
advice::Recommendation with_others() {
  advice::Question question{kTuned, {Collective::AllReduce}, {16, 32}, {}};
  question.others = {
      fake_alternatives({agreed("Ring", "LL", 10, 1e6), agreed("NVLS", "Simple", 30, 1e6)}),
      fake_alternatives({agreed("Ring", "LL", 20, 1e6), agreed("NVLS", "Simple", 10, 1e6)})};
  auto result = recommendation_for(fake_alternatives({agreed("Tree", "LL", 10, 1e6)}), question);
  result.others = {{"1 node x 8 GPUs", 1, 8}, {"4 nodes x 1 GPU", 4, 4}};
  result.is_pin = true;  // NCCL's own choices, which no table would hold else
  return result;
}

TEST(Exporters, CsvGivesOtherCommunicatorsNcclsOwnChoice) {
  const auto rows = load_as_plugin(write("tuner-csv", with_others()).text);
  EXPECT_EQ(answer(rows, {"allreduce", 16, 4, 32}), "tree/ll x1");
  EXPECT_EQ(answer(rows, {"allreduce", 16, 1, 8}), "ring/ll x0");
  EXPECT_EQ(answer(rows, {"reduce", 16, 4, 4}), "nvls/simple x0");
  // Of the two, Ring loses at most 20 / 10 and NVLS 30 / 10.
  EXPECT_EQ(answer(rows, {"allreduce", 16, 2, 16}), "ring/ll x0");
}

TEST(Exporters, CsvFallsBackToRingWhereItsPairIsRuledOut) {
  const auto rows = load_as_plugin(write("tuner-csv", with_others()).text);
  const auto no_low_latency = [](const PluginRow& row) { return row.way.protocol == "ll"; };
  for (const std::uint64_t bytes : {std::uint64_t{0}, advice::kAnySize}) {
    const auto found = answer_as_plugin(rows, {"allreduce", bytes, 4, 32}, no_low_latency);
    ASSERT_NE(found.row, nullptr);
    EXPECT_EQ(found.row->way.algorithm, "ring");
    EXPECT_EQ(found.row->way.protocol, "simple");
  }
}

TEST(Exporters, CsvSaysWhatItIsForAndWhatTheLastRowsCost) {
  const std::string text = write("tuner-csv", with_others()).text;
  EXPECT_THAT(text, HasSubstr("\n# from model test for half and max: predicted, not measured"));
  EXPECT_THAT(text, HasSubstr("\n#   4,32: the choices\n#   1,8 4,4: NCCL's own choices on "));
  EXPECT_THAT(text, HasSubstr("\n#     1 node x 8 GPUs        1.00 "));
  // 20 / 10, rounded up: both transfers take as long.
  EXPECT_THAT(text, HasSubstr("\n#     4 nodes x 1 GPU        2.00 "));
}

TEST(Exporters, CsvSaysWhatTheChoicesGain) {
  // Ring takes 20 us where NCCL's choice takes 40.
  EXPECT_THAT(write("tuner-csv", ring_is_better()).text,
              HasSubstr("\n# all_reduce: as advised, 0.500 times as long as NCCL's own choice"));
  EXPECT_THAT(write("tuner-csv", with_others()).text,
              HasSubstr("\n# all_reduce: as advised, NCCL's own choices\n"));
}

TEST(Exporters, CsvRefusesWhereNothingIsGained) {
  // By the model Ring takes 100 us and NCCL's choice 105.
  const auto close =
      fake_alternatives({{"Tree", "LL", 10, 1e6, 105, 1e6}, {"Ring", "Simple", 20, 1e6, 100, 1e6}});
  auto advice = recommendation_for(close, {kTuned, {Collective::AllReduce}, {8}, {}});
  const Export refused = write("tuner-csv", advice);
  EXPECT_EQ(refused.text, "");
  EXPECT_THAT(refused.why_not,
              ::testing::StartsWith(
                  "nothing written: no choice by size beats NCCL's own choices by 10 %, at 8 B\n"
                  "  by model test\n"
                  "  all_reduce: nothing is 10 % faster than NCCL's own choices\n"));
  EXPECT_THAT(refused.why_not, HasSubstr("⟨model⟩ nccl writes NCCL's own choices all the same"));
  EXPECT_EQ(refused.why_not.find("broadcast"), std::string::npos);  // was not asked for
  EXPECT_THAT(write("env", advice).why_not,
              HasSubstr("tuner-csv chooses by size, and would gain nothing either"));
  advice.is_pin = true;
  EXPECT_EQ(write("tuner-csv", advice).why_not, "");
}

TEST(Exporters, CsvRefusesCandidatesThatCarryNothing) {
  const auto honest = fake_alternatives({agreed("Tree", "LL", 10, 1e6)});
  auto advice = recommendation_for(honest, {kTuned, {Collective::AllReduce}, {8}, {{"PAT"}, {}}});
  advice.candidates = "--algo PAT";
  EXPECT_THAT(write("tuner-csv", advice).why_not,
              HasSubstr("\n  all_reduce: --algo PAT is not followed\n"));
  advice.notes = {"all_reduce: --algo PAT is not followed, because it carries nothing"};
  EXPECT_THAT(write("tuner-csv", advice).why_not,
              HasSubstr("--algo PAT is not followed, because it carries nothing\n"));
}

TEST(Exporters, SettingsSayWhereAChoiceBySizeGains) {
  // Ring takes half of the time of NCCL's Tree; as if no setting could hold it.
  const auto mixed =
      fake_alternatives({{"Tree", "LL", 10, 1e6, 40, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6}});
  auto advice = recommendation_for(mixed, {kTuned, {Collective::AllReduce}, {8}, {}});
  advice.collectives.front().setting.reset();
  EXPECT_THAT(write("env", advice).why_not,
              HasSubstr("tuner-csv chooses by size, and gains at some"));
}

TEST(Exporters, SettingsThatGainTooLittleAreRefused) {
  // By the model Ring takes 100 us and NCCL's choice 105.
  const auto close =
      fake_alternatives({{"Tree", "LL", 10, 1e6, 105, 1e6}, {"Ring", "Simple", 20, 1e6, 100, 1e6}});
  EXPECT_THAT(
      write("env", recommendation_for(close, {kTuned, {Collective::AllReduce}, {8}, {}})).why_not,
      HasSubstr("beats NCCL's own choices by 10 % where it changes them, at 8 B\n"));
}

TEST(Exporters, EnvSaysWhatItIsFor) {
  EXPECT_THAT(write("env", ring_is_better()).text, HasSubstr("# from model test for half and max"));
}

TEST(Exporters, CsvLinesFitThePluginsBuffer) {
  // Longer lines are read as two, of which the second is no comment.
  std::string text = write("tuner-csv", ring_is_better()).text;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    EXPECT_LT(end, 255U);
    text.erase(0, end + 1);
  }
}

/// Pairs with latencies and bandwidths that make choices change over the sizes.
rc::Gen<std::vector<FakePair>> any_pairs() {
  static const std::vector<std::string> kAlgorithms{"Tree", "Ring", "NVLS", "PAT"};
  return rc::gen::exec([] {
    std::vector<FakePair> pairs;
    for (const std::string& algorithm : kAlgorithms) {
      const auto number = [](int most) { return static_cast<double>(*rc::gen::inRange(1, most)); };
      pairs.push_back({algorithm, "Simple", number(100), number(100), number(100), number(100)});
    }
    return pairs;
  });
}

// Between powers of two a choice may change and change back, where it gains just enough.
RC_GTEST_PROP(ExportersProperty, CsvPicksWhatWasAdvisedAtEveryPowerOfTwo, ()) {
  const auto alternatives = fake_alternatives(*any_pairs());
  const std::uint64_t first = *rc::gen::inRange<std::uint64_t>(1, 1 << 16);
  const std::uint64_t last = first + *rc::gen::inRange<std::uint64_t>(0, 1 << 24);
  auto advice =
      recommendation_for(alternatives, {kTuned, {Collective::AllReduce}, {first, last}, {}});
  advice.is_pin = true;  // also where nothing is gained
  const auto rows = load_as_plugin(write("tuner-csv", advice).text);
  const std::uint64_t bytes = std::uint64_t{1} << *rc::gen::inRange(0U, 26U);
  const auto all = alternatives(Collective::AllReduce, bytes);
  const bool is_asked = bytes >= first && bytes <= last;
  const auto* expected = is_asked ? advice::advised(all, {}) : sim::nccl_choice(all);
  RC_ASSERT(answer(rows, {"allreduce", bytes, 4, 32}) ==
            fmt::format("{}/{} x{}", plugin_name_of_algorithm(expected->way.algorithm),
                        plugin_name_of_protocol(expected->way.protocol), expected->max_channels));
}

/// From 0 on, without gaps and overlaps.
bool is_in_line(const std::vector<PluginRow>& rows) {
  const auto gap = std::adjacent_find(
      rows.begin(), rows.end(), [](const auto& a, const auto& b) { return b.first != a.last + 1; });
  return rows.empty() || (rows.front().first == 0 && gap == rows.end());
}

RC_GTEST_PROP(ExportersProperty, CsvRowsNeverOverlapAndEndWithAFallback, ()) {
  const auto alternatives = fake_alternatives(*any_pairs());
  const std::uint64_t first = *rc::gen::inRange<std::uint64_t>(1, 1 << 20);
  advice::Question question{kTuned, kTuned, {first, first * 8}, {}};
  question.others = {fake_alternatives(*any_pairs())};
  auto advice = recommendation_for(alternatives, question);
  advice.is_pin = true;  // also where nothing is gained
  advice.others = {{"1 node x 8 GPUs", 1, 8}};
  std::map<std::string, std::map<int, std::vector<PluginRow>>> by_collective_and_ranks;
  for (const PluginRow& row : load_as_plugin(write("tuner-csv", advice).text)) {
    RC_ASSERT((row.way.channels == advice::kNcclsOwnCount) == (row.ranks != 32));
    RC_ASSERT(row.way.channels >= 0);
    by_collective_and_ranks[row.collective][row.ranks].push_back(row);
  }
  RC_ASSERT(by_collective_and_ranks.size() == kTuned.size());
  for (auto& [name, by_ranks] : by_collective_and_ranks) {
    RC_ASSERT(by_ranks.size() == 3U);
    for (const int ranks : {32, 8}) {
      RC_ASSERT(is_in_line(by_ranks[ranks]));
      RC_ASSERT(by_ranks[ranks].back().last == advice::kAnySize);
    }
    std::vector<PluginRow>& rest = by_ranks[kAny];
    RC_ASSERT(rest.back().first == 0U);
    RC_ASSERT(rest.back().last == advice::kAnySize);
    RC_ASSERT(rest.back().nodes == kAny);
    rest.pop_back();
    RC_ASSERT(is_in_line(rest));
  }
}

}  // namespace exporters_test
}  // namespace treering::tuner::exporters
