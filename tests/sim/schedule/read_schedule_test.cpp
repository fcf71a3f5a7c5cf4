#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/proof/verify.h"
#include "sim/schedule/written_schedule.h"

namespace treering::sim::schedule {
namespace read_schedule_test {

using ::testing::ElementsAre;

/// A file: what stands before the streams, and one stream for each entry of `steps`.
std::string file(const std::string& head, const std::vector<std::string>& steps) {
  std::string text = R"({"schema": "treering.schedule/1", )" + head + ", \"streams\": [";
  for (std::size_t rank = 0; rank < steps.size(); ++rank) {
    text += (rank == 0 ? "" : ", ") + ("{\"rank\": " + std::to_string(rank)) + ", \"steps\": [" +
            steps[rank] + "]}";
  }
  return text + "]}";
}

const std::string kReduce = R"("collective": "all_reduce", "ranks": 3, "bytes": 24, "chunks": 4)";
const std::string kGather = R"("collective": "all_gather", "ranks": 3, "bytes": 24, "chunks": 6)";
const std::string kAllToAll = R"("collective": "alltoall", "ranks": 3, "bytes": 12)";

std::string complaint_about(const std::string& text, std::optional<std::uint64_t> bytes = {}) {
  const auto schedule = read_schedule(text, "x.json", bytes);
  return schedule ? "none" : schedule.error().message();
}

/// About one step of rank 0 in a file with three ranks.
std::string about_step(const std::string& step, const std::string& head = kReduce) {
  return complaint_about(file(head, {step, "", ""}));
}

StepsInMemory read(const std::string& text) {
  const auto schedule = read_schedule(text, "x.json");
  EXPECT_TRUE(schedule) << schedule.error().message();
  return schedule.value_or(StepsInMemory{});
}

Step first_step(const std::string& step, const std::string& head = kReduce) {
  return read(file(head, {step, "", ""})).step(0, 0);
}

std::vector<Range> first_data(const std::string& step, const std::string& head = kReduce) {
  return read(file(head, {step, "", ""})).data(0, 0);
}

TEST(ReadSchedule, ReadsItsHead) {
  const StepsInMemory schedule =
      read(R"({"schema": "treering.schedule/1", "description": "none", "collective": "Scatter",
               "ranks": 3, "switches": 2, "root": 1, "bytes": 24, "slots": 0, "streams": []})");
  EXPECT_EQ(schedule.contract(), (Contract{Goal::Scatter, 3, 8, 1}));
  EXPECT_EQ(schedule.agents(), 5);
  EXPECT_EQ(schedule.slots(), 0);
  EXPECT_EQ(read(file(kReduce, {})).slots(), 1);
  EXPECT_EQ(read(file(R"("collective": "barrier", "ranks": 3)", {})).contract(),
            (Contract{Goal::Barrier, 3, 1}));
}

TEST(ReadSchedule, WhatAStepReceivesIsKeptAndWhatItSendsAloneIsItsOwn) {
  EXPECT_EQ(first_step(R"({"send": 1})"), (Step{24, {}, {0, 1}, true, false}));
  EXPECT_EQ(first_step(R"({"receive": 1})"), (Step{24, {0, 1}, {}, false, true}));
  EXPECT_EQ(first_step(R"({"receive": 1, "reduce": true, "send": [2, 1], "chunk": 3})"),
            (Step{6, {0, 1}, {0, 2}, true, true}));
  EXPECT_EQ(first_step(R"({"receive": 1, "keep": false, "send": 2})"),
            (Step{24, {0, 1}, {0, 1}, false, false}));
  EXPECT_EQ(first_step(R"({"keep": true})"), (Step{24, {}, {}, true, true}));
  EXPECT_EQ(first_step(R"({"send": 1})", R"("collective": "barrier", "ranks": 3)").bytes, 0U);
}

TEST(ReadSchedule, ASwitchKeepsNothing) {
  const StepsInMemory schedule =
      read(R"({"schema": "treering.schedule/1", "collective": "broadcast",
      "ranks": 2, "switches": 1, "bytes": 8, "streams": [{"rank": 0, "steps": [{"send": 2}]},
      {"rank": 1, "steps": [{"receive": 2}]}, {"rank": 2, "steps": [{"receive": 0, "send": 1}]}]})");
  EXPECT_EQ(schedule.step(2, 0), (Step{8, {0, 1}, {0, 1}, false, false}));
  EXPECT_FALSE(fault_of(schedule));
}

