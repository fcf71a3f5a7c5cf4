// NCCL's own log, switched on for the one call that is watched: lines that are written take time.
#pragma once

#include <map>
#include <string>

#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

/// Sets a variable of this process; an empty value unsets it. \pre no other thread reads or sets
/// one of this name
void set_variable(const char* name, const std::string& value);

/// Unsets what NCCL_DEBUG and its like say. \pre NCCL has logged nothing yet, and this process has
/// one thread
void forget_log_variables();

class Log {
 public:
  /// What NCCL logs of this process goes to `file` while it is on, and nowhere while it is off.
  /// \pre forget_log_variables()
  Log(const Nccl& nccl, std::string file);

  /// Whether this NCCL can switch its log on while it runs.
  [[nodiscard]] bool can_switch() const { return nccl_.reset_log != nullptr; }

  void switch_on();
  /// What it wrote since.
  std::string switch_off();

 private:
  const Nccl& nccl_;
  std::string file_;
};

}  // namespace treering::workers::nccl
