// NCCL's own log, switched on for the one call that is watched: lines that are written take time.
#pragma once

#include <map>
#include <string>

#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

/// Sets a variable of this process, and says what it was before; an empty value unsets it.
std::string exchange_variable(const std::string& name, const std::string& value);

class Log {
 public:
  /// From now on, what NCCL logs of this process goes to `file` while it is on, and nowhere while
  /// it is off, whatever NCCL_DEBUG said before. \pre NCCL has logged nothing yet
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
