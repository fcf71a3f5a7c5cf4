#include "app/tuning/tuned_job.h"

namespace treering::app::tuning {

core::Result<JobPtr> tuned_job(const TuneRequest& request, std::string_view library) {
  constexpr std::string_view kNccl = "NCCL ";
  setup::JobRequest asked = *request.job;
  if (!asked.nccl && library.starts_with(kNccl)) asked.nccl = library.substr(kNccl.size());
  return open(asked, request.time_model);
}

}  // namespace treering::app::tuning
