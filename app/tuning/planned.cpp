#include "app/tuning/planned.h"

#include <utility>

namespace treering::app::tuning {

core::Result<Planned> planned(const TuneRequest& request, std::string_view library) {
  constexpr std::string_view kNccl = "NCCL ";
  setup::JobRequest asked = *request.job;
  if (!asked.nccl && library.starts_with(kNccl)) asked.nccl = library.substr(kNccl.size());

  auto options = setup::time_model_options(request.time_model);
  if (!options) return core::fail(options.error());
  auto job = setup::set_up(asked);
  if (!job) return core::fail(job.error());
  setup::carry_over(*job, options->network);
  auto plan = setup::make_plan(*job);
  if (!plan) return core::fail(plan.error());
  return Planned{*std::move(job), *std::move(options), *std::move(plan)};
}

}  // namespace treering::app::tuning
