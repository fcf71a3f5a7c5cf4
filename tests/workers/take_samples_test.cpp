// The order of what happens around a sample, with one rank that needs no library.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "workers/samples.h"

namespace treering::workers {
namespace take_samples_test {

/// Writes down what is called: w wait for each other, b before, c call.
struct Script {
  std::string events;
};

class OneRank : public Backend {
 public:
  explicit OneRank(Script& script) : script_(script) {}

  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int ranks() const override { return 1; }
  [[nodiscard]] std::string library() const override { return "none"; }
  [[nodiscard]] std::map<std::string, std::vector<std::string>> algorithms() const override {
    return {};
  }
  void share(std::string& /*text*/) override {}
  std::vector<double> gather(const std::vector<double>& own) override { return own; }
  std::vector<std::string> gather(const std::string& own) override { return {own}; }
  void line_up() override { script_.events += 'w'; }
  void send(int /*to*/, double /*number*/) override {}
  double receive(int /*from*/) override { return 0; }
  core::Result<std::unique_ptr<PreparedCall>> prepare(
      const tuner::measure::Configuration& /*asked*/, const Memory& /*memory*/) override {
    return core::environment_error("none", "no library");
  }
  void start_witness() override {}
  tuner::measure::Seen stop_witness() override { return {}; }

 private:
  Script& script_;
};

/// As rank 0 sees it: this rank's numbers, and those that the other two would have.
class ThreeRanks final : public OneRank {
 public:
  ThreeRanks(Script& script, std::vector<double> others)
      : OneRank(script), others_(std::move(others)) {}
  [[nodiscard]] int ranks() const override { return 3; }
  std::vector<double> gather(const std::vector<double>& own) override {
    std::vector<double> all = own;
    all.insert(all.end(), others_.begin(), others_.end());
    return all;
  }
  std::vector<std::string> gather(const std::string& own) override { return {own, own, own}; }

 private:
  std::vector<double> others_;
};

class NotedCall final : public PreparedCall {
 public:
  explicit NotedCall(Script& script) : script_(script) {}
  [[nodiscard]] std::byte* in() const override { return nullptr; }
  [[nodiscard]] std::byte* out() const override { return nullptr; }
  void run() override { script_.events += 'c'; }

 private:
  Script& script_;
};

// What empties the caches comes before the ranks agree on a start, so it is no part of the time.
TEST(TakeSamples, CachesAreEmptiedBeforeEachSampleAndUntimed) {
  Script script;
  OneRank backend(script);
  NotedCall call(script);
  tuner::measure::Task task;
  task.samples = 3;
  tuner::measure::Batch batch;
  take_samples(backend, {call, [&] { script.events += 'b'; }}, task, batch);
  EXPECT_EQ(script.events, "bwcbwcbwc");
  EXPECT_EQ(batch.samples_us.size() + static_cast<std::size_t>(batch.late), 3U);
  EXPECT_EQ(batch.spread_us, std::vector<double>(batch.samples_us.size(), 0.0));
}

// nccl-tests' time: the ranks start together once.
TEST(TakeSamples, ALoopIsOneStartOfManyCalls) {
  Script script;
  OneRank backend(script);
  NotedCall call(script);
  tuner::measure::Task task;
  task.loops = 4;
  EXPECT_GE(loop_us(backend, call, task), 0);
  EXPECT_EQ(script.events, "wcccc");
}

// Between ranks 1 and 2, which took 30 and 50: rank 0 had nothing to do.
TEST(TakeSamples, OnlyRanksThatTakePartCount) {
  Script script;
  NotedCall call(script);
  tuner::measure::Task task;
  task.configuration.call.collective = core::Collective::SendRecv;
  task.configuration.pair = tuner::measure::Pair{1, 2};
  task.loops = 4;
  ThreeRanks in_a_loop(script, {30, 50});
  EXPECT_DOUBLE_EQ(loop_us(in_a_loop, call, task), 40);
  // Rank 1 runs from 100 to 140, rank 2 from 105 to 160, long before rank 0 looks at its clock.
  task.samples = 1;
  ThreeRanks one_by_one(script, {100, 140, 105, 160});
  tuner::measure::Batch batch;
  take_samples(one_by_one, {call, {}}, task, batch);
  EXPECT_EQ(batch.samples_us, std::vector<double>{55});
  EXPECT_EQ(batch.spread_us, std::vector<double>{5});
  EXPECT_EQ(batch.late, 0);
}

}  // namespace take_samples_test
}  // namespace treering::workers
