// Says, while a long run goes on, how long it will take and how far it is: nobody waits without a
// word, and where nobody waits the run ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/work/work.h"
#include "sim/engine/observer.h"

namespace treering::app::work {

/// Takes a sentence to be shown at once. Empty: nobody listens.
using Announce = std::function<void(const std::string& sentence)>;

/// Steps: each sends or receives a message.
struct PatienceLimits {
  std::uint64_t look_after = 1'000'000;
  std::uint64_t many = 5'000'000;
  std::uint64_t report_every = 1U << 16U;  // some 20 ms
};

/// Says once how many messages are ahead, where they are many after the first `look_after`, and
/// again and again how many steps are done. Gives up when the work is cancelled.
class Patience final : public sim::engine::Observer {
 public:
  /// Refers to all but the limits.
  Patience(const sim::schedule::Schedule& schedule, const Announce& announce, const Work& work,
           const PatienceLimits& limits = {});

  void stands_for(const sim::engine::Representatives& representatives) override;
  void step_begins(sim::schedule::StreamId /*stream*/, sim::schedule::StepIndex /*step*/,
                   double /*at*/, const sim::engine::Cause& /*cause*/) override {}
  void step_ends(sim::schedule::StreamId stream, sim::schedule::StepIndex step, double at) override;
  void rate_changes(sim::engine::ConnectionId /*connection*/, double /*at*/,
                    double /*rate*/) override {}
  bool hears_rates() const override { return false; }
  bool looks_on() const override {
    return work_.report || (announce_ && seen_ < limits_.look_after);
  }
  bool gives_up() const override { return work_.is_cancelled(); }

 private:
  std::uint64_t all_steps() const;
  void count(sim::schedule::StreamId stream, sim::schedule::StepIndex step);
  void look(sim::schedule::StreamId stream, sim::schedule::StepIndex step) const;

  const sim::schedule::Schedule& schedule_;
  const Announce& announce_;
  const Work& work_;
  PatienceLimits limits_;
  sim::engine::Representatives representatives_;
  std::uint64_t seen_ = 0;                      // steps
  std::uint64_t all_ = 0;                       // of the run, where it is reported
  std::uint64_t done_ = 0;                      // also those that were skipped
  std::vector<sim::schedule::StepIndex> next_;  // by stream, where it is reported
  std::chrono::steady_clock::time_point begin_;
};

/// Before a run: says that it has very many connections, where it has.
void announce_connections(const sim::schedule::Schedule& schedule, const Announce& announce);

}  // namespace treering::app::work
