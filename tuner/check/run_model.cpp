#include "tuner/check/run_model.h"

#include <cmath>
#include <utility>

namespace treering::tuner::check {
namespace {

// The difference of two good runs of one job, as a standard deviation of ln(time): 1.48 times (for
// a normal distribution) the median of published replicates, 3.7 % (docs/model.md).
constexpr double kRunToRun = 0.055;

/// An estimate's interval is that of the runs it was made from; another run has noise of its own.
void widen(sim::estimates::Estimate& estimate) {
  set_spread(estimate, std::hypot(spread_of(estimate), kRunToRun));
}

}  // namespace

RunModel::RunModel(const CheckedRun& run)
    : run_(run), parameters_(calibration::whole_parameters(run.profile, run.bench->machine.kind)) {}

const Modelled* RunModel::of(const Measurement& row) {
  const auto [found, is_new] =
      known_.try_emplace({row.collective, row.bytes, row.type, row.op, row.algorithm, row.protocol,
                          row.channels, row.is_fallback, row.gpus_per_process});
  if (is_new) found->second = modelled(row);
  return found->second ? &*found->second : nullptr;
}

std::optional<Modelled> RunModel::modelled(const Measurement& row) const {
  auto seen = calibration::observe(*run_.bench, row, run_.profile);
  if (!seen) return std::nullopt;
  auto estimate = calibration::estimate_of(*seen, parameters_);
  widen(estimate);
  return Modelled{std::move(seen->algorithm), std::move(seen->protocol), seen->channels,
                  seen->is_replaced, std::move(estimate)};
}

}  // namespace treering::tuner::check
