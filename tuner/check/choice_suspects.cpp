// Choices that NCCL is not expected to make by itself.
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/algorithms/registry.h"
#include "sim/protocols/registry.h"
#include "tuner/check/run_model.h"
#include "tuner/check/suspect.h"

namespace treering::tuner::check {
namespace {

/// All calls by one algorithm, or one protocol.
struct Asked {
  std::string sim::Way::*field;
  std::string_view name;

  bool operator()(Measurement& row, const Modelled& usual, RunModel& model) const {
    if (!(row.way.*field).empty() || row.is_fallback) return false;
    Measurement asked = row;
    asked.way.*field = name;
    const Modelled* const forced = model.of(asked);
    if (forced == nullptr || !forced->is_another_way_than(usual)) return false;
    row = std::move(asked);
    return true;
  }
};

bool halve_channels(Measurement& row, const Modelled& usual, RunModel& /*model*/) {
  if (row.way.channels > 0 || usual.way.channels < 2) return false;
  row.way.channels = usual.way.channels / 2;
  return true;
}

/// The same machine and parameters.
CheckedRun without_rows(const CheckedRun& run) {
  return {run.bench, run.profile, {}};
}

Suspect all_asked_for(const CheckedRun& run, const Asked& one) {
  const bool is_algorithm = one.field == &sim::Way::algorithm;
  const std::string_view word = is_algorithm ? "algorithm" : "protocol";
  const std::string_view variable = is_algorithm ? "NCCL_ALGO" : "NCCL_PROTO";
  return {
      fmt::format("{}-{}", word, one.name), fmt::format("NCCL used the {} {}", word, one.name),
      fmt::format("{} in the environment and /etc/nccl.conf; tuner plugins; NCCL's choices with "
                  "NCCL_DEBUG=INFO and NCCL_DEBUG_SUBSYS=TUNING",
                  variable),
      without_rows(run), one};
}

}  // namespace

Suspects other_choice(const CheckedRun& run) {
  Suspects suspects;
  for (const auto* entry : sim::algorithms::known_to_nccl()) {
    suspects.push_back(all_asked_for(run, {&sim::Way::algorithm, entry->name}));
  }
  for (const auto& entry : sim::protocols::all()) {
    suspects.push_back(all_asked_for(run, {&sim::Way::protocol, entry.name()}));
  }
  return suspects;
}

Suspects fewer_channels(const CheckedRun& run) {
  return {{"half-channels", "NCCL used half as many channels as expected",
           "NCCL_MAX_NCHANNELS, NCCL_MAX_CTAS and NCCL_NCHANNELS_PER_NET_PEER; \"coll channels\" "
           "with NCCL_DEBUG=INFO",
           without_rows(run), halve_channels}};
}

}  // namespace treering::tuner::check