TEST(ReadSchedule, ChunksAndBlocksArePlaces) {
  EXPECT_THAT(first_data(R"({"send": 1, "chunk": 2})"), ElementsAre(Range{12, 6}));
  EXPECT_THAT(first_data(R"({"send": 1, "chunk": [3, "0-1"]})"),
              ElementsAre(Range{0, 12}, Range{18, 6}));
  EXPECT_THAT(first_data(R"({"send": 1, "chunk": []})"), ElementsAre());
  EXPECT_THAT(first_data(R"({"send": 1, "block": [0, 2]})", kGather),
              ElementsAre(Range{0, 8}, Range{16, 8}));
  EXPECT_THAT(first_data(R"({"send": 1, "chunk": 5})", kGather), ElementsAre(Range{20, 4}));
  EXPECT_THAT(first_data(R"({"send": 1, "block": ["0>1", "2>0"]})", kAllToAll),
              ElementsAre(Range{4, 4}, Range{24, 4}));
  EXPECT_THAT(first_data(R"({"send": 1})", R"("collective": "barrier", "ranks": 3)"),
              ElementsAre(Range{0, 1}));
}

// A caller may ask for another size than the file's.
TEST(ReadSchedule, ChunksGrowWithTheSize) {
  const std::string text = file(kReduce, {R"({"send": 1, "chunk": 2})", "", ""});
  EXPECT_THAT(read_schedule(text, "x.json", 4096)->data(0, 0), ElementsAre(Range{2048, 1024}));
  EXPECT_EQ(complaint_about(text, 4095),
            "x.json:1: /: 4095 bytes, expected a multiple of 4; 4096 are, so that all chunks are "
            "equal");
}

// Rank 1 sends to 0 on two channels, and from its second stream of channel 0.
TEST(ReadSchedule, StreamsAreNamedByRankChannelAndNumber) {
  const StepsInMemory schedule = read(R"({"schema": "treering.schedule/1", "collective": "reduce",
      "ranks": 2, "bytes": 8, "chunks": 2, "streams": [
      {"rank": 0, "steps": [{"receive": "1:1", "reduce": true, "chunk": 0}]},
      {"rank": 0, "channel": 1, "steps": [{"receive": 1, "reduce": true, "chunk": 1}]},
      {"rank": 1, "steps": []},
      {"rank": 1, "channel": 1, "steps": [{"send": 0, "chunk": 1}]},
      {"rank": 1, "stream": 1, "steps": [{"send": 0, "chunk": 0}]}]})");
  EXPECT_THAT(schedule.stream(0).receives, ElementsAre(Peer{4, 0}));
  EXPECT_THAT(schedule.stream(1).receives, ElementsAre(Peer{3, 0}));
  EXPECT_EQ(schedule.stream(1).channel, 1);
  EXPECT_FALSE(fault_of(schedule));
}

TEST(ReadSchedule, RefusesWhatTheHeadLacksOrHasWrong) {
  EXPECT_EQ(complaint_about(file(R"("colective": "all_reduce", "ranks": 3)", {})),
            "x.json:1: /colective: an unknown field, expected schema, description, collective, "
            "ranks, switches, root, bytes, chunks, slots, streams; did you mean 'collective'");
  EXPECT_EQ(complaint_about(R"({"schema": "treering.topology/1", "collective": "all_reduce",
                                "ranks": 1, "streams": []})"),
            "x.json:1: /schema: 'treering.topology/1', expected 'treering.schedule/1'");
  EXPECT_EQ(complaint_about(file(R"("collective": "al_reduce", "ranks": 3)", {})),
            "x.json:1: /collective: 'al_reduce', expected one of all_reduce, all_gather, "
            "reduce_scatter, broadcast, reduce, alltoall, gather, scatter, sendrecv, barrier; did "
            "you mean 'all_reduce'");
  EXPECT_EQ(complaint_about(file(R"("collective": "all_reduce", "ranks": 0)", {})),
            "x.json:1: /ranks: 0, expected 1..1024");
  EXPECT_EQ(complaint_about(file(R"("collective": "all_reduce", "ranks": 3, "root": 0)", {})),
            "x.json:1: /root: a root of all_reduce, expected none");
  EXPECT_EQ(complaint_about(file(R"("collective": "reduce", "ranks": 3, "root": 3)", {})),
            "x.json:1: /root: 3, expected 0..2");
  EXPECT_EQ(complaint_about(file(R"("collective": "reduce", "ranks": 3)", {})),
            "x.json:1: /: no field 'bytes', expected one");
  EXPECT_EQ(complaint_about(file(R"("collective": "gather", "ranks": 3, "bytes": 100)", {})),
            "x.json:1: /bytes: 100 bytes, expected a multiple of 3; 102 are, so that all chunks "
            "are equal");
  EXPECT_EQ(complaint_about(file(R"("collective": "gather", "ranks": 3, "chunks": 4)", {})),
            "x.json:1: /chunks: 4, expected a multiple of 3; gather has 3 blocks");
  EXPECT_EQ(complaint_about(file(R"("collective": "barrier", "ranks": 3, "bytes": 4)", {})),
            "x.json:1: /bytes: data of a barrier, expected none; its messages have 0 bytes");
}

