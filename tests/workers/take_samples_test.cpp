// The order of what happens around a sample, with one rank that needs no library.
#include <string>

#include <gtest/gtest.h>

#include "workers/samples.h"

namespace treering::workers {
namespace take_samples_test {

/// Writes down what is called: w wait for each other, b before, c call.
struct Script {
  std::string events;
};

class OneRank final : public Backend {
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
  core::Result<std::unique_ptr<Call>> prepare(const tuner::measure::Configuration& /*asked*/,
                                              const Memory& /*memory*/) override {
    return core::environment_error("none", "no library");
  }
  void start_witness() override {}
  tuner::measure::Seen stop_witness() override { return {}; }

 private:
  Script& script_;
};

class NotedCall final : public Call {
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
  take_samples(
      backend, call, task, [&] { script.events += 'b'; }, batch);
  EXPECT_EQ(script.events, "bwcbwcbwc");
  EXPECT_EQ(batch.samples_us.size() + static_cast<std::size_t>(batch.late), 3U);
  EXPECT_EQ(batch.spread_us, std::vector<double>(batch.samples_us.size(), 0.0));
}

// nccl-tests' time: the ranks start together once.
TEST(TakeSamples, ALoopIsOneStartOfManyCalls) {
  Script script;
  OneRank backend(script);
  NotedCall call(script);
  EXPECT_GE(loop_us(backend, call, 4), 0);
  EXPECT_EQ(script.events, "wcccc");
}

}  // namespace take_samples_test
}  // namespace treering::workers
