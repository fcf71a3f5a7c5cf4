// Says, while a long run goes on, how long it will take: nobody waits without a word.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/engine/observer.h"

namespace treering::app::simulation {

/// Takes a sentence to be shown at once. Empty: nobody listens.
using Announce = std::function<void(const std::string& sentence)>;

/// Says once how many messages are ahead, where they are many after the first `look_after`.
class Patience final : public sim::engine::Observer {
 public:
  static constexpr std::uint64_t kLookAfter = 1'000'000;
  static constexpr std::uint64_t kMany = 5'000'000;

  /// Refers to both.
  Patience(const sim::schedule::Schedule& schedule, const Announce& announce,
           std::uint64_t look_after = kLookAfter, std::uint64_t many = kMany);

  void stands_for(const sim::engine::Representatives& representatives) override;
  void step_begins(sim::schedule::StreamId /*stream*/, sim::schedule::StepIndex /*step*/,
                   double /*at*/, const sim::engine::Cause& /*cause*/) override {}
  void step_ends(sim::schedule::StreamId stream, sim::schedule::StepIndex step, double at) override;
  void rate_changes(sim::engine::ConnectionId /*connection*/, double /*at*/,
                    double /*rate*/) override {}
  bool hears_rates() const override { return false; }
  bool looks_on() const override { return announce_ && seen_ < look_after_; }

 private:
  std::uint64_t all_steps() const;
  void look(sim::schedule::StreamId stream, sim::schedule::StepIndex step) const;

  const sim::schedule::Schedule& schedule_;
  const Announce& announce_;
  std::uint64_t look_after_;
  std::uint64_t many_;
  std::vector<sim::schedule::StreamId> representatives_;  // of each stream; empty: itself
  std::uint64_t seen_ = 0;                                // steps
  std::chrono::steady_clock::time_point begin_;
};

/// Before a run: says that it has very many connections, where it has.
void announce_connections(const sim::schedule::Schedule& schedule, const Announce& announce);

}  // namespace treering::app::simulation
