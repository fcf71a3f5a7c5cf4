// NCCL_ALGO and NCCL_PROTO: the texts of their lists, and the settings that these become.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sim/job/settings.h"
#include "sim/job/variables.h"

namespace treering::sim::job {

// Reads the texts of NCCL_ALGO and NCCL_PROTO.
//
//   ring,tree                      these two, for every collective
//   ^ll128                         every one but this
//   ring;allreduce:tree,nvls       ring, but for all_reduce these two (from 2.24 on)

struct ChoiceWords {
  std::string_view variable;  // "NCCL_ALGO"
  std::string_view what;      // "algorithm"
  std::span<const std::string_view> names;
};

/// Fails where NCCL refuses to make a communicator: on a name that it does not know, and on a list
/// without a collective that is not the first (NCCL v2.28.9-1, src/graph/tuning.cc, parseList).
core::Result<ChoiceList> read_choice_list(std::string_view text, const ChoiceWords& words);

struct PlainList {
  ChoiceList list;
  std::vector<std::string_view> unknown;  // names that are ignored
};

/// As NCCL read it up to 2.23: one list for all collectives (v2.23.4-1, src/graph/tuning.cc,
/// parseList). Empty names in `words` match nothing.
PlainList read_plain_list(std::string_view text, const ChoiceWords& words);

// Reads NCCL_ALGO and NCCL_PROTO into settings by the names of algorithms and protocols.

Remark set_algorithms(std::string_view text, Settings& settings);
Remark set_protocols(std::string_view text, Settings& settings);

/// The same as in versions without lists by collective, with the names that `version` knows.
Remark set_old_algorithms(std::string_view text, const nccl::versions::Version& version,
                          Settings& settings);
Remark set_old_protocols(std::string_view text, const nccl::versions::Version& version,
                         Settings& settings);

}  // namespace treering::sim::job
