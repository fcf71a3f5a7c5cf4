// Work for which somebody waits: a long run says how long it will take and how far it is, and many
// calls are priced one after another; both end where nobody waits any more.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/work/work.h"
#include "sim/alternatives.h"
#include "sim/engine/observer.h"

namespace treering::app::work {

// Many calls, priced one after another, for as long as somebody waits.

/// The same, and says after each call how many of `calls` are done. Once the work is cancelled
/// calls have no alternatives, so that what asks for many ends at once: its result is no answer.
/// Refers to `work`.
sim::AlternativesOf while_wanted(sim::AlternativesOf alternatives, const Work& work,
                                 std::uint64_t calls);

// Says, while a long run goes on, how long it will take and how far it is: nobody waits without a
// word, and where nobody waits the run ends.

/// Takes a sentence to be shown at once. Empty: nobody listens.
using Announce = std::function<void(const std::string& sentence)>;

/// Seconds from some moment on.
using Clock = std::function<double()>;
double steady_seconds();
/// The processor time of this thread.
double thread_seconds();

struct PatienceLimits {
  double look_after_s = 1;
  double long_s = 5;                       // such a rest is worth a word
  std::uint64_t look_every = 16;           // steps: reading a clock takes as long as half of one
  std::uint64_t report_every = 1U << 16U;  // some 20 ms
  Clock clock = steady_seconds;
  Clock work_clock = thread_seconds;
};

/// Says how long something takes, and later how long the rest does where it is another time than
/// was said. It knows the processor time of the work, which others on the machine hardly change,
/// and how many times longer all has taken until now.
class Forecast {
 public:
  /// Refers to the announcement.
  Forecast(const Announce& announce, const PatienceLimits& limits)
      : announce_(announce), limits_(limits), wait_s_(limits.look_after_s) {}

  /// From here on.
  void begin();
  /// Whether it is time to look how far it is.
  bool is_due() const { return limits_.clock() - looked_at_ >= wait_s_ / 2; }
  /// \param done of all, which is 1
  /// \param first what is said before "about 5 s" and after it, the first time
  struct Words {
    std::string before;
    std::string after;
  };
  void see(double done, const std::function<Words()>& first);

 private:
  /// How far the work is, after so much processor time.
  struct Mark {
    double work_s = 0;
    double done = 0;
  };

  double work_left(const Mark& mark) const;
  bool is_news(double seconds, double now) const;

  const Announce& announce_;
  PatienceLimits limits_;
  double wait_s_ = 0;  // from one forecast to the next, which is later and later
  double began_at_ = 0;
  double began_work_s_ = 0;
  double looked_at_ = 0;
  Mark last_;                         // of the last forecast
  std::optional<Mark> middle_;        // between that and the next
  std::optional<double> said_until_;  // when it is to end
};

/// Says how many messages are ahead and how long they take, where that is long, and again and again
/// how many steps are done. Gives up when the work is cancelled.
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
  bool looks_on() const override { return work_.report || announce_; }
  bool gives_up() const override { return work_.is_cancelled(); }

  /// Of runs that report no steps.
  void is_done(double share) override;

 private:
  std::uint64_t all_steps() const;
  std::uint64_t all();
  void count(sim::schedule::StreamId stream, sim::schedule::StepIndex step);
  void look();

  const sim::schedule::Schedule& schedule_;
  const Announce& announce_;
  const Work& work_;
  PatienceLimits limits_;
  Forecast forecast_;
  sim::engine::Representatives representatives_;
  std::uint64_t seen_ = 0;                      // steps
  std::uint64_t all_ = 0;                       // of the run; 0: not counted
  std::uint64_t done_ = 0;                      // also those that were skipped
  std::vector<sim::schedule::StepIndex> next_;  // by stream
};

}  // namespace treering::app::work
