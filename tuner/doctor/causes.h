// What NCCL's complaints come from, as its maintainers explain them: a table of patterns, causes,
// the evidence that tells causes apart, and fixes, one line each in causes.def.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/host_state/host_state.h"
#include "tuner/doctor/commands.h"
#include "tuner/doctor/pattern.h"

namespace treering::tuner::doctor {

enum class CauseKind {
  Fault,    // the run failed of this
  Perhaps,  // it failed of one of several things, which the sentence names
  Costs,    // it went on, but slower
  Hint,     // worth knowing
  Follows,  // from a failure elsewhere, which is then the cause
  Unsaid,   // a failure without its reason, which other lines have
  Quiet,    // nothing is wrong, or another check reports it
};

struct Cause {
  CauseKind kind;
  std::string_view pattern;  // of the place in NCCL's source, a blank and the text; see pattern.h
  std::string_view needs;    // evidence: conditions with " & " between them; empty for none
  std::string_view cause;    // lower-case but for names, no full stop; places are filled in
  std::string_view fix;      // what to do, in words
  std::string_view set;      // variables that confirm or avoid it, apart by blanks
  std::string_view run;      // commands that show or mend it, apart by "; "
  std::string_view source;   // the thread, page or source of NCCL that says so
  bool is_around = false;    // of programs around NCCL: also what is an error by its form alone
};

/// In order: of several that fit, the first counts.
std::span<const Cause> all_causes();

struct Explained {
  const Cause* cause = nullptr;
  std::string what;  // the sentence of the cause with its places filled in
  std::string fix;   // likewise
};

/// Nothing where no entry fits.
std::optional<Explained> explained(const core::RunWarning& warning, const core::HostState& host);

/// Those of `run` that only look, and those that change something, with the variables of `set`.
Commands commands_of(const Cause& cause);

/// Whether what a run says has the evidence `needs`:
///   line:PATTERN     another complaint has the pattern
///   set:NAME         the variable is set; set:NAME=VALUE
///   driver<nccl      the driver's CUDA is older than that NCCL was built for
///   nccl<2.26        the version of NCCL is known and older; nccl>=2.26
/// with "not " before it for the opposite.
bool has_evidence(std::string_view needs, const core::HostState& host);

}  // namespace treering::tuner::doctor
