#include "tuner/settings_text.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/quote.h"
#include "tests/support/fake_alternatives.h"
#include "tuner/exporter.h"

namespace treering::tuner {
namespace {

using treering::testing::fake_alternatives;

// Names come from files and options; a value is refused or mended long before it gets here.
TEST(SettingsText, NoTextEndsItsComment) {
  // Ring takes half the time of the choice by the model, so that every form has something to say.
  const std::vector<core::Collective> all{core::Collective::AllReduce};
  Recommendation advice;
  advice.nodes = 4;
  advice.ranks = 32;
  advice.sizes = {16, 32};
  advice.collectives = advise(
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
    one.catch_all.worst.push_back(1);
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

TEST(SettingsText, AShellReadsAValueAsOneWord) {
  EXPECT_EQ(shell_quoted("a;b"), "'a;b'");
  EXPECT_EQ(shell_quoted("it's $(x)"), "'it'\\''s $(x)'");
}

}  // namespace
}  // namespace treering::tuner
