// What stands between the runs of a pasted text: lines of a shell that set NCCL's variables, and
// titles that people write above a run.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace treering::tuner::runs {

// NCCL's variables that hold for the commands below them: "export NCCL_ALGO=Ring", behind a prompt
// too; "unset NCCL_ALGO" ends that. A line of assignments alone, as in nccl.conf or above a table,
// is of the next run.

class ShellVariables {
 public:
  /// Whether the line sets or ends one.
  bool read(std::string_view line);
  /// Those of the next run.
  std::map<std::string, std::string> all() const;
  /// It has begun: what was of it alone is no longer of others.
  void end_next() { of_next_.clear(); }

 private:
  std::map<std::string, std::string> exported_;
  std::map<std::string, std::string> of_next_;
};

/// Whether the line starts a program: torchrun, python, mpirun, srun.
bool is_launch(std::string_view line);

/// A line that people mark as a title: "### after the reboot", "With GDR:", "=== run 2 ===". The
/// words of it, short; empty for other lines, and for those of nccl-tests.
std::string title_in(std::string_view line);

}  // namespace treering::tuner::runs
