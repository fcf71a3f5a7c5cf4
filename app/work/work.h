// What long work looks at and says while it goes on: whether its answer is still wanted, and how
// far it is.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

#include "core/result.h"

namespace treering::app::work {

struct Progress {
  std::string_view what;   // "simulating"; a constant
  std::string_view units;  // "messages"; a constant
  std::uint64_t done = 0;
  std::uint64_t of = 0;  // 0: how many there will be is not known
  bool operator==(const Progress&) const = default;
};

/// Part of a request. By itself: nobody listens, and nothing is cancelled.
struct Work {
  std::stop_token stop;
  /// Called in the thread of the work, some ten times a second at most where it can be helped.
  std::function<void(const Progress& progress)> report;

  bool is_cancelled() const { return stop.stop_requested(); }
  void say(const Progress& progress) const {
    if (report) report(progress);
  }
};

/// Fails once the work is cancelled: what it has found until then is no answer.
inline core::Result<void> check_wanted(const Work& work) {
  if (work.is_cancelled()) return core::cancelled();
  return {};
}

}  // namespace treering::app::work
