// What NCCL 2.28.3 did on a real GPU, call by call, beside what we say that it does
// (tests/data/measured/README.md).
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "core/text/reading.h"
#include "sim/nccl/call/choice.h"
#include "tuner/measure/journal.h"

namespace treering::app::measuring {
namespace real_choices_test {

using tuner::measure::Configuration;

const std::string kFolder = "tests/data/measured/";

std::vector<tuner::measure::Record> records_of(const std::string& name) {
  const std::string path = kFolder + name;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return tuner::measure::parse_measured(text, path).value();
}

/// Plans of four nodes, by what is forced.
class Plans {
 public:
  const sim::nccl::Plan& plan(const Configuration& call) {
    const auto key = std::pair(call.way.algorithm, call.way.protocol);
    const auto known = plans_.find(key);
    if (known != plans_.end()) return known->second;
    setup::JobRequest request;
    request.topology = kFolder + "h200-shared.xml";
    request.nodes = 4;
    request.nccl = "2.28.3";
    if (!call.way.algorithm.empty())
      request.variables.env.push_back("NCCL_ALGO=" + call.way.algorithm);
    if (!call.way.protocol.empty())
      request.variables.env.push_back("NCCL_PROTO=" + call.way.protocol);
    auto job = setup::set_up(request).value();
    setup::carry_over(job);
    return plans_.emplace(key, setup::make_plan(job).value()).first->second;
  }

 private:
  std::map<std::pair<std::string, std::string>, sim::nccl::Plan> plans_;
};

/// "tree/ll/1"
std::string expected(Plans& plans, const Configuration& call) {
  const auto choice = sim::nccl::call::choose(plans.plan(call), call.call);
  if (!choice) return "none";
  return core::lower_case(fmt::format("{}/{}/{}", name_of(choice->offer.algorithm),
                                      name_of(choice->offer.protocol), choice->channels));
}

class RealChoices : public ::testing::TestWithParam<const char*> {};

TEST_P(RealChoices, AreThoseThatWeSay) {
  Plans plans;
  int seen = 0;
  for (const auto& record : records_of(GetParam())) {
    const Configuration& call = record.trial.configuration;
    if (!record.used.is_known()) continue;  // of sends and receives NCCL's log says nothing
    const sim::Way& way = record.used.ways.front();
    const auto used = fmt::format("{}/{}/{}", way.algorithm, way.protocol, way.channels);
    EXPECT_EQ(used, expected(plans, call))
        << name_of(call.call.collective) << " " << call.call.bytes << " " << way_text(call);
    ++seen;
  }
  EXPECT_GT(seen, 30);
}

INSTANTIATE_TEST_SUITE_P(Recorded, RealChoices,
                         ::testing::Values("h200-shared-nccl-4.jsonl",
                                           "h200-shared-own-nccl-4.jsonl"));

}  // namespace real_choices_test
}  // namespace treering::app::measuring
