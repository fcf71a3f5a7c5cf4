// NCCL's own log: switched on for one call, and read for what that call ran.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "tuner/measure/messages.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

// NCCL's own log, switched on for the one call that is watched: lines that are written take time.

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

// NCCL's log of the subsystem TUNING: what a collective really runs with, written when its kernel
// is planned by code that does not read the environment.
//
//   2.26 and later  host:12:34 [0] NCCL INFO AllReduce: 4096 Bytes -> Algo RING proto LL
//                   channel{Lo..Hi}={0..3}                                          (one line)
//   2.20 to 2.25    … AllReduce: 4096 Bytes -> Algo 1 proto 0 time 12.3      (numbers of its enums)

/// What the log says of calls of `collective`, in order, by names in snake_case; with 0 channels
/// where it does not say how many. Lines of others,
/// and what is no such line, are left out.
std::vector<sim::Way> choices_in(std::string_view log, core::Collective collective);

/// NCCL's name of the collective in its log; empty for those that it makes of sends and receives,
/// which it plans without a choice.
std::string_view logged_name(core::Collective collective);

}  // namespace treering::workers::nccl
