// What each rank has in its memory at a moment of a simulated run: which bytes, and whose values
// are combined in them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/simulation/recorded.h"
#include "core/result.h"
#include "sim/schedule/contents.h"

namespace treering::app::simulation {

/// Runs the schedule on contents in place of values, as far as the run has come: the state is
/// always that of the executor which proves schedules (sim/schedule/proof/execution.h).
class Buffers {
 public:
  explicit Buffers(Recorded run);
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers();

  /// Why they are not known: the run has too many steps. Empty: they are.
  const std::string& why_not() const { return why_not_; }
  /// Bytes of the space that all data lie in (sim/schedule/contract.h).
  std::uint64_t space() const;
  /// Blocks into which the collective divides it: 1, the ranks, or their square.
  std::uint64_t blocks() const;
  int ranks() const;

  /// To a moment, forwards or back. \pre why_not() is empty
  void seek(double us);
  double now() const { return now_us_; }
  /// In ascending order, without overlap.
  sim::schedule::Contents contents(int agent) const;
  /// What of it is as the rank shall have it after the call.
  Data due_in(const sim::schedule::Piece& piece, int rank) const;
  /// How many bytes it shall have as a whole; 0: none, as where another rank is the root.
  std::uint64_t due(int rank) const;

 private:
  struct State;

  std::vector<std::uint64_t> steps_until(double us) const;

  Recorded run_;
  std::string why_not_;
  std::unique_ptr<State> state_;
  double now_us_ = 0;
};

/// Steps of all streams together; more take too long to go back.
inline constexpr std::uint64_t kMostSteps = 400'000;

/// What one rank has at a moment, as a value.
struct RankMemory {
  struct Part {
    sim::schedule::Piece piece;
    Data due;  // what of it is as it shall be after the call
  };
  int rank = 0;
  int ranks = 1;
  std::uint64_t space = 0;
  std::uint64_t due = 0;  // bytes that it shall have then
  std::vector<Part> parts;
};

/// \pre buffers.why_not() is empty
RankMemory memory_of(const Buffers& buffers, int rank);

/// Runs all ranks until then: with thousands of them that takes a part of a second. The error is
/// the sentence of why_not().
tl::expected<RankMemory, std::string> memory_at(const Recorded& run, int rank, double us);

}  // namespace treering::app::simulation
