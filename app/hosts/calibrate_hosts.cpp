#include "app/hosts/calibrate_hosts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "tuner/profiles.h"

namespace treering::app::hosts {

core::Result<CalibrateHostsReport> answer(const CalibrateHostsRequest& request) {
  const auto prior = read_host_profile(request.profile);
  if (!prior) return core::fail(prior.error());
  auto read = read_calls(request.runs);
  if (!read) return core::fail(read.error());
  CalibrateHostsReport report;
  report.jobs = jobs_of(read->calls);
  report.calls = read->calls.size();
  report.left_out = std::move(read->left_out);
  tuner::hosts::HostFit fit = tuner::hosts::fit_hosts(read->calls, *prior);
  report.parameters = std::move(fit.parameters);
  report.profile = tuner::what_changed(sim::hosts::assumed_profile(), fit.profile);
  report.profile.name = "hosts";
  report.profile.description = fmt::format("Fitted to {}: {}.", core::counted(report.calls, "call"),
                                           fmt::join(report.jobs, "; "));
  report.before = score_of(tuner::hosts::scored_by(*prior, read->calls));
  auto unseen = tuner::hosts::scored_unseen(*prior, std::move(read->calls));
  report.after = score_of(unseen.calls);
  std::ranges::move(unseen.left_out, std::back_inserter(report.left_out));
  return report;
}

}  // namespace treering::app::hosts
