#include "app/hosts/validate_hosts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/hosts/host_profile.h"
#include "tuner/hosts/host_fit.h"
#include "tuner/hosts/host_scores.h"

namespace treering::app::hosts {
namespace {

using tuner::hosts::ScoredCall;

template <class Key>
std::vector<HostGroup> grouped(const std::vector<ScoredCall>& rows, Key key_of,
                               std::string (*name_of_key)(const ScoredCall&)) {
  std::map<decltype(key_of(rows.front())), std::vector<ScoredCall>> groups;
  for (const ScoredCall& row : rows) groups[key_of(row)].push_back(row);
  std::vector<HostGroup> all;
  for (const auto& [key, some] : groups) {
    all.push_back({name_of_key(some.front()), tuner::hosts::score_of(some)});
  }
  return all;
}

std::string algorithm_name(const ScoredCall& row) {
  const std::string_view collective = core::name_of(row.call.configuration().call.collective);
  if (row.call.algorithm.empty()) return std::string(collective);
  return fmt::format("{} {}", collective, row.call.algorithm);
}

std::string size_name(const ScoredCall& row) {
  return core::format_size(row.call.configuration().call.bytes);
}

std::size_t count_fitted(const core::Profile& profile, const std::vector<ScoredCall>& rows) {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const ScoredCall& row) {
    return profile.fitted_rows.contains(tuner::hosts::mark_of(row.call));
  }));
}

/// The jobs that the profile says nothing of: it may be of another library, or of ranks that are
/// joined in another way.
std::vector<std::string> jobs_without(const core::Profile& profile,
                                      const std::vector<tuner::hosts::MeasuredCall>& calls) {
  std::vector<tuner::hosts::MeasuredCall> without;
  std::ranges::copy_if(calls, std::back_inserter(without), [&](const auto& call) {
    return !sim::hosts::is_fitted(profile, call.job.means());
  });
  return jobs_of(without);
}

std::vector<std::string> notes_on(const ValidateHostsReport& report) {
  std::vector<std::string> notes;
  if (report.fitted_rows > 0) {
    notes.push_back(
        fmt::format("{} of {} are among those that profile {} was fitted to: their errors show "
                    "how well it fits, not how well it predicts",
                    report.fitted_rows, core::counted(report.rows.size(), "call"), report.profile));
  }
  for (const std::string& job : report.assumed_jobs) {
    notes.push_back(
        fmt::format("profile {} has no fitted parameter for {}: they are judged by what is assumed",
                    report.profile, job));
  }
  return notes;
}

}  // namespace

std::string id_of(const sim::hosts::HostJob& job) {
  return fmt::format("{}-{}", name_of(job.library), job.ranks);
}

core::Result<ValidateHostsReport> answer(const ValidateHostsRequest& request) {
  const auto profile = read_host_profile(request.profile);
  if (!profile) return core::fail(profile.error());
  auto read = read_calls(request.runs);
  if (!read) return core::fail(read.error());
  ValidateHostsReport report;
  report.jobs = jobs_of(read->calls);
  report.left_out = std::move(read->left_out);
  if (request.profile) {
    report.profile = profile->name;
    report.assumed_jobs = jobs_without(*profile, read->calls);
    report.rows = tuner::hosts::scored_by(*profile, std::move(read->calls));
    report.fitted_rows = count_fitted(*profile, report.rows);
  } else {
    auto unseen = tuner::hosts::scored_unseen(*profile, std::move(read->calls));
    report.rows = std::move(unseen.calls);
    std::ranges::move(unseen.left_out, std::back_inserter(report.left_out));
  }
  std::ranges::stable_sort(report.rows, {}, [](const ScoredCall& row) {
    const auto& one = row.call.configuration();
    return std::tuple(row.call.job.library, row.call.job.ranks, one.call.collective,
                      row.call.algorithm, one.pair, one.call.bytes);
  });
  report.all = score_of(report.rows);
  report.by_algorithm = grouped(
      report.rows,
      [](const ScoredCall& row) {
        return std::pair(row.call.configuration().call.collective, row.call.algorithm);
      },
      algorithm_name);
  report.by_size = grouped(
      report.rows, [](const ScoredCall& row) { return row.call.configuration().call.bytes; },
      size_name);
  report.notes = notes_on(report);
  return report;
}

}  // namespace treering::app::hosts
