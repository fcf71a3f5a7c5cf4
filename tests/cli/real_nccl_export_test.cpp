// What we export, given to the real NCCL: it chooses what we said it would.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/builtin.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "sim/nccl/plan.h"
#include "sim/predict.h"
#include "tests/cli/run.h"
#include "tests/support/cpu_identity.h"
#include "tests/support/oracle_program.h"
#include "tuner/exporters/exporter.h"

namespace treering::testing {
namespace real_nccl_export_test {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kMostRanks = 16;  // two cores take two seconds for so many processes

const std::vector<std::uint64_t>& sizes() {
  static const std::vector<std::uint64_t> kSizes{
      8, 1024, 16384, 65536, 262144, 1048576, 33554432, 268435456, 1073741824, 8589934592};
  return kSizes;
}

/// What NCCL is expected to take, and took: "Ring/LL on 4 channels".
std::string choice_text(std::string_view algorithm, std::string_view protocol, int channels) {
  return fmt::format("{}/{} on {} channels", algorithm, protocol, channels);
}

/// A built-in machine, as many of it as may be asked about, and the real library to ask.
class RealNcclExport : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    job_.nodes = node_.gpu_count() * 2 <= kMostRanks ? 2 : 1;
    if (node_.gpu_count() * job_.nodes > kMostRanks) GTEST_SKIP() << "too many processes";
    const fs::path build = fs::path(TREERING_BINARY).parent_path().parent_path();
    work_ = build / "oracle_exports" / std::string(GetParam());
    fs::create_directories(work_);
    auto oracle = OracleProgram::open(build / "oracle");
    if (!oracle) GTEST_SKIP() << oracle.error().message();
    oracle_ = *std::move(oracle);
    plan_ = sim::nccl::make_plan(node_, job_);
  }

  /// What the real library decides under these variables. Null where it cannot be asked.
  json answer(const std::string& label, std::vector<std::string> environment) const {
    const fs::path topology = work_ / fmt::format("{}-{}.xml", GetParam(), label);
    std::ofstream(topology) << with_cpu_identity(hw::formats::nccl_xml::write_nccl_xml(node_));
    OracleQuestion question{topology, job_.nodes, fmt::format("{}", fmt::join(sizes(), ",")),
                            "AllReduce,Broadcast,Reduce,AllGather,ReduceScatter"};
    question.environment = std::move(environment);
    auto result = oracle_->ask(question);
    return result ? *std::move(result) : json();
  }

  sim::AlternativesOf alternatives() const {
    return sim::alternatives_of(plan_, {sim::Model::Nccl, {}}, core::DataType::Float,
                                core::ReduceOp::Sum);
  }

  const core::Topology node_ = hw::load_builtin(std::string(GetParam())).value();
  sim::job::JobSpec job_;
  sim::nccl::Plan plan_;
  fs::path work_;
  std::optional<OracleProgram> oracle_;
};

/// What the real library took.
std::string taken(const json& call) {
  return choice_text(call.at("algo").get<std::string>(), call.at("proto").get<std::string>(),
                     call.at("nChannels").get<int>());
}

/// Calls `expected` by collective and size, and compares.
template <class Expected>
void expect_choices(const json& answer, const Expected& expected) {
  int compared = 0;
  for (const core::Collective collective : sim::nccl::tuning::tuned_collectives()) {
    for (const json& call : answer.at("decisions").at(std::string(nccl_name_of(collective)))) {
      const auto bytes = call.at("bytes").get<std::uint64_t>();
      if (bytes == 0) continue;
      EXPECT_EQ(taken(call), expected(collective, bytes)) << name_of(collective) << ' ' << bytes;
      ++compared;
    }
  }
  EXPECT_GE(compared, 40);
}

#ifdef TREERING_CSV_TUNER
// One pair forced in a range, NCCL's own choices elsewhere: what rows of both kinds come to.
TEST_P(RealNcclExport, FollowsTheCsv) {
  const auto file = (work_ / "tuner.csv").string();
  const cli::Outcome written = cli::run(
      fmt::format("export {} --nodes {} --model nccl --to tuner-csv --algo ring -b 64K -e 1G -o {}",
                  GetParam(), job_.nodes, file));
  ASSERT_EQ(written.exit_code, 0) << written.err;
  const json said = answer("csv", {fmt::format("NCCL_TUNER_PLUGIN={}", TREERING_CSV_TUNER),
                                   fmt::format("NCCL_TUNER_CONFIG_FILE={}", file)});
  if (said.is_null()) GTEST_SKIP() << "the real library cannot be asked";
  const auto all = alternatives();
  expect_choices(said, [&](core::Collective collective, std::uint64_t bytes) {
    const auto candidates = all(collective, bytes);
    const bool is_forced = bytes >= 65536 && bytes <= std::uint64_t{1} << 30U;
    const auto* const one =
        is_forced ? sim::fastest(candidates, {{"Ring"}, {}}) : sim::nccl_choice(candidates);
    return choice_text(one->way.algorithm, one->way.protocol, one->way.channels);
  });
}
#endif

