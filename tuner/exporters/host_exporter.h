// Formats of recommendations for libraries on CPUs, and Open MPI's names for collectives.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/call.h"
#include "sim/libraries/library.h"
#include "tuner/advice/host_advice.h"
#include "tuner/exporters/exporter.h"

namespace treering::tuner::exporters {

// How Open MPI's component coll/tuned names and counts collectives.

struct OpenMpiCollective {
  core::Collective collective;
  std::string_view word;  // in its variables: coll_tuned_WORD_algorithm
  int number;             // in its rules: COLLTYPE of ompi/mca/coll/base/coll_base_functions.h
  /// Whether rules may tell sizes apart. Of gather and scatter the rules take the size from an
  /// argument that MPI lets some ranks leave out (coll_tuned_decision_dynamic.c), so that ranks
  /// could choose differently, and hang.
  bool has_rules_by_size;
};

/// Nothing where it has no algorithms to choose from.
std::optional<OpenMpiCollective> open_mpi_collective(core::Collective collective);

// Formats of recommendations for libraries on CPUs. To add one: a file in tuner/exporters and a
// line in host_exporters.def.

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
