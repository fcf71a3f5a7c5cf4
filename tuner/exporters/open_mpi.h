// How Open MPI's component coll/tuned names and counts collectives.
#pragma once

#include <optional>
#include <string_view>

#include "core/collective.h"

namespace treering::tuner::exporters {

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

}  // namespace treering::tuner::exporters
