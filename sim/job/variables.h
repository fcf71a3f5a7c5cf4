// The NCCL_* variables that treering follows, in one table for parsing, lists, documentation and
// tests.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.h"
#include "sim/job/settings.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::job {

/// A phrase on what NCCL does with a value that it does not take as written; empty otherwise. Fails
/// where NCCL fails.
using Remark = core::Result<std::string>;

/// The NCCL version whose rules a variable follows.
enum class Rules {
  OfDefault,  // the default version's, whatever version is asked for
  OfAll,      // the same in all versions that are known
  OfVersion   // those of the version that is asked for
};

struct Variable {
  std::string_view name;     // "NCCL_MAX_NCHANNELS"
  std::string_view takes;    // "1 to 64"
  std::string_view changes;  // "the most channels that rings and trees get"
  std::string_view source;   // "graph/connect.cc", from NCCL's src/
  /// Reads a value that is not empty into the settings.
  Remark (*read)(std::string_view text, Settings& settings) = nullptr;
  Rules rules = Rules::OfDefault;
  /// The same for versions without lists by collective; null where they do not differ.
  Remark (*read_old)(std::string_view text, const nccl::versions::Version& version,
                     Settings& settings) = nullptr;
};

/// Of two variables that set the same thing, the later one in the table wins.
std::span<const Variable> all_variables();

/// Finds a variable by NCCL's exact spelling; null when there is none.
const Variable* find_variable(std::string_view name);

}  // namespace treering::sim::job
