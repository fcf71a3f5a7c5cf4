#include "tuner/exporters/exporter.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/units.h"

namespace treering::tuner::exporters {

#define EXPORTER(function, name, scope, summary, undo) \
  Export write_##function(const advice::Recommendation&);
#include "tuner/exporters/exporters.def"
#undef EXPORTER

std::span<const Exporter> all_exporters() {
#define EXPORTER(function, name, scope, summary, undo) \
  Exporter{name, summary, undo, Scope::scope, write_##function},
  static constexpr std::array kExporters{
#include "tuner/exporters/exporters.def"
  };
#undef EXPORTER
  return kExporters;
}

std::string sizes_text(const advice::Recommendation& recommendation) {
  const std::string first = core::format_size(recommendation.sizes.front());
  const std::string last = core::format_size(recommendation.sizes.back());
  return first == last ? fmt::format("at {}", last) : fmt::format("from {} to {}", first, last);
}

bool changes_a_choice(const advice::Recommendation& recommendation) {
  return std::ranges::any_of(recommendation.collectives, [](const auto& one) {
    const bool is_changed = one.gain.least != 1 || one.gain.greatest != 1;
    return one.is_advised && one.is_followed() && is_changed;
  });
}

Comment heading_of(const advice::Recommendation& recommendation, std::string_view what) {
  Comment comment;
  comment.add(fmt::format("{} for {} of {} ({} ranks), NCCL {}", what,
                          advice::nodes_text(recommendation), recommendation.topology,
                          recommendation.ranks, recommendation.nccl_version));
  if (!recommendation.fabric.empty()) comment.add_wrapped("fabric: " + recommendation.fabric);
  comment.add(fmt::format("from {} for {} and {}: {}; topology fingerprint {}",
                          recommendation.evidence, recommendation.type, recommendation.op,
                          recommendation.is_measured ? "measured" : "predicted, not measured",
                          recommendation.fingerprint));
  comment.add_wrapped(recommendation.failed_search);
  for (const std::string& note : recommendation.notes) comment.add_wrapped("note: " + note);
  return comment;
}

}  // namespace treering::tuner::exporters
