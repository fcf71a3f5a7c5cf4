#include "tuner/exporters/exporter.h"

#include <array>

#include <fmt/format.h>

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
