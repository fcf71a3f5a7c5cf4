// One rank of a communication library: what the loop of a worker (serve.h) needs of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/measure/messages.h"

namespace treering::workers {

/// Room for a call on this rank: two buffers, each for the larger of input and output.
struct Memory {
  std::byte* first = nullptr;
  std::byte* second = nullptr;
};

/// One collective, ready to run as often as wanted.
class PreparedCall {
 public:
  PreparedCall() = default;
  PreparedCall(const PreparedCall&) = delete;
  PreparedCall& operator=(const PreparedCall&) = delete;
  virtual ~PreparedCall() = default;

  /// Puts known values into the input, which a run in place overwrites, and into the output some
  /// that no result has. Not timed.
  virtual void fill(const tuner::measure::Configuration& asked, int rank, int ranks);
  /// Elements of the output that differ from what the collective promises. Not timed.
  virtual std::uint64_t wrong_elements(const tuner::measure::Configuration& asked, int rank,
                                       int ranks);
  /// Returns when this rank is done.
  virtual void run() = 0;
  /// Likewise, so many times in one go, as nccl-tests does.
  virtual void run_loop(int count) {
    for (int i = 0; i < count; ++i) run();
  }

 protected:
  // Where the host puts the input, and finds the output.
  [[nodiscard]] virtual std::byte* in() const = 0;
  [[nodiscard]] virtual std::byte* out() const = 0;
};

class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  [[nodiscard]] virtual std::string library() const = 0;
  /// What it can be forced to, by the collective's name.
  [[nodiscard]] virtual std::map<std::string, std::vector<std::string>> algorithms() const = 0;

  /// What may explain its results later, by name.
  [[nodiscard]] virtual std::map<std::string, std::string> environment() const { return {}; }

  // Between the ranks, outside of what is timed. All ranks call the same one at the same time.

  /// Rank 0's text to all.
  virtual void share(std::string& text) = 0;
  /// The numbers of all ranks, by rank; empty on ranks but 0. All give equally many.
  virtual std::vector<double> gather(const std::vector<double>& own) = 0;
  /// The texts of all ranks, by rank; empty on ranks but 0.
  virtual std::vector<std::string> gather(const std::string& own) = 0;
  virtual void line_up() = 0;
  /// A number to another rank, which receives it.
  virtual void send(int to, double number) = 0;
  virtual double receive(int from) = 0;

  /// Whether its calls use the memory that prepare() is given; else that is null.
  [[nodiscard]] virtual bool needs_host_memory() const { return true; }

  // What is timed.

  /// Fails where the library cannot do it.
  virtual core::Result<std::unique_ptr<PreparedCall>> prepare(
      const tuner::measure::Configuration& asked, const Memory& memory) = 0;
  /// Overwrites the caches that hold the memory of a call. Not timed.
  virtual void overwrite_caches();
  /// From now on messages of this rank are noted.
  virtual void start_witness() = 0;
  /// What was sent since, and what the library reported; an empty witness where there is none.
  virtual tuner::measure::Seen stop_witness() = 0;

  // What the machines do while a task is measured. All ranks call them together.

  virtual void start_watch() {}
  /// For the environment of the result, by name, on rank 0: how they were when it started and are
  /// now.
  virtual std::map<std::string, std::string> stop_watch() { return {}; }
};

}  // namespace treering::workers
