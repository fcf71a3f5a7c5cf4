#include "tuner/exporters/host_exporter.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/libraries/library.h"
#include "tuner/advice/recommend.h"

namespace treering::tuner::exporters {

#define HOST_EXPORTER(function, name, library, summary) \
  Export write_##function(const advice::HostRecommendation&);
#include "tuner/exporters/host_exporters.def"
#undef HOST_EXPORTER

std::span<const HostExporter> all_host_exporters() {
#define HOST_EXPORTER(function, name, library, summary) \
  HostExporter{name, sim::libraries::Library::library, summary, write_##function},
  static constexpr std::array kExporters{
#include "tuner/exporters/host_exporters.def"
  };
#undef HOST_EXPORTER
  return kExporters;
}

std::string text_of(const advice::SizedChoice& choice) {
  const std::string first = core::format_size(choice.first);
  const std::string sizes = choice.first == choice.last
                                ? first
                                : fmt::format("{} to {}", first, core::format_size(choice.last));
  if (choice.algorithm.empty()) return sizes + ": the library's own choice";
  constexpr double kPercent = 100;
  return fmt::format("{}: {}, {:.2f} times as fast as its own choice ({:.0f} % sure)", sizes,
                     choice.algorithm, choice.gain, std::floor(kPercent * choice.confidence));
}

Comment heading_of(const advice::HostRecommendation& recommendation) {
  Comment comment;
  comment.add_wrapped(fmt::format("Algorithms of Open MPI for {}", recommendation.hosts));
  comment.add_wrapped(fmt::format("from {}", recommendation.evidence));
  for (const std::string& note : recommendation.notes) comment.add_wrapped("note: " + note);
  return comment;
}

std::string nothing_better(const advice::HostRecommendation& recommendation) {
  std::string text = fmt::format(
      "nothing written: nothing is surely faster than the library's own choice by {} or more, by "
      "{}",
      advice::least_gain_text(), recommendation.evidence);
  for (const advice::HostChoices& one : recommendation.collectives) {
    if (one.why_not.empty()) continue;
    text += fmt::format("\n  {}: {}", core::name_of(one.collective), one.why_not);
  }
  return text;
}

}  // namespace treering::tuner::exporters
