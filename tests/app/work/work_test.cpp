// Work that nobody waits for any more ends without an answer, and says until then how far it is.
#include "app/work/work.h"

#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include "app/advice/scaling.h"
#include "app/doctor.h"
#include "app/exporting/export.h"
#include "app/predict.h"
#include "app/simulate.h"
#include "app/work/patience.h"

namespace treering::app::work {
namespace work_test {

using core::Category;

/// Cancels itself at the report of that number, from 1 on; 0: never.
class Watched {
 public:
  explicit Watched(std::size_t stop_at = 0) : stop_at_(stop_at) {}

  Work work() {
    return {source_.get_token(), [this](const Progress& progress) {
              heard_.push_back(progress);
              if (heard_.size() == stop_at_) source_.request_stop();
            }};
  }
  const std::vector<Progress>& heard() const { return heard_; }

 private:
  std::size_t stop_at_;
  std::stop_source source_;
  std::vector<Progress> heard_;
};

Work cancelled() {
  std::stop_source source;
  source.request_stop();
  return {source.get_token(), {}};
}

template <class Request>
Category category_of(const Request& request) {
  const auto result = answer(request);
  EXPECT_FALSE(result);
  return result ? Category::Internal : result.error().category;
}

/// Some 250,000 steps, each simulated.
SimulateRequest long_run() {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 2;
  request.way.algorithm = "Ring";
  request.way.protocol = "LL";
  request.call.bytes = std::uint64_t{1} << 30U;
  request.is_exact = true;
  return request;
}

template <class Request>
Request of_machine() {
  Request request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 4;
  return request;
}

TEST(Work, FailsWhereItIsCancelledBefore) {
  auto simulate = of_machine<SimulateRequest>();
  simulate.work = cancelled();
  EXPECT_EQ(category_of(simulate), Category::Cancelled);
  auto predict = of_machine<PredictRequest>();
  predict.work = cancelled();
  EXPECT_EQ(category_of(predict), Category::Cancelled);
  auto doctor = of_machine<DoctorRequest>();
  doctor.work = cancelled();
  EXPECT_EQ(category_of(doctor), Category::Cancelled);
  auto write = of_machine<exporting::ExportRequest>();
  write.to = "tuner-csv";
  write.work = cancelled();
  EXPECT_EQ(category_of(write), Category::Cancelled);
  auto scaling = of_machine<advice::ScalingRequest>();
  scaling.calls.collectives = {core::Collective::AllReduce};
  scaling.work = cancelled();
  EXPECT_EQ(category_of(scaling), Category::Cancelled);
}

TEST(Work, ASimulationSaysHowFarItIs) {
  Watched watched;
  SimulateRequest request = long_run();
  request.work = watched.work();
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_FALSE(watched.heard().empty());
  std::uint64_t before = 0;
  for (const Progress& one : watched.heard()) {
    EXPECT_EQ(one.what, "simulating");
    EXPECT_GT(one.done, before);
    EXPECT_LE(one.done, one.of);
    EXPECT_EQ(one.of, watched.heard().front().of);
    before = one.done;
  }
}

TEST(Work, ASimulationEndsAmidItsRun) {
  Watched watched(1);
  SimulateRequest request = long_run();
  request.work = watched.work();
  EXPECT_EQ(category_of(request), Category::Cancelled);
  EXPECT_EQ(watched.heard().size(), 1U);
}

// What is watched has the time of what nobody watches.
TEST(Work, LeavesTheTimeAsItIs) {
  auto request = of_machine<SimulateRequest>();
  request.call.bytes = std::uint64_t{1} << 26U;
  const auto alone = answer(request);
  Watched watched;
  request.work = watched.work();
  const auto seen = answer(request);
  ASSERT_TRUE(alone && seen);
  EXPECT_EQ(alone->time, seen->time);
  EXPECT_EQ(alone->simulated, seen->simulated);
}

TEST(Work, APredictionCountsItsCallsAndEndsAmidThem) {
  auto request = of_machine<PredictRequest>();
  request.calls.collectives = {core::Collective::AllReduce};
  Watched whole;
  request.work = whole.work();
  const auto report = answer(request);
  ASSERT_TRUE(report);
  const std::size_t sizes = report->calls.sizes.size();
  ASSERT_EQ(whole.heard().size(), sizes);
  EXPECT_EQ(whole.heard().back(), (Progress{"timing", "calls", sizes, sizes}));
  Watched watched(3);
  request.work = watched.work();
  EXPECT_EQ(category_of(request), Category::Cancelled);
  EXPECT_EQ(watched.heard().size(), 3U);
}

TEST(Work, ScalingAndDoctorEndAmidTheirSteps) {
  Watched nodes(2);
  auto scaling = of_machine<advice::ScalingRequest>();
  scaling.calls.collectives = {core::Collective::AllReduce};
  scaling.bytes = std::uint64_t{1} << 20U;
  scaling.work = nodes.work();
  EXPECT_EQ(category_of(scaling), Category::Cancelled);
  EXPECT_EQ(nodes.heard().size(), 2U);
  EXPECT_EQ(nodes.heard().back().done, 1U);
  Watched checks(5);
  auto doctor = of_machine<DoctorRequest>();
  doctor.work = checks.work();
  EXPECT_EQ(category_of(doctor), Category::Cancelled);
  EXPECT_EQ(checks.heard().size(), 5U);
}

TEST(Work, CallsHaveNoAlternativesOnceItIsCancelled) {
  int asked = 0;
  const sim::AlternativesOf all = [&](core::Collective /*collective*/, std::uint64_t /*bytes*/) {
    ++asked;
    return std::vector<sim::Alternative>(2);
  };
  Watched watched(1);
  const Work work = watched.work();
  const auto wanted = while_wanted(all, work, 7);
  EXPECT_EQ(wanted(core::Collective::AllReduce, 8).size(), 2U);
  EXPECT_TRUE(wanted(core::Collective::AllReduce, 16).empty());
  EXPECT_EQ(asked, 1);
}

}  // namespace work_test
}  // namespace treering::app::work
