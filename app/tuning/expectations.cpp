#include "app/tuning/expectations.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/setup/plan.h"
#include "core/text/words.h"
#include "sim/nccl/plan.h"
#include "sim/predict.h"

namespace treering::app::tuning {
namespace {

using sim::Alternative;
using tuner::tune::Grid;
using tuner::tune::Way;

/// A way that names an algorithm alone is carried by the protocol that NCCL finds cheapest, and
/// likewise the other way round.
std::optional<double> time_of(const std::vector<Alternative>& alternatives, const Way& way) {
  std::vector<Alternative> allowed;
  std::ranges::copy_if(alternatives, std::back_inserter(allowed), [&](const Alternative& one) {
    const auto is = [](const std::string& asked, std::string_view name) {
      return asked.empty() || asked == core::lower_case(name);
    };
    return is(way.algorithm, one.algorithm) && is(way.protocol, one.protocol);
  });
  const Alternative* choice = sim::nccl_choice(allowed);
  if (choice == nullptr || !choice->time()) return std::nullopt;
  return choice->time()->in_us();
}

/// Fewer channels than NCCL takes are expected to take as long: what they cost is measured.
void fill(const sim::AlternativesOf& alternatives, Grid& grid) {
  grid.expected_us.resize(grid.cells());
  for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
    const auto all = alternatives(grid.call.collective, grid.sizes[size]);
    for (std::size_t way = 0; way < grid.ways.size(); ++way) {
      grid.expected_us[grid.index_of({size, way})] = time_of(all, grid.ways[way]);
    }
  }
}

}  // namespace

core::Result<std::string> expect_nccl(const TuneRequest& request,
                                      std::vector<tuner::tune::SweptGrid>& grids) {
  const auto options = setup::time_model_options(request.time_model);
  if (!options) return core::fail(options.error());
  auto job = setup::set_up(*request.job);
  if (!job) return core::fail(job.error());
  setup::carry_over(*job, options->network);
  const auto plan = setup::make_plan(*job);
  if (!plan) return core::fail(plan.error());
  const sim::TimeModel model = setup::time_model_for(*options, job->cluster, *plan);
  for (tuner::tune::SweptGrid& one : grids) {
    const auto& call = one.grid.call;
    fill(sim::remembered(sim::alternatives_of(*plan, model, call.type, call.op)), one.grid);
  }
  return job->source + ", profile " + setup::name_of(*options, model, *plan).profile;
}

}  // namespace treering::app::tuning