/// A model that disagrees with NCCL, so that a setting is worth writing: all but Simple and Ring
/// take three times as long as NCCL believes.
sim::AlternativesOf disagreeing(const sim::AlternativesOf& all) {
  return [all](core::Collective collective, std::uint64_t bytes) {
    auto result = all(collective, bytes);
    for (sim::Alternative& one : result) {
      const bool is_slow = one.way.algorithm != "Ring" || one.way.protocol != "Simple";
      one.estimate = sim::Estimate{one.nccl_cost * (is_slow ? 3.0 : 1.0)};
    }
    return result;
  };
}

tuner::advice::Recommendation recommend(const sim::AlternativesOf& all) {
  tuner::advice::Recommendation recommendation;
  recommendation.sizes = sizes();
  const auto tuned = sim::nccl::tuning::tuned_collectives();
  const std::vector<core::Collective> collectives(tuned.begin(), tuned.end());
  recommendation.collectives =
      tuner::advice::advise(all, {collectives, collectives, sizes(), {}, {}});
  return recommendation;
}

/// "NCCL_ALGO=..." for each line "export NCCL_ALGO='...'".
std::vector<std::string> assignments_in(const std::string& shell) {
  static const std::regex kExport("export (\\w+)='([^']*)'");
  std::vector<std::string> result;
  for (std::sregex_iterator at(shell.begin(), shell.end(), kExport), end; at != end; ++at) {
    result.push_back(fmt::format("{}={}", (*at)[1].str(), (*at)[2].str()));
  }
  return result;
}

const tuner::exporters::Exporter& exporter(std::string_view name) {
  const auto all = tuner::exporters::all_exporters();
  return *std::ranges::find(all, name, &tuner::exporters::Exporter::name);
}

/// What the recommendation says that NCCL takes with the setting.
std::string promised(const tuner::advice::Recommendation& recommendation,
                     core::Collective collective, std::uint64_t bytes,
                     const sim::AlternativesOf& all) {
  for (const tuner::advice::CollectiveAdvice& advice : recommendation.collectives) {
    if (advice.collective != collective) continue;
    const bool is_set = advice.setting && advice.setting->is_worth_it();
    auto candidates = all(collective, bytes);
    if (is_set) {
      std::erase_if(candidates,
                    [&](const auto& one) { return !advice.setting->filter.allows(one); });
    }
    const auto* const one = sim::nccl_choice(candidates);
    return choice_text(one->way.algorithm, one->way.protocol, one->way.channels);
  }
  return "";
}

TEST_P(RealNcclExport, FollowsTheSettings) {
  const auto all = disagreeing(alternatives());
  const tuner::advice::Recommendation recommendation = recommend(all);
  const tuner::exporters::Export env = exporter("env").write(recommendation);
  ASSERT_EQ(env.why_not, "");
  const auto conf_file = (work_ / "nccl.conf").string();
  std::ofstream(conf_file) << exporter("nccl.conf").write(recommendation).text;
  const std::vector<std::vector<std::string>> ways{assignments_in(env.text),
                                                   {"NCCL_CONF_FILE=" + conf_file}};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const json said = answer(fmt::format("settings{}", i), ways[i]);
    if (said.is_null()) GTEST_SKIP() << "the real library cannot be asked";
    expect_choices(said, [&](core::Collective collective, std::uint64_t bytes) {
      return promised(recommendation, collective, bytes, all);
    });
  }
}

/// One of each kind; every built-in machine, which takes minutes, with TREERING_EVERY_MACHINE=1.
std::vector<std::string_view> machines() {
  if (std::getenv("TREERING_EVERY_MACHINE") != nullptr) return hw::builtin_names();
  return {"pcie-4", "summit", "dgx-h100", "alps"};
}

INSTANTIATE_TEST_SUITE_P(Machines, RealNcclExport, ::testing::ValuesIn(machines()),
                         [](const auto& machine) {
                           std::string name(machine.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace real_nccl_export_test
}  // namespace treering::testing
