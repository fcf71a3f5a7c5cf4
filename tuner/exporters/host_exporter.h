// Formats of recommendations for libraries on CPUs. To add one: a file in tuner/exporters and a
// line in host_exporters.def.
#pragma once

#include <span>
#include <string_view>

#include "sim/libraries/library.h"
#include "tuner/advice/host_advice.h"
#include "tuner/exporters/comment.h"
#include "tuner/exporters/exporter.h"

namespace treering::tuner::exporters {

struct HostExporter {
  std::string_view name;
  sim::libraries::Library library;  // that reads it
  std::string_view summary;
  Export (*write)(const advice::HostRecommendation&);
};

std::span<const HostExporter> all_host_exporters();

/// The head of a file: what it is for, where it comes from, and how to take it back.
Comment heading_of(const advice::HostRecommendation& recommendation);

/// Why nothing is better than the library's own choices, collective by collective.
std::string nothing_better(const advice::HostRecommendation& recommendation);

/// "1 KiB to 64 KiB: ring, 1.35 times as fast as Open MPI's own choice (99 % sure)".
std::string text_of(const advice::SizedChoice& choice);

}  // namespace treering::tuner::exporters
