#include "tuner/hosts/host_fit.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "tuner/hosts/host_problem.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Means;
using sim::hosts::Quantity;

// A share of the prior's variance: calls that remove less say nearly nothing.
constexpr double kLeastVarianceRemoved = 0.1;
// So many calls would have to contradict what is assumed of the scatter before it counts half.
constexpr double kAssumedCalls = 4;

std::string source_of(std::size_t calls, const core::Parameter& before) {
  return fmt::format("fitted by treering calibrate to {} from {:.4g} with spread {:.2g}, prior: {}",
                     core::counted(calls, "call"), before.value, before.spread, before.source);
}

/// \param calls that they come from
void write_back(const std::vector<ProbableValue>& values, std::size_t calls, HostFit& fit) {
  for (const ProbableValue& one : values) {
    core::Parameter& parameter = fit.profile.parameters[one.name];
    FittedParameter result{one.name, parameter, parameter, 0, false};
    const double share_left = one.error / parameter.spread;
    result.variance_removed = 1 - share_left * share_left;
    result.is_identified = result.variance_removed >= kLeastVarianceRemoved;
    if (result.is_identified) {
      parameter.value = one.value;
      parameter.spread = one.error;
      parameter.source = source_of(calls, result.before);
      result.after = parameter;
    }
    fit.parameters.push_back(std::move(result));
  }
}

/// The deviation that lets eight of ten calls lie within the interval, with what was assumed.
double scatter_of(std::vector<double> sizes, double assumed) {
  if (sizes.empty()) return assumed;
  constexpr double kEighty = 0.8;
  const double seen = stats::quantile(sizes, kEighty) / sim::estimates::kEightyPercent;
  const auto count = static_cast<double>(sizes.size());
  return std::sqrt((count * seen * seen + kAssumedCalls * assumed * assumed) /
                   (count + kAssumedCalls));
}

/// From the residuals of the calls of these means, by what decides them.
void fit_scatter(std::span<const MeasuredCall> calls, const Means& means, HostFit& fit) {
  std::vector<double> small;
  std::vector<double> large;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].job.means() != means) continue;
    const auto expected =
        estimate(calls[i].configuration(), calls[i].algorithm, calls[i].job, fit.profile);
    const double residual = std::log(calls[i].measured_us / expected->estimate.time.in_us());
    fit.log_residuals[i] = residual;
    constexpr double kHalf = 0.5;
    (expected->message_share > kHalf ? small : large).push_back(std::abs(residual));
  }
  for (const auto& [quantity, sizes] :
       {std::pair(Quantity::ScatterSmall, small), std::pair(Quantity::ScatterLarge, large)}) {
    if (sizes.empty()) continue;
    core::Parameter& parameter = fit.profile.parameters[name_for(quantity, means)];
    FittedParameter result{name_for(quantity, means), parameter, parameter, 0, true};
    parameter.value = scatter_of(sizes, parameter.value);
    parameter.source = fmt::format("residuals of {}", core::counted(sizes.size(), "call"));
    result.after = parameter;
    fit.parameters.push_back(std::move(result));
  }
}

/// FNV-1a, folded, as tuner/calibration marks rows of GPUs.
std::uint32_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) {
    hash ^= static_cast<unsigned char>(character);
    hash *= 0x100000001b3;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

}  // namespace

HostFit fit_hosts(std::span<const MeasuredCall> calls, const core::Profile& prior) {
  HostFit fit;
  fit.profile = prior;
  fit.log_residuals.assign(calls.size(), 0);
  std::set<Means> all;
  for (const MeasuredCall& call : calls) {
    all.insert(call.job.means());
    fit.profile.fitted_rows.insert(mark_of(call));
  }
  for (const Means& means : all) {
    std::vector<const MeasuredCall*> own;
    for (const MeasuredCall& call : calls) {
      if (call.job.means() == means) own.push_back(&call);
    }
    write_back(most_probable(own, prior, means), own.size(), fit);
    fit_scatter(calls, means, fit);
  }
  return fit;
}

std::uint32_t mark_of(const MeasuredCall& call) {
  const measure::Configuration& one = call.configuration();
  return hash_of(fmt::format("{} {} {} {} {} {:.6g}", call.job.library, call.job.ranks,
                             name_of(one.collective), call.algorithm, one.bytes, call.measured_us));
}

}  // namespace treering::tuner::hosts
