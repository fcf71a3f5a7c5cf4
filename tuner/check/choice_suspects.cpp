// Choices that NCCL is not expected to make by itself.
#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "sim/algorithms/registry.h"
#include "sim/protocols/registry.h"
#include "tuner/check/suspect.h"

namespace treering::tuner::check {
namespace {

/// Changes a row that NCCL was left to choose for; false where it stays as it is.
using Change = std::function<bool(const calibration::Observation& usual, Measurement& row)>;

/// Nothing where no row changes.
std::optional<CheckedRun> changed(const CheckedRun& run, const Change& change) {
  CheckedRun other = run;
  bool is_changed = false;
  for (Measurement& row : other.rows) {
    const auto usual = calibration::observe(*run.bench, row, run.profile);
    if (usual && change(*usual, row)) is_changed = true;
  }
  if (!is_changed) return std::nullopt;
  return other;
}

/// Whether NCCL can do what is asked for, and would not by itself.
bool is_another(const CheckedRun& run, const calibration::Observation& usual,
                const Measurement& asked) {
  const auto seen = calibration::observe(*run.bench, asked, run.profile);
  return seen && !seen->is_replaced &&
         (seen->algorithm != usual.algorithm || seen->protocol != usual.protocol);
}

void add_choice(const CheckedRun& run, std::string Measurement::*field, std::string_view name,
                Suspects& suspects) {
  const bool is_algorithm = field == &Measurement::algorithm;
  auto other = changed(run, [&](const calibration::Observation& usual, Measurement& row) {
    if (!(row.*field).empty() || row.is_fallback) return false;
    Measurement asked = row;
    asked.*field = name;
    if (!is_another(run, usual, asked)) return false;
    row = asked;
    return true;
  });
  if (!other) return;
  const std::string_view word = is_algorithm ? "algorithm" : "protocol";
  const std::string_view variable = is_algorithm ? "NCCL_ALGO" : "NCCL_PROTO";
  suspects.push_back({fmt::format("{}-{}", word, name),
                      fmt::format("NCCL used the {} {}", word, name),
                      fmt::format("{} in the environment and /etc/nccl.conf; tuner plugins; NCCL's "
                                  "choices with NCCL_DEBUG=INFO and NCCL_DEBUG_SUBSYS=TUNING",
                                  variable),
                      *std::move(other)});
}

}  // namespace

Suspects other_choice(const CheckedRun& run) {
  Suspects suspects;
  for (const auto* entry : sim::algorithms::known_to_nccl()) {
    add_choice(run, &Measurement::algorithm, entry->name, suspects);
  }
  for (const auto& entry : sim::protocols::all()) {
    add_choice(run, &Measurement::protocol, entry.name(), suspects);
  }
  return suspects;
}

Suspects fewer_channels(const CheckedRun& run) {
  auto other = changed(run, [](const calibration::Observation& usual, Measurement& row) {
    if (row.channels > 0 || usual.channels < 2) return false;
    row.channels = usual.channels / 2;
    return true;
  });
  if (!other) return {};
  return {{"half-channels", "NCCL used half as many channels as expected",
           "NCCL_MAX_NCHANNELS, NCCL_MAX_CTAS and NCCL_NCHANNELS_PER_NET_PEER; \"coll channels\" "
           "with NCCL_DEBUG=INFO",
           *std::move(other)}};
}

}  // namespace treering::tuner::check
