// What the conductor of a measurement and its workers say to each other: one JSON object a line.
//
//   conductor                         workers (rank 0 speaks for all)
//                              <-     hello: which library, which ranks
//   task: warm up, take samples ->
//                              <-     without samples: that the first call is done
//                              <-     batch, or an error
//   (closes the connection)           all ranks end
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sim/way.h"
#include "tuner/measure/configuration.h"

namespace treering::tuner::measure {

/// How far apart in time ranks may start for a sample to count: the larger of the two.
struct StartTolerance {
  double share = 0.25;  // of a short call of the batch: a tenth of its calls is shorter
  double us = 10;

  bool operator==(const StartTolerance&) const = default;
};

struct Task {
  Configuration configuration;
  int warmups = 0;  // calls before the first sample; not timed
  int samples = 0;  // 0: only what a call takes, does and gives
  /// Calls in one go, timed as nccl-tests does; 0: none.
  int loops = 0;
  StartTolerance start;

  bool operator==(const Task&) const = default;
};

struct Hello {
  std::string library;  // "Open MPI 4.1.4"
  int ranks = 0;
  int nodes = 0;
  /// What the library can be forced to, by the collective's name; from the library where it says.
  std::map<std::string, std::vector<std::string>> algorithms;
  std::vector<std::string> facts;  // of the machines: "4 ranks on 2 cores"
  /// For the environment of the results, by name: what the ranks are bound to.
  std::map<std::string, std::string> environment;
  /// All that a recording can answer; empty: workers run whatever they are asked for. Not written.
  std::vector<Configuration> recorded;
  /// How often it started what it started most often; 0: workers start as often as they are asked
  /// to. Not written.
  int recorded_launches = 0;

  bool operator==(const Hello&) const = default;
};

/// Messages that one rank sent to another during one call: `count` of `bytes` each.
struct Sent {
  int from = 0;
  int to = 0;
  std::uint64_t bytes = 0;
  int count = 0;

  auto operator<=>(const Sent&) const = default;
};

/// Seen::witness of the two kinds of `sent`, and of what the library reported in its log.
inline constexpr const char* kMessagesWitness = "messages";
inline constexpr const char* kBytesWitness = "bytes";
inline constexpr const char* kLogWitness = "nccl log";

/// What was seen to run, by a witness that does not know what was asked for.
struct Seen {
  std::string witness;  // one of those above; empty: there was none
  /// Sorted; of one call. Of the witness "bytes": one for each pair of ranks, with all that went
  /// over the wire between them, the library's own headers too.
  std::vector<Sent> sent;
  sim::Way way;  // as the library reported it

  bool operator==(const Seen&) const = default;
};

/// In what workers say as they end, where they found no GPU because the machine has none.
inline constexpr const char* kNoGpu = "no NVIDIA GPU on this machine";

struct Batch {
  /// From the last rank that started to the last that ended, one per call, in order.
  std::vector<double> samples_us;
  /// Between the first and the last start, by sample; empty where a recording does not say.
  std::vector<double> spread_us;
  double clock_error_us = 0;      // that a time may be off, since clocks are; 0: one clock
  int late = 0;                   // calls whose ranks started too far apart; not in samples_us
  std::optional<double> loop_us;  // per call of the loop, mean of the ranks: nccl-tests' time
  double call_us = 0;             // of one call, on the slowest rank; 0: not known
  std::uint64_t wrong = 0;        // elements, over all ranks
  Seen seen;
  /// For the environment of the result, by name: what the machines did meanwhile.
  std::map<std::string, std::string> environment;

  bool operator==(const Batch&) const = default;
};

/// What workers say of a task without samples when its first call is done: so each of its calls can
/// be waited for alone.
inline constexpr std::string_view kCalledLine = R"({"called": 1})";

// Each on one line, without its end.
std::string line_of(const Task& task);
std::string line_of(const Hello& hello);
std::string line_of(const Batch& batch);
std::string error_line(std::string_view sentence);

// Of a line. `where` names the speaker. A line of the other kind is an error, and what the workers
// report as one (Category::Environment).
core::Result<Task> parse_task(std::string_view line, const std::string& where);
core::Result<Hello> parse_hello(std::string_view line, const std::string& where);
core::Result<Batch> parse_batch(std::string_view line, const std::string& where);

}  // namespace treering::tuner::measure
