// The NCCL_* variables that treering follows, one line each: parsing, lists, documentation and
// tests read this table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.h"
#include "sim/job/settings.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::job {

/// What NCCL makes of a value where that is not what it seems to say, in a phrase; empty otherwise.
/// Fails where NCCL does.
using Remark = core::Result<std::string>;

/// Whose rules a variable follows.
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
  /// Puts a value that is not empty into the settings.
  Remark (*read)(std::string_view text, Settings& settings) = nullptr;
  Rules rules = Rules::OfDefault;
  /// The same as versions did that know no lists by collective; null where that makes no
  /// difference.
  Remark (*read_old)(std::string_view text, const nccl::versions::Version& version,
                     Settings& settings) = nullptr;
};

/// Where two speak of the same thing, the later one counts more.
std::span<const Variable> all_variables();

/// By NCCL's spelling, which alone counts; null when there is none.
const Variable* find_variable(std::string_view name);

}  // namespace treering::sim::job
