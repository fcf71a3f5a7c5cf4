// Profiles from measurements: outliers are left out, a profile is adapted to one system or fitted
// to many, and the rows that it was fitted to are marked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/observation.h"
#include "tuner/calibration/validation.h"

namespace treering::tuner::calibration {

// Finds rows that do not show the machine: a hiccup, a typing error.

/// How far each row's residual, ln(measured / predicted), lies outside the range of its four
/// neighbours by size in its series, so that neither a step nor a slope counts. 0 in series of
/// fewer than five rows, which do not show which row is wrong.
std::vector<double> distances_to_neighbours(std::span<const Observation* const> rows,
                                            const std::vector<double>& residuals);

/// The numbers of rows further away than `most`, ascending.
std::vector<std::size_t> outliers(std::span<const Observation* const> rows,
                                  const std::vector<double>& residuals, double most);

// Adapts a profile to one system, from some of its measurements.

struct Anchored {
  /// The given profile with the system's scales (submission, hops inside and between nodes,
  /// transfer, fill), the launch of its kernels and, for three or more sizes of a collective and
  /// forced algorithm, corrections between them. The scatter becomes what neighbouring sizes leave
  /// unexplained.
  core::Profile profile;
  std::vector<std::size_t> rejected;  // rows far from all their neighbours, which were not used
  std::map<std::string, Evidence> fitted;  // parameters that were fitted, by name
  std::vector<std::string>
      unidentified;  // of these, those that the rows do not determine: unchanged
};

/// `rows` are of one system.
Anchored anchor(const core::Profile& profile, std::span<const Observation* const> rows);

// The rows that a profile was fitted to: their errors are not errors of predictions.

/// A hash of a row's call, job and time (six digits), independent of file and id. It has 4e9
/// values: two rows in a million collide by chance with a profile of 9,000 rows.
std::uint32_t mark_of(const Observation& row);

std::set<std::uint32_t> marks_of(std::span<const Observation* const> rows);

/// Whether the profile was fitted to the row, by Profile::fitted_rows; and to how many of them.
bool is_fitted(const core::Profile& profile, const Observation& row);
std::size_t count_fitted(const core::Profile& profile, std::span<const Observation* const> rows);

/// How many rows have exactly a call, job and size that the profile has a correction for.
std::size_t count_corrected(const core::Profile& profile, std::span<const Observation* const> rows);

// Makes profiles from measurements: of one system, with a trial of the result, or of many systems,
// which fits all parameters and makes the shipped profile.

enum class Use {
  All,
  Ends
};  // Ends: the smallest and largest row of each series; the rest is a test

/// The rows that the profile is tested on.
enum class Trial {
  Rest,     // the rows that were not used
  LeftOut,  // all were used: each fifth of the rows by a profile made without it
  Seen,     // the only row, by the profile made from it
};

struct SystemCalibration {
  core::Profile profile;                     // whole
  std::vector<const Observation*> used;      // without those rejected
  std::vector<const Observation*> rejected;  // far from all their neighbours
  std::map<std::string, Evidence> fitted;    // parameters that were fitted, by name
  std::vector<std::string>
      unidentified;  // of these, those that the rows do not determine: unchanged
  Trial trial = Trial::Rest;
  std::vector<Compared> after;
  std::vector<Compared> before;  // the same rows by the given profile
};

/// \pre the observations are of one system and outlive the result
SystemCalibration calibrate_system(const core::Profile& base,
                                   const std::vector<Observation>& observations, Use use);

struct JointCalibration {
  core::Profile profile;  // whole, without the systems' own scales
  std::map<std::string, std::map<std::string, double>> scales;  // by system
  std::map<std::string, Evidence> evidence;                     // by parameter
  std::vector<std::string> unidentified;
  std::vector<const Observation*> far;  // rows that neither parameters nor scales explain
  std::vector<Compared> before;         // all rows by the prior
  std::vector<Compared> after;          // by the profile; no system's own scales in it
};

/// \pre the observations outlive the result
JointCalibration calibrate_jointly(const core::Profile& prior,
                                   const std::vector<Observation>& observations);

}  // namespace treering::tuner::calibration
