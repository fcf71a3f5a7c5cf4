// Choices that NCCL is not expected to make by itself.
#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/algorithms/registry.h"
#include "sim/protocols/registry.h"
#include "tuner/check/run_model.h"
#include "tuner/check/suspect.h"

namespace treering::tuner::check {
namespace {

/// Changes a row; false where it stays as it is.
using Change = std::function<bool(Measurement& row)>;

/// Nothing where no row changes.
std::optional<CheckedRun> changed(const CheckedRun& run, const Change& change) {
  CheckedRun other = run;
  bool is_changed = false;
  for (Measurement& row : other.rows) is_changed = change(row) || is_changed;
  if (!is_changed) return std::nullopt;
  return other;
}

/// All calls by one algorithm, or one protocol.
struct Asked {
  std::string Measurement::*field;
  std::string_view name;
};

void add_choice(const CheckedRun& run, const Asked& one, RunModel& model, Suspects& suspects) {
  const auto [field, name] = one;
  const bool is_algorithm = field == &Measurement::algorithm;
  auto other = changed(run, [&, field = field, name = name](Measurement& row) {
    if (!(row.*field).empty() || row.is_fallback) return false;
    const Modelled* const usual = model.of(row);
    if (usual == nullptr) return false;
    Measurement asked = row;
    asked.*field = name;
    const Modelled* const forced = model.of(asked);
    if (forced == nullptr || !forced->is_another_way_than(*usual)) return false;
    row = std::move(asked);
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

Suspects other_choice(const CheckedRun& run, RunModel& usual) {
  Suspects suspects;
  for (const auto* entry : sim::algorithms::known_to_nccl()) {
    add_choice(run, {&Measurement::algorithm, entry->name}, usual, suspects);
  }
  for (const auto& entry : sim::protocols::all()) {
    add_choice(run, {&Measurement::protocol, entry.name()}, usual, suspects);
  }
  return suspects;
}

Suspects fewer_channels(const CheckedRun& run, RunModel& usual) {
  auto other = changed(run, [&](Measurement& row) {
    if (row.channels > 0) return false;
    const Modelled* const modelled = usual.of(row);
    if (modelled == nullptr || modelled->channels < 2) return false;
    row.channels = modelled->channels / 2;
    return true;
  });
  if (!other) return {};
  return {{"half-channels", "NCCL used half as many channels as expected",
           "NCCL_MAX_NCHANNELS, NCCL_MAX_CTAS and NCCL_NCHANNELS_PER_NET_PEER; \"coll channels\" "
           "with NCCL_DEBUG=INFO",
           *std::move(other)}};
}

}  // namespace treering::tuner::check
