#include "tuner/import/nccl_tests_json.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner {
namespace {

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
  expected.algorithm = "Tree";
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

TEST(NcclTestsJson, SaysWhatItIsNot) {
  EXPECT_THAT(error_of("{"), HasSubstr("run.json:1:"));
  EXPECT_EQ(error_of(R"({"a":1})"),
            "run.json: JSON without results, expected what nccl-tests writes with -J");
  EXPECT_THAT(error_of(R"({"schema":"treering.import/1"})"), HasSubstr("'treering.import/1'"));
  EXPECT_THAT(error_of(replaced(kDocument, "all_reduce_perf", "hypercube_perf")),
              HasSubstr("hypercube_perf', expected the program of a collective"));
  EXPECT_THAT(error_of(replaced(kDocument, "all_reduce_perf", "run.sh")),
              HasSubstr("name the collective with --collective"));
}

}  // namespace
}  // namespace treering::tuner
