// How long a call takes by a time model, how sure that is, and what takes the time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.h"

namespace treering::sim::estimates {

/// 80 % of a normal distribution lie within so many standard deviations.
inline constexpr double kEightyPercent = 1.2816;

/// The 98 % quantile of Student's t with three degrees of freedom (3.482), scaled so that 80 % of
/// it lie within kEightyPercent (/ 1.638 * 1.2816): errors of predictions have fatter tails than a
/// normal distribution, whose quantile is 2.05 (docs/model.md).
inline constexpr double kNinetyEightPercent = 2.72;

/// The name of a part of a time, which is written out only where somebody reads it: most parts are
/// only priced.
struct PartName {
  std::string_view form;         // "{} hops inside nodes", the number in place of {}; a literal
  std::optional<double> number;  // nothing where the form has none

  bool is_empty() const { return form.empty(); }
  /// "14 hops inside nodes".
  std::string text() const;
  /// Without the number: "hops inside nodes".
  std::string kind() const;
  bool operator==(const PartName&) const = default;
};

/// Forms that answers look for.
inline constexpr std::string_view kHopsInside = "{} hops inside nodes";
inline constexpr std::string_view kHopsBetween = "{} hops between nodes";
inline constexpr std::string_view kNodePorts = "network ports of a node";

/// A part of a time, for people.
struct TimeShare {
  PartName what;
  core::Duration time;
  double bytes = 0;          // that wires carry for it; 0: none, or unknown
  double gb_per_s = 0;       // at which, if nothing else took time
  std::string because = {};  // why they are so many; empty: as a ring would carry
  bool operator==(const TimeShare&) const = default;
};

/// 80 % of the calls take no less than `low` and no more than `high`.
struct Interval {
  core::Duration low, high;
  bool operator==(const Interval&) const = default;
};

/// How far ends are from the time, in standard errors of ln(time).
struct Ends {
  double low = kEightyPercent;
  double high = kEightyPercent;
  double latest = kNinetyEightPercent;
  bool operator==(const Ends&) const = default;
};

struct Estimate {
  core::Duration time;
  core::Duration latency;            // of it, what passes without data being moved
  std::optional<Interval> interval;  // nothing from models that do not know how sure they are
  core::Duration latest;             // 98 % of the calls take no more; with an interval
  std::vector<TimeShare> shares;     // of `time`; they add up to it. Empty from models without
  bool operator==(const Estimate&) const = default;
};

/// Standard deviation of ln(time) that the interval stands for, and the interval of one.
/// \pre spread_of: there is an interval
double spread_of(const Estimate& estimate);
void set_spread(Estimate& estimate, double spread, const Ends& ends = {});

/// The estimate, as sure as another is of its own time. \pre the other has an interval
Estimate as_sure_as(Estimate estimate, const Estimate& other);

/// The estimate where an independent error of that standard deviation of ln(time) is unknown too.
/// \pre there is an interval
Estimate less_sure(Estimate estimate, double spread);

/// How many times as long one call takes as another.
struct Ratio {
  double expected = 1;
  double low = 1;     // 80 % of ratios lie
  double high = 1;    // between these
  double chance = 1;  // that it is above 1
};

/// The errors of both are independent. \pre both have an interval
Ratio ratio_of(const Estimate& one, const Estimate& other);

/// The estimate with an interval that also holds that of another; its time where it has none.
Estimate spanning(Estimate estimate, const Estimate& other);

/// The estimate where nothing takes less than `floor`.
Estimate raised(Estimate estimate, core::Duration floor);

}  // namespace treering::sim::estimates
