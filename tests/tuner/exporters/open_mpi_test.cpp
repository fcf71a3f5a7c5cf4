#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/libraries/library.h"
#include "tuner/exporters/host_exporter.h"

namespace treering::tuner::exporters {
namespace open_mpi_test {

using core::Collective;
using ::testing::HasSubstr;
using ::testing::Not;

advice::HostRecommendation recommendation(const advice::HostChoices& choices) {
  return {sim::libraries::Library::OpenMpi,
          4,
          "4 ranks of mpi behind links of 0.1 Gbit/s",
          "measured: 9 calls",
          {},
          {choices}};
}

const advice::HostChoices kBySize{
    Collective::AllReduce,
    {{1024, 16383, "recursive_doubling", 1.5, 0.99}, {16384, 1048576, "ring", 1.3, 0.96}},
    ""};

Export written(std::string_view name, const advice::HostRecommendation& recommendation) {
  for (const HostExporter& exporter : all_host_exporters()) {
    if (exporter.name == name) return exporter.write(recommendation);
  }
  return {"", "no such exporter"};
}

std::string without_comments(const std::string& text) {
  std::string numbers;
  bool is_comment = false;
  for (const char c : text) {
    if (c == '#') is_comment = true;
    if (c == '\n') is_comment = false;
    if (!is_comment) numbers += c == '\n' ? ' ' : c;
  }
  std::string packed;
  for (const char c : numbers) {
    if (c != ' ' || (!packed.empty() && packed.back() != ' ')) packed += c;
  }
  return packed;
}

// One collective, number 2, with rules for three numbers of ranks: below 4 and above 4 the
// library's own choice, for 4 ranks four rules.
TEST(OpenMpiRules, AreNumbers) {
  const Export rules = written("openmpi-rules", recommendation(kBySize));
  EXPECT_EQ(rules.why_not, "");
  EXPECT_EQ(without_comments(rules.text),
            "1 2 3 1 1 0 0 0 0 4 4 0 0 0 0 1024 3 4 0 16384 4 4 0 1048577 0 0 0 5 1 0 0 0 0 ");
  EXPECT_THAT(rules.text, HasSubstr("To take it back: unset both."));
  EXPECT_THAT(rules.text, HasSubstr("# 16 KiB to 1 MiB: ring, 1.30 times as fast"));
}

// Ranks could take the size of scatter from different arguments, and choose differently.
TEST(OpenMpiRules, LeaveOutWhatCouldHang) {
  advice::HostChoices scatter = kBySize;
  scatter.collective = Collective::Scatter;
  scatter.choices = {{1024, 4096, "binomial", 2, 0.99}};
  const Export alone = written("openmpi-rules", recommendation(scatter));
  EXPECT_EQ(alone.text, "");
  auto both = recommendation(kBySize);
  both.collectives.push_back(scatter);
  EXPECT_THAT(written("openmpi-rules", both).text, HasSubstr("# scatter is left out"));
}

TEST(OpenMpiEnv, IsForAllSizes) {
  advice::HostChoices one = kBySize;
  one.choices = {{1024, 1048576, "ring", 1.4, 0.98}};
  const Export lines = written("openmpi-env", recommendation(one));
  EXPECT_THAT(lines.text, HasSubstr("export OMPI_MCA_coll_tuned_use_dynamic_rules=1\n"));
  EXPECT_THAT(lines.text, HasSubstr("\nexport OMPI_MCA_coll_tuned_allreduce_algorithm=4\n"));
  const Export two = written("openmpi-env", recommendation(kBySize));
  EXPECT_EQ(two.text, "");
  EXPECT_THAT(two.why_not, HasSubstr("openmpi-rules chooses by size"));
}

TEST(OpenMpiExporters, WriteNothingWhereNothingIsBetter) {
  advice::HostChoices own = kBySize;
  own.choices = {{1024, 1048576, "", 1, 1}};
  for (const HostExporter& exporter : all_host_exporters()) {
    const Export nothing = exporter.write(recommendation(own));
    EXPECT_EQ(nothing.text, "");
    EXPECT_THAT(nothing.why_not, HasSubstr("nothing is surely faster"));
  }
}

}  // namespace open_mpi_test
}  // namespace treering::tuner::exporters
