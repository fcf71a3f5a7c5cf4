#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/runs/formats.h"

namespace treering::tuner::runs {
namespace nccl_tests_json_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Two processes of two GPUs on two hosts, in the form that src/util.cu of 2.19.6 writes. 1 MiB in
/// 100 us are 10.48576 GB/s; of 4 ranks busbw is algbw x 1.5.
const std::string kDocument = R"({"version":3,"start_time":"2026-01-02 03:04:05",
"args":["\/opt\/nccl-tests\/all_reduce_perf","-b","1M"],"env":["A=1","NCCL_ALGO=tree"],
"nccl_version":22809,
"config":{"nthreads":1,"ngpus":2,"minimum_bytes":1048576,"devices":[
{"rank":0,"group":0,"pid":10,"hostname":"left","device":0,"device_hex":"0000:1b:00","device_info":"NVIDIA H100"},
{"rank":2,"group":0,"pid":10,"hostname":"right","device":0,"device_hex":"0000:1b:00","device_info":"NVIDIA H100"}]},
"results":[
{"size":1048576,"count":262144,"type":"float","redop":"sum","root":"    -1",
"out_of_place":{"time":100.000000,"alg_bw":10.485760,"bus_bw":15.728640,"nwrong":0.000000},
"in_place":{"time":50.000000,"alg_bw":20.971520,"bus_bw":31.457280,"nwrong":null},
"actual_iterations":20,"experiment_name":""}],
"out_of_bounds":{"count":0,"okay":"true"},"average_bus_bandwidth":{"bandwidth":23.5,"okay":"unchecked"}})";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

MeasurementSet imported(const std::string& text, const ImportHints& hints = {}) {
  const auto set = read_nccl_tests_json({"run.json", text}, hints);
  EXPECT_TRUE(set) << set.error().message();
  return set.value_or(MeasurementSet());
}

std::string error_of(const std::string& text) {
  const auto set = read_nccl_tests_json({"run.json", text}, {});
  return set ? "" : set.error().message();
}

TEST(NcclTestsJson, ARunIsReadWithItsFacts) {
  const MeasurementSet set = imported(kDocument);
  Measurement expected;
  expected.id = "run";
  expected.bytes = 1048576;
  expected.type = core::DataType::Float;
  expected.op = core::ReduceOp::Sum;
  expected.nodes = 2;
  expected.ranks = 4;
  expected.gpus_per_node = 2;
  expected.gpus_per_process = 2;
  expected.gpu = "NVIDIA H100";
  expected.way.algorithm = "Tree";
  expected.nccl_version = "2.28.9";
  expected.out_of_place = core::Duration::from_us(100);
  expected.in_place = core::Duration::from_us(50);
  expected.wrong = 0;
  expected.file = "run.json";
  EXPECT_THAT(set.rows, ElementsAre(expected));
  EXPECT_THAT(set.rejected, IsEmpty());
  EXPECT_THAT(set.notes, IsEmpty());
}

TEST(NcclTestsJson, ABrokenResultLosesOnlyItself) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"size\":1048576", "\"size\":-1"},
           {"\"size\":1048576", "\"size\":0"},
           {"\"time\":100.000000", "\"cpu_time\":100.000000"},
           {"\"time\":100.000000", "\"time\":0.0"},
           {"\"time\":50.000000", "\"time\":\"nan\""},
           {"{\"size\"", "7,{\"extent\""}}) {
    const MeasurementSet set = imported(replaced(kDocument, from, to));
    EXPECT_THAT(set.rows, IsEmpty()) << to;
    ASSERT_FALSE(set.rejected.empty()) << to;
    EXPECT_EQ(set.rejected[0].where, "run.json: /results/0") << to;
  }
}

