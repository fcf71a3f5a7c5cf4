#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/quote.h"
#include "sim/nccl/versions/version.h"
#include "tests/support/fake_alternatives.h"
#include "tuner/exporters/exporter.h"

namespace treering::tuner::exporters {
namespace settings_text_test {

using core::Collective;
using ::testing::HasSubstr;
using treering::testing::agreed;
using treering::testing::fake_alternatives;

// Names come from files and options; a value is refused or mended long before it gets here.
TEST(SettingsText, NoTextEndsItsComment) {
  // Ring takes half the time of the choice by the model, so that every form has something to say.
  const std::vector<core::Collective> all{core::Collective::AllReduce};
  advice::Recommendation advice;
  advice.nodes = 4;
  advice.ranks = 32;
  advice.sizes = {16, 32};
  advice.collectives = advice::advise(
      fake_alternatives({{"Tree", "LL", 10, 1e6, 40, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6}}),
      {all, all, advice.sizes, {}});
  const std::string hostile =
      "x\nexport LD_PRELOAD=/tmp/x.so\rallreduce,0,1\n\u2028NCCL_A=b\x1b]0;";
  for (std::string* text : {&advice.topology, &advice.fingerprint, &advice.nccl_version,
                            &advice.evidence, &advice.type, &advice.op, &advice.candidates}) {
    *text = hostile;
  }
  advice.others.push_back({hostile, 1, 2});
  for (auto& one : advice.collectives) {
    one.others.emplace_back();
    one.fallback.worst.push_back(1);
  }
  for (const Exporter& exporter : all_exporters()) {
    const Export result = exporter.write(advice);
    ASSERT_EQ(result.why_not, "");
    EXPECT_EQ(result.text, core::printable_lines(result.text)) << exporter.name;
    std::istringstream lines(result.text);
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.starts_with('#')) continue;
      EXPECT_THAT(line, ::testing::MatchesRegex(
                            "export NCCL_(ALGO|PROTO)='[a-z:;,]*'|NCCL_(ALGO|PROTO)=[a-z:;,]*|"
                            "[a-z]+(,[a-z0-9_-]+){9}"));
    }
  }
}

/// NCCL overrates Tree: by the model Ring takes half the time of all_reduce. Other collectives have
/// Ring alone, or do best with Tree.
advice::Recommendation for_an_old_version(bool others_have_ring_alone) {
  const auto wrong =
      fake_alternatives({{"Tree", "LL", 10, 1e6, 40, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6}});
  const auto right =
      others_have_ring_alone
          ? fake_alternatives({agreed("Ring", "Simple", 20, 1e6)})
          : fake_alternatives({agreed("Tree", "LL", 10, 1e6), agreed("Ring", "Simple", 20, 1e6)});
  advice::Question question{
      {Collective::AllReduce, Collective::Broadcast}, {Collective::AllReduce}, {16, 32}, {}};
  question.lists = sim::nccl::versions::version("2.18.3").lists;
  advice::Recommendation result;
  result.nccl_version = "2.18.3";
  result.sizes = question.sizes;
  result.collectives = advice::advise(
      [=](Collective collective, std::uint64_t bytes) {
        return (collective == Collective::AllReduce ? wrong : right)(collective, bytes);
      },
      question);
  return result;
}

// NCCL v2.18.3-1, src/graph/tuning.cc, parseList: "allreduce:ring" is no name that it knows.
TEST(SettingsText, OldVersionsGetOneListForAllCollectives) {
  const Settings settings = settings_for(for_an_old_version(true));
  ASSERT_EQ(settings.settings.size(), 1U);
  EXPECT_EQ(settings.settings[0].variable, "NCCL_ALGO");
  EXPECT_EQ(settings.settings[0].value, "ring");
  EXPECT_THAT(settings.comment.text(),
              HasSubstr("# They hold for every collective: this NCCL has no lists by collective"));
}

TEST(SettingsText, AListThatCostsAnotherCollectiveIsNotWritten) {
  const Settings settings = settings_for(for_an_old_version(false));
  EXPECT_TRUE(settings.settings.empty());
  EXPECT_THAT(settings.why_not, HasSubstr("\n    NCCL_ALGO=ring\n    takes 0.500 times as long"));
  EXPECT_THAT(settings.why_not, HasSubstr("it holds for every collective, and others lose"));
}

}  // namespace settings_text_test
}  // namespace treering::tuner::exporters
