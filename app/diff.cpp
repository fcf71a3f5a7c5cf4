#include "app/diff.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "app/job.h"
#include "app/setup/fields.h"
#include "app/setup/guesses.h"
#include "app/setup/load_machine.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/variants.h"
#include "sim/predict.h"
#include "tuner/diff/compare.h"

namespace treering::app {
namespace {

/// That of the call; null where the machine can run none that sends something.
JobPtr job_on(const core::Cluster& cluster, int nodes, const setup::TimeModelOptions& options) {
  setup::Setup setup;
  setup.cluster = cluster;
  setup.cluster.node_count = nodes;
  setup.job.nodes = nodes;
  if (!setup::leave_out_idle_hosts(setup.cluster, setup.job)) return nullptr;
  const auto job = open(std::move(setup), options);
  return job && (*job)->ranks() > 1 ? *job : nullptr;
}

/// The cost model's time of NCCL's own choice.
std::optional<core::Duration> time_of_call(const Job& job) {
  const sim::PredictionRequest request{.collectives = {core::Collective::AllReduce},
                                       .sizes = {kDiffBytes},
                                       .filter = {},
                                       .model = sim::Model::Cost,
                                       .ranks = job.ranks()};
  const auto alternatives = job.alternatives(core::DataType::Float, core::ReduceOp::Sum);
  for (const sim::Prediction& row : sim::predict(alternatives, job.bound, request)) {
    if (row.is_nccl_default) return row.time();
  }
  return std::nullopt;
}

/// The assumed facts of the machine on which that time depends.
std::vector<setup::Guess> doubts_on(const Job& job) {
  setup::Setup doubtful;
  doubtful.doubts =
      with_doubts({}, deciding_facts(job, {{core::Collective::AllReduce}, {kDiffBytes}})).doubts;
  return setup::guesses_of(doubtful);
}

core::Result<void> add_times(DiffReport& report) {
  const auto options = setup::time_model_options({}, sim::Model::Cost);
  if (!options) return core::fail(options.error());
  for (DiffSide& side : report.sides) {
    const JobPtr job = job_on(side.cluster, report.nodes, *options);
    if (job == nullptr) continue;
    side.time = time_of_call(*job);
    std::ranges::move(doubts_on(*job), std::back_inserter(side.guesses));
  }
  return {};
}

/// What is a guess in a job of so many nodes.
std::vector<setup::Guess> guesses_on(const tuner::diff::Compared& machine, int nodes) {
  setup::Setup setup;
  setup.cluster = machine.cluster;
  setup.cluster.node_count = nodes;
  setup.host = machine.host;
  return setup::guesses_of(setup);
}

void add_guesses(const std::array<tuner::diff::Compared, 2>& compared, DiffReport& report) {
  // Rates of ports count in the verdict even where the call has one node.
  const int nodes = std::max(report.nodes, 2);
  for (std::size_t i = 0; i < compared.size(); ++i) {
    report.sides.at(i).guesses = guesses_on(compared.at(i), report.nodes);
    report.is_certain = report.is_certain && guesses_on(compared.at(i), nodes).empty();
  }
}

}  // namespace

core::Result<DiffReport> answer(const DiffRequest& request) {
  DiffReport report;
  if (std::ranges::count(request.topologies, hw::io::kStandardInput) > 1) {
    return core::usage_error(std::string(hw::io::kStandardInput), "given twice",
                             "expected two topologies");
  }
  std::array<tuner::diff::Compared, 2> compared;
  for (std::size_t i = 0; i < compared.size(); ++i) {
    const std::string& source = request.topologies.at(i);
    auto loaded = setup::load_machine(source);
    if (!loaded) return core::fail(loaded.error());
    if (auto even = setup::expect_even(loaded->cluster, hw::io::shown_path(source)); !even) {
      return core::fail(even.error());
    }
    const auto nics = setup::take_adapters({}, *loaded, loaded->cluster);
    if (!nics) return core::fail(nics.error());
    for (std::string& note : setup::texts_of(loaded->notes)) {
      report.notes.push_back(std::move(note));
    }
    for (const std::string& note : setup::field_notes(loaded->cluster)) {
      report.notes.push_back(fmt::format("{}: {}", hw::io::shown_path(source), note));
    }
    compared.at(i) = {loaded->cluster, std::move(loaded->host)};
    report.sides.at(i) = {hw::io::shown_path(source), std::move(loaded->cluster), std::nullopt, {}};
  }
  const int nodes = report.sides[0].cluster.node_count;
  report.nodes = nodes == report.sides[1].cluster.node_count ? nodes : 1;
  add_guesses(compared, report);
  report.differences = tuner::diff::compare(compared[0], compared[1]);
  report.is_alike = tuner::diff::is_alike(report.differences);
  if (report.is_alike) return report;
  if (const auto done = add_times(report); !done) return core::fail(done.error());
  return report;
}

}  // namespace treering::app
