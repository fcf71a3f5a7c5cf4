// What the exported CSV makes NVIDIA's example plugin do is what NCCL would have done by itself.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hw/builtin.h"
#include "sim/nccl/plan.h"
#include "tests/cli/run.h"
#include "tuner/plugin_csv.h"

namespace treering::cli {
namespace {

using core::Collective;
using tuner::PluginRow;

struct Machine {
  std::string name;
  int nodes;
};
const std::vector<Machine> kMachines{
    {"dgx-h100", 1}, {"dgx-h100", 4}, {"dgx-a100", 2}, {"pcie-4", 2}, {"summit", 3}};

struct Exported {
  sim::nccl::Plan plan;
  std::vector<PluginRow> rows;
};

Exported exported(const Machine& machine, const std::string& options) {
  sim::Job job;
  job.nodes = machine.nodes;
  const auto node = hw::load_builtin(machine.name).value();
  const Outcome outcome = run("export " + machine.name + " --nodes " +
                              std::to_string(machine.nodes) + " --to tuner-csv " + options);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return {sim::nccl::make_plan(node, job), tuner::load_as_plugin(outcome.out)};
}

/// The row that the plugin takes for a call of the job, all pairs being usable.
PluginRow picked(const Exported& exported, Collective collective, std::uint64_t bytes) {
  const auto answer =
      tuner::answer_as_plugin(exported.rows,
                              {tuner::plugin_name(collective), bytes, exported.plan.shape.nodes,
                               exported.plan.shape.ranks()},
                              [](const PluginRow& /*row*/) { return false; });
  RC_ASSERT(answer.row != nullptr);
  return *answer.row;
}

/// Whole elements for every rank, spread over all magnitudes up to 32 GiB.
std::uint64_t any_size(int ranks) {
  const auto unit = static_cast<std::uint64_t>(ranks) * sizeof(float);
  const unsigned shift = *rc::gen::inRange(0U, 35U);
  const std::uint64_t least = std::uint64_t{1} << shift;
  return (*rc::gen::inRange(least, 2 * least) / unit + 1) * unit;
}

RC_GTEST_PROP(ExportProperty, CsvKeepsNcclsChoiceAndChannelsAtEverySize, ()) {
  static const std::vector<Exported> kExports = [] {
    std::vector<Exported> all;
    for (const Machine& machine : kMachines) all.push_back(exported(machine, ""));
    return all;
  }();
  const Exported& one = *rc::gen::elementOf(kExports);
  const auto collective = *rc::gen::elementOf(sim::nccl::tuned_collectives());
  const std::uint64_t bytes = any_size(one.plan.shape.ranks());
  const auto choice = sim::nccl::choose(one.plan, {collective, bytes});
  const PluginRow row = picked(one, collective, bytes);
  RC_ASSERT(row.algorithm == tuner::plugin_name_of_algorithm(name_of(choice.algorithm)));
  RC_ASSERT(row.protocol == tuner::plugin_name_of_protocol(name_of(choice.protocol)));
  RC_ASSERT(row.channels == choice.max_channels);
}

TEST(Export, CsvFollowsChoicesThatChangeBackAndForth) {
  // Just below 4 MiB NVLSTree is cheaper, at 4 MiB NCCL's correction for Tree jumps.
  const Exported one = exported({"dgx-h100", 4}, "");
  EXPECT_EQ(picked(one, Collective::AllReduce, 3'900'000).algorithm, "nvls_tree");
  EXPECT_EQ(picked(one, Collective::AllReduce, std::uint64_t{4} << 20U).algorithm, "tree");
}

RC_GTEST_PROP(ExportProperty, CsvForcesWhatIsAskedInTheSizesAskedOnly, ()) {
  static const Exported kRing = exported({"dgx-h100", 4}, "-c all_reduce --algo ring -b 1M -e 1G");
  const std::uint64_t bytes = any_size(32);
  const auto choice = sim::nccl::choose(kRing.plan, {Collective::AllReduce, bytes});
  const PluginRow row = picked(kRing, Collective::AllReduce, bytes);
  const bool is_asked = bytes >= std::uint64_t{1} << 20U && bytes <= std::uint64_t{1} << 30U;
  const auto usual = tuner::plugin_name_of_algorithm(name_of(choice.algorithm));
  RC_ASSERT(row.algorithm == (is_asked ? std::string("ring") : usual));
}

}  // namespace
}  // namespace treering::cli
