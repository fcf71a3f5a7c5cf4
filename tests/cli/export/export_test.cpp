// What the exported CSV makes NVIDIA's example plugin do is what NCCL would have done by itself.
#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hw/builtin.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"
#include "tests/cli/run.h"
#include "tests/support/example_plugin.h"
#include "tests/support/sanitized.h"
#include "tuner/advice/other_communicators.h"
#include "tuner/advice/recommend.h"
#include "tuner/exporters/plugin_csv.h"

namespace treering::cli {
namespace export_test {

using core::Collective;
using sim::nccl::call::Candidate;
using tuner::exporters::PluginRow;

struct Machine {
  std::string name;
  int nodes;
};

void PrintTo(const Machine& machine, std::ostream* out) {
  *out << machine.name << " x " << machine.nodes;
}

struct Exported {
  core::Topology node;
  sim::nccl::Plan plan;
  std::string text;
  std::vector<PluginRow> rows;
};

Exported exported(const Machine& machine, const std::string& options) {
  sim::job::JobSpec job;
  job.nodes = machine.nodes;
  const auto node = hw::load_builtin(machine.name).value();
  const Outcome outcome =
      run("export " + machine.name + " --nodes " + std::to_string(machine.nodes) +
          " --model nccl --to tuner-csv " + options);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return {node, sim::nccl::make_plan(node, job), outcome.out, testing::load_as_plugin(outcome.out)};
}

/// The CSV for one job: a process for each.
class ExportOf : public ::testing::TestWithParam<Machine> {
 protected:
  const Exported one_ = exported(GetParam(), "");
};

/// One of each kind, alone and with others.
std::vector<Machine> machines() {
  std::vector<Machine> all{{"pcie-4", 1}, {"pcie-4", 4}, {"summit", 4}};
  if (test::kIsSanitized) return all;  // the others take ten times as long
  for (const char* name : {"dgx-1v", "dgx-a100", "dgx-h100", "dgx-b200"}) all.push_back({name, 4});
  for (const char* name : {"dgx-h100", "gb200-nvl72"}) all.push_back({name, 1});
  return all;
}

std::string test_name(const ::testing::TestParamInfo<Machine>& info) {
  std::string name = fmt::format("{}_n{}", info.param.name, info.param.nodes);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Machines, ExportOf, ::testing::ValuesIn(machines()), test_name);

/// A call as the plugin is asked for it, and what is the matter with each pair.
struct Asked {
  const sim::nccl::Plan& plan;
  Collective collective;
  std::uint64_t bytes;
};

/// The pair of `row` among the candidates; null when NCCL has ruled it out.
const Candidate* candidate_of(const std::vector<Candidate>& candidates, const PluginRow& row) {
  for (const Candidate& one : candidates) {
    const bool is_it =
        row.way.algorithm ==
            tuner::exporters::plugin_name_of_algorithm(name_of(one.offer.algorithm)) &&
        row.way.protocol == tuner::exporters::plugin_name_of_protocol(name_of(one.offer.protocol));
    if (is_it && one.available) return &one;
  }
  return nullptr;
}

/// The row that the plugin takes.
PluginRow picked(const std::vector<PluginRow>& rows, const Asked& asked) {
  const auto candidates = sim::nccl::call::candidates(asked.plan, {asked.collective, asked.bytes});
  const auto answer = testing::answer_as_plugin(
      rows,
      {tuner::exporters::plugin_name(asked.collective), asked.bytes, asked.plan.shape.nodes,
       asked.plan.shape.ranks()},
      [&](const PluginRow& row) { return candidate_of(candidates, row) == nullptr; });
  RC_ASSERT(answer.row != nullptr);
  return *answer.row;
}

PluginRow picked(const Exported& one, Collective collective, std::uint64_t bytes) {
  return picked(one.rows, {one.plan, collective, bytes});
}

bool is_choice(const PluginRow& row, const sim::nccl::call::Decision& choice) {
  return row.way.algorithm ==
             tuner::exporters::plugin_name_of_algorithm(name_of(choice.offer.algorithm)) &&
         row.way.protocol ==
             tuner::exporters::plugin_name_of_protocol(name_of(choice.offer.protocol));
}

/// Whole elements for every rank, spread over all magnitudes up to 32 GiB.
std::uint64_t any_size(int ranks) {
  const auto unit = static_cast<std::uint64_t>(ranks) * sizeof(float);
  const unsigned shift = *rc::gen::inRange(0U, 35U);
  const std::uint64_t least = std::uint64_t{1} << shift;
  return (*rc::gen::inRange(least, 2 * least) / unit + 1) * unit;
}

TEST_P(ExportOf, CsvKeepsNcclsChoiceAndChannelsAtEverySize) {
  EXPECT_TRUE(rc::check([this] {
    const auto collective = *rc::gen::elementOf(sim::nccl::tuning::tuned_collectives());
    const std::uint64_t bytes = any_size(one_.plan.shape.ranks());
    const auto choice = sim::nccl::call::choose(one_.plan, {collective, bytes}).value();
    const PluginRow row = picked(one_, collective, bytes);
    RC_ASSERT(is_choice(row, choice));
    RC_ASSERT(row.way.channels == choice.max_channels);
  }));
}

TEST_P(ExportOf, CsvKeepsNcclsChoiceAtEveryPowerOfTwo) {
  for (const auto collective : sim::nccl::tuning::tuned_collectives()) {
    for (std::uint64_t bytes = 8; bytes <= std::uint64_t{8} << 30U; bytes *= 2) {
      const auto choice = sim::nccl::call::choose(one_.plan, {collective, bytes}).value();
      const PluginRow row = picked(one_, collective, bytes);
      EXPECT_TRUE(is_choice(row, choice)) << bytes;
      EXPECT_EQ(row.way.channels, choice.max_channels) << bytes;
    }
  }
}

TEST_P(ExportOf, CsvKeepsNcclsChoiceOnOtherCommunicators) {
  const auto others = tuner::advice::other_communicators(one_.node, one_.plan);
  EXPECT_TRUE(rc::check([&] {
    const auto& other = *rc::gen::elementOf(others);
    const auto collective = *rc::gen::elementOf(sim::nccl::tuning::tuned_collectives());
    const std::uint64_t bytes = any_size(other.plan.shape.ranks());
    const PluginRow row = picked(one_.rows, {other.plan, collective, bytes});
    RC_ASSERT(is_choice(row, sim::nccl::call::choose(other.plan, {collective, bytes}).value()));
    RC_ASSERT(row.way.channels == tuner::advice::kNcclsOwnCount);
  }));
}

/// The table of the heading: by communicator, then collective.
std::map<std::string, std::map<std::string, double>> stated_losses(const std::string& text) {
  std::map<std::string, std::map<std::string, double>> losses;
  std::vector<std::string> collectives;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    if (line.starts_with("#      ")) {
      for (std::string word; words >> word;) collectives.push_back(word);
    }
    const std::size_t name_end = line.find("  ", 6);
    if (!line.starts_with("#     ") || line.find(" node") >= name_end) continue;
    words.str(line.substr(name_end));
    auto& row = losses[line.substr(6, name_end - 6)];
    for (std::size_t i = 1; i < collectives.size(); ++i) words >> row[collectives[i]];
  }
  return losses;
}

/// How much longer the row takes than NCCL's own choice, by NCCL's costs.
double loss_of(const PluginRow& row, const Asked& asked) {
  const core::Call call{asked.collective, asked.bytes};
  const auto candidates = sim::nccl::call::candidates(asked.plan, call);
  const auto usual = static_cast<double>(sim::nccl::call::choose(asked.plan, call).value().time_us);
  return static_cast<double>(candidate_of(candidates, row)->time_us) / usual;
}

/// The greatest loss with `rows` over sizes of all magnitudes.
double worst_loss(const std::vector<PluginRow>& rows, const sim::nccl::Plan& plan,
                  Collective collective) {
  double worst = 1;
  for (std::uint64_t bytes = 8; bytes <= std::uint64_t{8} << 30U; bytes += bytes / 8) {
    const Asked asked{plan, collective, bytes};
    worst = std::max(worst, loss_of(picked(rows, asked), asked));
  }
  return worst;
}

TEST_P(ExportOf, CsvFallbackLosesNoMoreThanItSays) {
  auto stated = stated_losses(one_.text);
  auto rest = one_.rows;
  std::erase_if(rest, [](const PluginRow& row) { return row.ranks != tuner::exporters::kAny; });
  for (const auto& other : tuner::advice::other_communicators(one_.node, one_.plan)) {
    for (const auto collective : sim::nccl::tuning::tuned_collectives()) {
      const double most = stated[other.name][std::string(core::name_of(collective))];
      EXPECT_GE(most, 1) << one_.text;
      EXPECT_LE(worst_loss(rest, other.plan, collective), most)
          << other.name << ", " << core::name_of(collective);
    }
  }
}

TEST(Export, CsvServesCallsOfAnotherOperation) {
  // NVLS cannot multiply; what NCCL takes then is not in the rows for sums.
  const Exported one = exported({"dgx-h100", 1}, "");
  const std::uint64_t bytes = std::uint64_t{1} << 30U;
  EXPECT_EQ(picked(one, Collective::AllReduce, bytes).way.algorithm, "nvls");
  const auto answer =
      testing::answer_as_plugin(one.rows, {"allreduce", bytes, 1, 8},
                                [](const PluginRow& row) { return row.way.algorithm == "nvls"; });
  EXPECT_EQ(answer.row->way.algorithm, "ring");
  EXPECT_EQ(answer.channels, tuner::advice::kNcclsOwnCount);
}

TEST(Export, RefusesALoneRank) {
  for (const std::string exporter : {"env", "nccl.conf", "tuner-csv"}) {
    const Outcome outcome = run("export pcie-4 --gpus-per-node 1 --to " + exporter);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Export, RefusesATableThatGainsNothing) {
  const Outcome outcome = run("export pcie-4 --to tuner-csv");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("--model nccl writes NCCL's own choices"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(run("export pcie-4 --to tuner-csv --model nccl").exit_code, 0);
}

TEST(Export, SaysOfEveryCollectiveWhyThereIsNoSetting) {
  const Outcome all = run("export pcie-4 --model nccl --to env");
  EXPECT_EQ(all.exit_code, 1);
  for (const auto collective : sim::nccl::tuning::tuned_collectives()) {
    EXPECT_NE(all.err.find(fmt::format("\n  {}: ", core::name_of(collective))), std::string::npos)
        << all.err;
  }
}

TEST(Export, CsvFollowsChoicesThatChangeBackAndForth) {
  // Just below 4 MiB NVLSTree is cheaper, at 4 MiB NCCL's correction for Tree jumps.
  const Exported one = exported({"dgx-h100", 4}, "");
  EXPECT_EQ(picked(one, Collective::AllReduce, 3'900'000).way.algorithm, "nvls_tree");
  EXPECT_EQ(picked(one, Collective::AllReduce, std::uint64_t{4} << 20U).way.algorithm, "tree");
}

RC_GTEST_PROP(ExportProperty, CsvForcesWhatIsAskedInTheSizesAskedOnly, ()) {
  static const Exported kRing = exported({"dgx-h100", 4}, "-c all_reduce --algo ring -b 1M -e 1G");
  const std::uint64_t bytes = any_size(32);
  const auto choice = sim::nccl::call::choose(kRing.plan, {Collective::AllReduce, bytes}).value();
  const PluginRow row = picked(kRing, Collective::AllReduce, bytes);
  const bool is_asked = bytes >= std::uint64_t{1} << 20U && bytes <= std::uint64_t{1} << 30U;
  const auto usual = tuner::exporters::plugin_name_of_algorithm(name_of(choice.offer.algorithm));
  RC_ASSERT(row.way.algorithm == (is_asked ? std::string("ring") : usual));
}

}  // namespace export_test
}  // namespace treering::cli
