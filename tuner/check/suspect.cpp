#include "tuner/check/suspect.h"

#include <array>
#include <iterator>
#include <utility>

#include "tuner/check/run_model.h"

namespace treering::tuner::check {
namespace {

constexpr std::array kCauses{&missing_adapter, &no_gpudirect, &sockets,
                             &slower_pcie,     &other_choice, &fewer_channels};

}  // namespace

CheckedRun run_under(const Suspect& suspect, const CheckedRun& run, RunModel& model) {
  CheckedRun other{suspect.run.bench, suspect.run.profile, run.rows};
  if (!suspect.change) return other;
  for (Measurement& row : other.rows) {
    const Modelled* const usual = model.of(row);
    if (usual != nullptr) suspect.change(row, *usual, model);
  }
  return other;
}

Suspects all_suspects(const CheckedRun& run) {
  Suspects all;
  for (const auto cause : kCauses) {
    Suspects some = cause(run);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace treering::tuner::check
