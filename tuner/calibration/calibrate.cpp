#include "tuner/calibration/calibrate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/calibration/intervals.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

namespace {

bool has_point_for(const core::Correction& correction, const Observation& row) {
  return correction.collective == row.collective && correction.is_for(row.nodes, row.ranks) &&
         (correction.algorithm.empty() || correction.algorithm == row.way.algorithm) &&
         std::ranges::count(correction.points, static_cast<std::uint64_t>(row.bytes),
                            &core::Correction::Point::bytes) > 0;
}

}  // namespace

std::uint32_t mark_of(const Observation& row) {
  return core::row_mark(fmt::format("{} {} {} {} {} {:.0f} {:.6g}", name_of(row.collective),
                                    row.forced.algorithm, row.forced.protocol, row.nodes, row.ranks,
                                    row.bytes, row.measured_us));
}

std::set<std::uint32_t> marks_of(std::span<const Observation* const> rows) {
  std::set<std::uint32_t> marks;
  for (const Observation* row : rows) marks.insert(mark_of(*row));
  return marks;
}

bool is_fitted(const core::Profile& profile, const Observation& row) {
  return profile.fitted_rows.contains(mark_of(row));
}

std::size_t count_fitted(const core::Profile& profile, std::span<const Observation* const> rows) {
  return static_cast<std::size_t>(std::ranges::count_if(
      rows, [&](const Observation* row) { return is_fitted(profile, *row); }));
}

std::size_t count_corrected(const core::Profile& profile,
                            std::span<const Observation* const> rows) {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const Observation* row) {
    return std::ranges::any_of(profile.corrections, [row](const core::Correction& correction) {
      return has_point_for(correction, *row);
    });
  }));
}

namespace {

constexpr std::size_t kParts = 5;

Rows ends_of_series(const Rows& rows) {
  std::map<std::string, std::pair<const Observation*, const Observation*>> ends;
  for (const Observation* row : rows) {
    auto& [least, greatest] = ends.try_emplace(row->series, row, row).first->second;
    if (row->bytes < least->bytes) least = row;
    if (row->bytes > greatest->bytes) greatest = row;
  }
  std::set<std::size_t> wanted;
  for (const auto& [series, both] : ends) {
    wanted.insert({both.first->row, both.second->row});
  }
  Rows result;
  std::ranges::copy_if(rows, std::back_inserter(result),
                       [&](const Observation* row) { return wanted.contains(row->row); });
  return result;
}

/// Gives each changed value its source.
void name_system_sources(const core::Profile& base, std::size_t rows, core::Profile& profile) {
  for (auto& [name, parameter] : profile.parameters) {
    const auto old = base.parameters.find(name);
    if (old != base.parameters.end() && old->second == parameter) continue;
    parameter.source = fmt::format("fitted by treering calibrate to {} of this system",
                                   core::counted(rows, "row"));
  }
}

/// Each row by a profile that was made without it. \pre there are at least two
std::vector<Compared> tried_on_those_left_out(const core::Profile& base, const Rows& rows) {
  std::vector<Compared> result;
  for (std::size_t part = 0; part < std::min(kParts, rows.size()); ++part) {
    Rows left_out;
    for (std::size_t i = part; i < rows.size(); i += kParts) left_out.push_back(rows[i]);
    const auto some = compared(anchor(base, without(rows, left_out)).profile, left_out);
    result.insert(result.end(), some.begin(), some.end());
  }
  std::ranges::sort(result, {}, [](const Compared& one) { return one.seen().row; });
  return result;
}

constexpr double kFarFromFit = 3;  // times the noise that the fit allows a row

void name_joint_sources(const core::Profile& prior, const Fitted& fitted, core::Profile& profile) {
  for (const auto& [name, evidence] : fitted.evidence) {
    if (std::ranges::count(fitted.unidentified, name) > 0) continue;
    const core::Parameter& from = prior.parameters.at(name);
    profile.parameters.at(name).source = fmt::format(
        "fitted by treering calibrate to {} of {} from {:.4g} with spread {:.2g}, {}",
        core::counted(evidence.rows, "published row"), core::counted(evidence.systems, "cluster"),
        from.value, from.spread, from.source);
  }
}

}  // namespace

SystemCalibration calibrate_system(const core::Profile& base,
                                   const std::vector<Observation>& observations, Use use) {
  const Rows all = pointers_to(observations);
  const Rows given = use == Use::Ends ? ends_of_series(all) : all;
  Anchored anchored = anchor(base, given);
  SystemCalibration result;
  result.rejected = picked(given, anchored.rejected);
  result.used = without(given, result.rejected);
  result.fitted = std::move(anchored.fitted);
  result.unidentified = std::move(anchored.unidentified);
  result.profile = std::move(anchored.profile);
  name_system_sources(base, result.used.size(), result.profile);
  result.profile.fitted_rows.merge(marks_of(result.used));
  const Rows rest = without(all, given);
  if (!rest.empty()) {
    result.trial = Trial::Rest;
    result.after = compared(result.profile, rest);
  } else if (result.used.size() > 1) {
    result.trial = Trial::LeftOut;
    result.after = tried_on_those_left_out(base, result.used);
  } else {
    result.trial = Trial::Seen;
    result.after = compared(result.profile, result.used);
  }
  result.before = compared(base, seen_in(result.after));
  return result;
}

JointCalibration calibrate_jointly(const core::Profile& prior,
                                   const std::vector<Observation>& observations) {
  const auto rows = pointers_to(observations);
  const FitOptions options;
  const core::Profile plain = with_plain_ends(prior);
  Fitted fitted = fit(plain, rows, options);
  JointCalibration result;
  for (std::size_t i = 0; i < fitted.log_residuals.size(); ++i) {
    if (std::abs(fitted.log_residuals[i]) > kFarFromFit * options.noise)
      result.far.push_back(rows[i]);
  }
  result.profile = fitted.profile;
  name_joint_sources(prior, fitted, result.profile);
  result.profile.fitted_rows = marks_of(rows);
  set_certainty(predicted_unseen(plain, rows, fitted), result.profile);
  result.before = compared(prior, rows);
  result.after = compared(result.profile, rows);
  result.scales = std::move(fitted.scales);
  result.evidence = std::move(fitted.evidence);
  result.unidentified = std::move(fitted.unidentified);
  return result;
}

}  // namespace treering::tuner::calibration
