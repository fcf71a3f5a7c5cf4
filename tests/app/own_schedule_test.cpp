// What a proof finds in schedules of the user's own is said with its place in the file.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulate.h"
#include "tests/support/temporary_folder.h"

namespace treering::app {
namespace own_schedule_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The error of a schedule of two ranks, a stream a line.
core::Error error_of(const std::string& collective, const std::string& more,
                     const std::vector<std::string>& streams) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/mine.json";
  std::ofstream out(file);
  out << R"({"schema": "treering.schedule/1", "collective": ")" << collective
      << R"(", "ranks": 2, )" << more << R"( "streams": [)";
  for (std::size_t i = 0; i < streams.size(); ++i) {
    out << (i > 0 ? "," : "") << "\n" << streams[i];
  }
  out << "]}\n";
  out.close();
  SimulateRequest request;
  request.job.topology = "pcie-4";
  request.job.gpus_per_node = 2;
  request.schedule = file;
  const auto report = answer(request);
  EXPECT_FALSE(report);
  core::Error error = report ? core::Error() : report.error();
  EXPECT_THAT(error.where, StartsWith(file));
  error.where.erase(0, file.size());
  EXPECT_THAT(error.found, StartsWith("the schedule is wrong: "));
  EXPECT_THAT(error.expected, StartsWith("expected "));
  EXPECT_FALSE(error.hint.empty());
  return error;
}

constexpr const char* kFourBytes = R"("bytes": 4,)";

TEST(OwnSchedule, ADeadlockIsAtTheStepThatWaits) {
  const auto error =
      error_of("broadcast", kFourBytes,
               {R"({"rank": 0, "steps": []})", R"({"rank": 1, "steps": [{"receive": 0}]})"});
  EXPECT_EQ(error.where, ":3: /streams/1/steps/0");
  EXPECT_THAT(error.found, HasSubstr("which has ended"));
}

SimulateRequest sample(const std::string& name, int ranks) {
  SimulateRequest request;
  request.job.topology = "pcie-4";
  request.job.gpus_per_node = ranks;
  request.schedule = "tests/data/schedules/" + name + ".json";
  return request;
}

// More room for messages helps senders only.
TEST(OwnSchedule, SlotsAreAHintWhereSomeoneWaitsToSend) {
  const auto senders = answer(sample("both_send_first", 2));
  const auto receivers = answer(sample("groups_crossed", 4));
  ASSERT_FALSE(senders || receivers);
  EXPECT_THAT(senders.error().hint, HasSubstr("with a higher /slots senders do not wait"));
  EXPECT_EQ(receivers.error().hint, "each 'receive' needs a 'send' that comes before it");
}

// 16 bytes in four chunks, one a message; a ring in which blocks of 4 bytes go around.
TEST(OwnSchedule, MessagesAreTheFilesOwn) {
  const auto ring = answer(sample("all_reduce_ring", 4));
  ASSERT_TRUE(ring);
  EXPECT_EQ(ring->message_bytes, 4U);
  EXPECT_EQ(ring->chunk_bytes, 0U);
  const auto barrier = answer(sample("barrier", 4));
  ASSERT_TRUE(barrier);
  EXPECT_EQ(barrier->message_bytes, 0U);
}

TEST(OwnSchedule, AMessageThatIsLeftIsAtItsStream) {
  const auto error = error_of("broadcast", kFourBytes,
                              {R"({"rank": 0, "steps": [{"send": 1}, {"send": 1}]})",
                               R"({"rank": 1, "steps": [{"receive": 0}]})"});
  EXPECT_EQ(error.where, ":3: /streams/1");
}

TEST(OwnSchedule, OtherDataAreAtTheStepThatReceives) {
  const auto error = error_of(
      "broadcast", R"("bytes": 4, "chunks": 2,)",
      {R"({"rank": 0, "steps": [{"send": 1, "chunk": 0}, {"send": 1, "chunk": 1}]})",
       R"({"rank": 1, "steps": [{"receive": 0, "chunk": 0}, {"receive": 0, "chunk": 0}]})"});
  EXPECT_EQ(error.where, ":3: /streams/1/steps/1");
  EXPECT_THAT(error.hint, HasSubstr("the same chunks"));
}

TEST(OwnSchedule, AValueThatIsSummedUpTwiceIsAtItsStep) {
  const auto error = error_of(
      "reduce", kFourBytes,
      {R"({"rank": 0, "steps": [{"receive": 1, "reduce": true}, {"receive": 1, "reduce": true}]})",
       R"({"rank": 1, "steps": [{"send": 0}, {"send": 0}]})"});
  EXPECT_EQ(error.where, ":2: /streams/0/steps/1");
}

TEST(OwnSchedule, AResultThatIsNotWholeIsAtTheRanksStream) {
  const auto error = error_of("all_reduce", kFourBytes,
                              {R"({"rank": 0, "steps": [{"receive": 1, "reduce": true}]})",
                               R"({"rank": 1, "steps": [{"send": 0}]})"});
  EXPECT_EQ(error.where, ":3: /streams/1");
}

TEST(OwnSchedule, ARaceIsAtTheStepThatWrites) {
  const auto error = error_of("broadcast", kFourBytes,
                              {R"({"rank": 0, "steps": [{"send": 1}]})",
                               R"({"rank": 0, "stream": 1, "steps": [{"send": "1:1"}]})",
                               R"({"rank": 1, "steps": [{"receive": 0}]})",
                               R"({"rank": 1, "stream": 1, "steps": [{"receive": "0:1"}]})"});
  EXPECT_EQ(error.where, ":4: /streams/2/steps/0");
}

}  // namespace own_schedule_test
}  // namespace treering::app