TEST(ReadSchedule, RefusesWrongRanksOfAStep) {
  EXPECT_EQ(about_step(R"({"recieve": 1})"),
            "x.json:1: /streams/0/steps/0/recieve: an unknown field, expected receive, reduce, "
            "keep, send, chunk, block; did you mean 'receive'");
  EXPECT_EQ(about_step(R"({"send": 3})"),
            "x.json:1: /streams/0/steps/0/send: rank 3 not found, have 0..2");
  EXPECT_EQ(about_step(R"({"send": [1, 0]})"),
            "x.json:1: /streams/0/steps/0/send/1: rank 0 itself, expected another rank");
  EXPECT_EQ(about_step(R"({"send": [1, 2, 1]})"),
            "x.json:1: /streams/0/steps/0/send/2: 1 for the second time, expected each rank once");
  EXPECT_EQ(about_step(R"({"send": "all"})"),
            "x.json:1: /streams/0/steps/0/send: 'all', expected a rank, such as 1; \"1:2\" is "
            "stream 2 of rank 1");
  EXPECT_EQ(about_step(R"({"send": "1:2"})"),
            "x.json:1: /streams/0/steps/0/send: rank 1, channel 0, stream 2 not found, expected "
            "its steps under /streams");
  EXPECT_EQ(about_step(R"({"chunk": 1})"),
            "x.json:1: /streams/0/steps/0: a step without a message, expected 'receive' or 'send'");
  EXPECT_EQ(about_step(R"({"send": 1, "reduce": true})"),
            "x.json:1: /streams/0/steps/0/reduce: 'reduce' where nothing is received, expected "
            "'receive' beside it; a step that only sends takes the rank's own data");
}

TEST(ReadSchedule, RefusesWrongDataOfAStep) {
  EXPECT_EQ(about_step(R"({"send": 1, "chunk": 4})"),
            "x.json:1: /streams/0/steps/0/chunk: chunk 4 not found, have 0..3; /chunks is their "
            "number");
  EXPECT_EQ(about_step(R"({"send": 1, "chunk": ["0-2", 1]})"),
            "x.json:1: /streams/0/steps/0/chunk/1: 1 for the second time, expected each chunk "
            "once");
  EXPECT_EQ(about_step(R"({"send": 1, "chunk": "2-1"})"),
            "x.json:1: /streams/0/steps/0/chunk: '2-1', expected a chunk, such as 1 or \"0-3\"");
  EXPECT_EQ(about_step(R"({"send": 1, "block": 1})"),
            "x.json:1: /streams/0/steps/0/block: a block of all_reduce, expected 'chunk'; only "
            "data that belong to ranks have blocks");
  EXPECT_EQ(about_step(R"({"send": 1, "chunk": 1, "block": 1})", kGather),
            "x.json:1: /streams/0/steps/0/block: both 'chunk' and 'block', expected one of them");
  EXPECT_EQ(about_step(R"({"send": 1, "block": 3})", kGather),
            "x.json:1: /streams/0/steps/0/block: rank 3 not found, have 0..2");
  EXPECT_EQ(about_step(R"({"send": 1, "block": 1})", kAllToAll),
            "x.json:1: /streams/0/steps/0/block: 1, expected \"0>1\", the block from rank 0 to "
            "rank 1");
  EXPECT_EQ(about_step(R"({"send": 1, "chunk": 0})", R"("collective": "barrier", "ranks": 3)"),
            "x.json:1: /streams/0/steps/0/chunk: data of a barrier, expected none; its messages "
            "have 0 bytes");
}

TEST(ReadSchedule, RefusesAStreamThatIsThereTwice) {
  const std::string text = R"({"schema": "treering.schedule/1", "collective": "reduce", "ranks": 2,
    "bytes": 8, "streams": [{"rank": 0, "steps": []},
    {"rank": 0, "steps": []}]})";
  EXPECT_EQ(complaint_about(text),
            "x.json:3: /streams/1: a second list of steps of rank 0, channel 0, expected one; "
            "\"stream\": 1 makes it another one, beside the first");
}

}  // namespace read_schedule_test
}  // namespace treering::sim::schedule
