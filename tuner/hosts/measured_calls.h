// Calls that ran on CPUs, each with the hosts that it ran on, from recorded results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "sim/hosts/estimate.h"
#include "tuner/measure/record.h"
#include "tuner/measure/summary.h"

namespace treering::tuner::hosts {

/// All results of one configuration on equal hosts.
struct MeasuredCall {
  measure::Summary summary;
  /// What ran, if there was a witness; else what was asked for, or the library takes by itself.
  std::string algorithm;
  sim::hosts::HostJob job;
  double measured_us = 0;  // the median

  [[nodiscard]] const measure::Configuration& configuration() const {
    return summary.configuration;
  }
};

struct MeasuredCalls {
  std::vector<MeasuredCall> calls;    // that have a time and a known pattern
  std::vector<std::string> left_out;  // the others, each with a reason
};

/// What ran, judged by what was seen rather than by what was asked for. Empty where messages were
/// seen that no known algorithm sends, and where neither was one seen nor asked for.
std::string algorithm_of(const measure::Summary& summary);

/// "all_reduce 64 KiB ring".
std::string name_of_row(const measure::Summary& summary);

/// The call in elements. \pre `algorithm` outlives it
sim::hosts::HostCall host_call(const measure::Configuration& configuration,
                               const std::string& algorithm);

/// The model's answer for a call on other or equal hosts. Nothing where no pattern is known.
std::optional<sim::hosts::HostEstimate> estimate(const measure::Configuration& configuration,
                                                 const std::string& algorithm,
                                                 const sim::hosts::HostJob& job,
                                                 const core::Profile& profile);

/// \param links by the number of ranks: rates that stand in place of recorded ones; may be empty.
/// Fails where results are not of CPUs, and where nothing says what links they ran on.
core::Result<MeasuredCalls> measured_calls(const std::vector<measure::Record>& records,
                                           const std::string& links, const std::string& where);

}  // namespace treering::tuner::hosts