TEST(NcclTestsJson, WrongResultsAreReported) {
  const MeasurementSet set =
      imported(replaced(kDocument, "\"nwrong\":null", "\"nwrong\":12.000000"));
  ASSERT_EQ(set.rows.size(), 1U);
  EXPECT_EQ(set.rows[0].wrong, 12U);
  ASSERT_EQ(set.notes.size(), 1U);
  EXPECT_EQ(set.notes[0].text, "12 elements came out wrong");
}

/// kDocument with results of 1, 2 and 4 MiB, a line each: 4, 5 and 6 of the file's lines are their
/// heads, which nccl-tests writes on two lines more.
std::string three_results() {
  const std::size_t begin = kDocument.find("{\"size\"");
  const std::size_t end = kDocument.find("],\n\"out_of_bounds\"");
  const std::string one = kDocument.substr(begin, end - begin);
  const std::string two = replaced(one, "1048576", "2097152");
  return kDocument.substr(0, begin) + one + ",\n" + two + ",\n" +
         replaced(one, "1048576", "4194304") + kDocument.substr(end);
}

std::vector<std::uint64_t> sizes(const MeasurementSet& set) {
  std::vector<std::uint64_t> list;
  for (const Measurement& row : set.rows) list.push_back(row.bytes);
  return list;
}

std::vector<std::string> messages(const std::vector<core::Diagnostic>& list) {
  std::vector<std::string> texts;
  for (const auto& one : list) texts.push_back(one.where + ": " + one.text);
  return texts;
}

/// Only the notes that do not come from the figures, which three_results() leaves as they were.
std::vector<std::string> notes_on_file(const MeasurementSet& set) {
  std::vector<std::string> texts = messages(set.notes);
  std::erase_if(texts, [](const std::string& text) { return text.find("over time") != text.npos; });
  return texts;
}

// The results begin in lines 8, 12 and 16.
TEST(NcclTestsJson, AFileThatIsCutOffKeepsItsWholeResults) {
  const std::string text = three_results();
  const std::size_t third = text.find("{\"size\":4194304");
  const MeasurementSet inside = imported(text.substr(0, third + 120));
  EXPECT_THAT(sizes(inside), ElementsAre(1048576, 2097152));
  EXPECT_EQ(inside.rows[1].ranks, 4);
  EXPECT_EQ(inside.rows[1].way.algorithm, "Tree");
  EXPECT_THAT(messages(inside.rejected),
              ElementsAre("run.json:16: /results/2: the file ends inside this result; was the run "
                          "killed?"));
  const MeasurementSet between = imported(text.substr(0, third));
  EXPECT_THAT(sizes(between), ElementsAre(1048576, 2097152));
  EXPECT_THAT(messages(between.rejected), IsEmpty());
  EXPECT_THAT(notes_on_file(between),
              ElementsAre("run.json:15: the file ends before its results do; was the run killed?"));
}

// Wherever the file is cut, no whole result is lost, and something is said.
TEST(NcclTestsJson, NoCutLosesAWholeResult) {
  const std::string text = three_results();
  const std::size_t first = text.find("\"results\":[") + 11;
  const std::vector<std::size_t> ends{text.find(",\n{\"size\":2097152"),
                                      text.find(",\n{\"size\":4194304"),
                                      text.find("],\n\"out_of_bounds")};
  for (std::size_t cut = first; cut < text.size(); ++cut) {
    const MeasurementSet set = imported(text.substr(0, cut));
    const auto whole = std::ranges::count_if(ends, [&](std::size_t end) { return end <= cut; });
    EXPECT_EQ(set.rows.size(), static_cast<std::size_t>(whole)) << cut;
    EXPECT_FALSE(set.rejected.empty() && notes_on_file(set).empty()) << cut;
  }
  for (std::size_t cut = 1; cut < first; ++cut) {
    EXPECT_THAT(error_of(text.substr(0, cut)), HasSubstr("run.json:")) << cut;
  }
}

