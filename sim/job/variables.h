// NCCL's variables: those that treering follows, those that it knows and does not follow, and how a
// user's become settings.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sim/job/settings.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::job {

// The NCCL_* variables that treering follows, in one table for parsing, lists, documentation and
// tests.

/// A phrase on what NCCL does with a value that it does not take as written; empty otherwise. Fails
/// where NCCL fails.
using Remark = core::Result<std::string>;

/// The NCCL version whose rules a variable follows.
enum class Rules {
  OfDefault,  // the default version's, whatever version is asked for
  OfAll,      // the same in all versions that are known
  OfVersion   // those of the version that is asked for
};

/// Which calls a variable can change the time of, the algorithm or the connections.
enum class Reach {
  All,
  Tuned,  // those whose algorithm NCCL chooses
  Pairs   // those that are messages between pairs: alltoall, gather, scatter, sendrecv
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
  Reach reach = Reach::All;
};

/// Of two variables that set the same thing, the later one in the table wins.
std::span<const Variable> all_variables();

/// Finds a variable by NCCL's exact spelling; null when there is none.
const Variable* find_variable(std::string_view name);

// The NCCL_* variables that treering knows but does not follow.

/// Why a variable is not followed.
enum class NotFollowed {
  NoEffect,    // it changes no algorithm, protocol, channel or time of a collective
  Times,       // it changes how fast data moves, which is not modelled, and nothing else
  Hardware,    // it changes which devices NCCL sees, and the topology says that
  Unmodelled,  // it can change NCCL's decisions, in ways that are not modelled
  Removed,     // NCCL 2.28 no longer reads it
};

struct OtherVariable {
  std::string_view name;
  NotFollowed why = NotFollowed::NoEffect;
  // Of those that are removed: the last minor version that read it, "2.4", and what it did there.
  std::string_view last = {};
  std::string_view did = {};
};

std::span<const OtherVariable> other_variables();

/// "not modelled, although NCCL's decisions can depend on it".
std::string_view meaning_of(NotFollowed why);

/// Finds a variable by NCCL's spelling; nothing when there is none.
std::optional<OtherVariable> find_other_variable(std::string_view name);

// Turns NCCL_* variables, as a user gives them, into settings.

/// Where a variable was found. A misspelt option is the user's mistake, but a process may have any
/// variable.
enum class Origin { Option, Process };

struct Assignment {
  std::string name;
  std::string value;  // empty: as if it were not set
  Origin origin = Origin::Option;
  bool operator==(const Assignment&) const = default;
};

struct Environment {
  Settings settings;
  std::vector<Assignment> followed;  // those in `settings`, in the order of all_variables()
  std::vector<std::string> notes;    // about the others, and about values that NCCL changes
};

/// The last of several assignments to a name counts. Fails for an option whose name NCCL does not
/// know, and for a value on which NCCL fails.
core::Result<Environment> read_environment(
    std::span<const Assignment> given,
    const nccl::versions::Version& version = nccl::versions::default_version());

/// A note on the variables that are followed as in the default version although `version` is
/// another: "NCCL_CROSS_NIC: followed as in NCCL 2.28.9, not as in 2.18.1". Empty when there are
/// none.
std::string rules_note(const std::vector<Assignment>& followed,
                       const nccl::versions::Version& version);

}  // namespace treering::sim::job