TEST(NcclTestsJson, WhatIsNoNumberLosesItsRowOnly) {
  for (const std::string word : {"nan", "-nan", "NaN", "inf", "-Infinity", "-nan(ind)"}) {
    const MeasurementSet set =
        imported(replaced(three_results(), "\"time\":50.000000", "\"time\":" + word));
    EXPECT_THAT(sizes(set), ElementsAre(2097152, 4194304)) << word;
    EXPECT_THAT(messages(set.rejected),
                ElementsAre("run.json: /results/0: time '" + word + "', expected a number"));
  }
}

// nccl-tests divides by a time of zero, and by no iterations.
TEST(NcclTestsJson, OtherFiguresMayBeNoNumbers) {
  std::string text = replaced(kDocument, "\"alg_bw\":10.485760", "\"alg_bw\":inf");
  text = replaced(text, "\"nwrong\":null", "\"nwrong\":nan");
  text = replaced(text, "{\"bandwidth\":23.5", "{\"bandwidth\":-nan");
  const MeasurementSet set = imported(text);
  EXPECT_THAT(sizes(set), ElementsAre(1048576));
  EXPECT_THAT(messages(set.rejected), IsEmpty());
}

TEST(NcclTestsJson, ASpoiltResultLosesOnlyItself) {
  const std::string text = three_results();
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"size\":2097152,", "\"size\":2097152;"},
           {"{\"size\":2097152", "left:1:1 [0] NCCL INFO {\"size\":2097152,}"},
           {"\"redop\":\"sum\",\"root\":\"    -1\",\n\"out_of_place\":{", ""}}) {
    std::string spoilt = text;
    const std::size_t at = spoilt.find(from, spoilt.find("{\"size\":2097152"));
    ASSERT_NE(at, std::string::npos);
    spoilt.replace(at, from.size(), to);
    const MeasurementSet set = imported(spoilt);
    EXPECT_THAT(sizes(set), ElementsAre(1048576, 4194304)) << to;
    ASSERT_FALSE(set.rejected.empty());
    EXPECT_THAT(set.rejected[0].where, "run.json:12: /results/1") << to;
  }
}

TEST(NcclTestsJson, WhatIsSpoiltBehindTheResultsIsNoted) {
  const MeasurementSet set = imported(replaced(three_results(), "\"okay\":\"true\"", "okay"));
  EXPECT_EQ(set.rows.size(), 3U);
  EXPECT_THAT(notes_on_file(set), ElementsAre(HasSubstr("; all results are kept")));
  EXPECT_THAT(notes_on_file(set), ElementsAre(HasSubstr("run.json:20:")));
}

TEST(NcclTestsJson, RunsMayFollowEachOther) {
  const std::string cut = three_results().substr(0, three_results().find("{\"size\":4194304"));
  const std::string second = replaced(kDocument, "all_reduce_perf", "all_gather_perf");
  const MeasurementSet set = imported(cut + "\n" + second + "\n" + kDocument + "\n");
  EXPECT_THAT(sizes(set), ElementsAre(1048576, 2097152, 1048576, 1048576));
  EXPECT_EQ(set.rows[2].collective, core::Collective::AllGather);
  EXPECT_EQ(set.rows[3].collective, core::Collective::AllReduce);
}

TEST(NcclTestsJson, SaysWhatItIsNot) {
  EXPECT_THAT(error_of("{"), HasSubstr("run.json:1:"));
  EXPECT_EQ(error_of(R"({"a":1})"),
            "run.json: JSON without results, expected what nccl-tests writes with -J");
  EXPECT_THAT(error_of(R"({"schema":"treering.import/1"})"), HasSubstr("'treering.import/1'"));
  EXPECT_THAT(error_of(replaced(kDocument, "all_reduce_perf", "hypercube_perf")),
              HasSubstr("hypercube_perf', expected the program of a collective"));
  EXPECT_THAT(error_of(replaced(kDocument, "all_reduce_perf", "run.sh")),
              HasSubstr("name the collective with ⟨collective⟩"));
}

}  // namespace nccl_tests_json_test
}  // namespace treering::tuner::runs
