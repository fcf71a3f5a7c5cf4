// The JSON documents hold what docs/json.md promises.
#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"
#include "core/call.h"
#include "tests/cli/json_output.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace json_test {

using nlohmann::json;

// Half a hundredth, and half of the fourth digit of a figure below 10 (cli/output/json_document.h).
constexpr double kLargestRounding = 0.005 + 1e-9;
constexpr double kRounding = 0.0005 + 1e-9;  // of the figure

/// All figures of a document with a point.
void collect_figures(const json& value, std::vector<double>& figures) {
  if (value.is_number_float()) figures.push_back(value.get<double>());
  if (!value.is_structured()) return;
  for (const json& part : value) collect_figures(part, figures);
}

TEST(Json, FiguresAreRounded) {
  EXPECT_EQ(rounded(0.1 + 0.2), 0.3);
  EXPECT_EQ(rounded(47535.1234), 47535.12);
  EXPECT_EQ(rounded(123.456), 123.46);
  EXPECT_EQ(rounded(9.87654), 9.877);
  EXPECT_EQ(rounded(-0.000123456), -0.0001235);
  EXPECT_EQ(rounded(1e-13), 0);
  EXPECT_TRUE(std::isinf(rounded(std::numeric_limits<double>::infinity())));
  for (const char* line :
       {"predict dgx-h100 --nodes 2 -c tuned -f 64", "show pcie-4 --nodes 2 --graphs",
        "explain dgx-h100 --nodes 2 -b 8M", "diff dgx-h100 dgx-h200"}) {
    std::vector<double> figures;
    collect_figures(json::parse(run(std::string(line) + " --format json").out), figures);
    EXPECT_FALSE(figures.empty()) << line;
    for (const double figure : figures) EXPECT_EQ(figure, rounded(figure)) << line;
  }
}

TEST(PredictJson, HasTheFieldsOfItsSchema) {
  const json predicted =
      printed_json("predict dgx-h100 --nodes 2 -c all_reduce,alltoall -b 1M -e 1M");
  EXPECT_EQ(predicted["schema"], "treering.predict/1");
  expect_members(predicted, {"topology", "nodes", "ranks", "model", "nccl_version", "channels",
                             "sms_per_gpu", "results"});
  expect_members(predicted["topology"], {"name", "fingerprint"});
  EXPECT_EQ(predicted["ranks"], 16);
  for (const json& row : predicted["results"]) {
    expect_members(
        row, {"collective", "bytes",    "asked_bytes", "count",      "algorithm",     "protocol",
              "channels",   "time_us",  "algbw_GBps",  "busbw_GBps", "nccl_default",  "best",
              "low_us",     "high_us",  "bound_us",    "breakdown",  "channel_limit", "threads",
              "sm_share",   "slowdown", "enough"});
    EXPECT_TRUE(row["nccl_default"].is_boolean());
    EXPECT_TRUE(row["bound_us"].is_number());
  }
}

TEST(PredictJson, EachCallHasOneDefaultAndOneBest) {
  const json predicted = printed_json("predict dgx-a100 --nodes 2 -c tuned -f 8");
  std::map<std::string, std::pair<int, int>> counts;
  for (const json& row : predicted["results"]) {
    auto& [defaults, bests] = counts[row["collective"].get<std::string>() + row["bytes"].dump()];
    defaults += row["nccl_default"].get<bool>() ? 1 : 0;
    bests += row["best"].get<bool>() ? 1 : 0;
  }
  EXPECT_EQ(counts.size(), 5U * 11);  // 2^3, 2^6, ..., 2^33
  // 8 bytes hold no float for each of 16 ranks: a call of nothing has no candidates.
  EXPECT_EQ(counts["all_gather0"], std::pair(0, 0));
  EXPECT_EQ(counts["reduce_scatter0"], std::pair(0, 0));
  counts.erase("all_gather0");
  counts.erase("reduce_scatter0");
  for (const auto& [call, count] : counts) EXPECT_EQ(count, std::pair(1, 1)) << call;
}

// 8 ports of 400 Gbit/s; the largest published run of H100 over InfiniBand has fewer nodes.
TEST(PredictJson, HasPortsRangesAndPublishedRuns) {
  const json predicted = printed_json("predict dgx-h100 --nodes 512 -f 32");
  EXPECT_EQ(predicted["node_ports"]["count"], 8);
  EXPECT_EQ(predicted["node_ports"]["rate_GBps"], 50.0);
  for (const json& row : predicted["results"]) {
    EXPECT_LE(row["port_GBps"].get<double>(), 50.0) << row;
    EXPECT_LE(row["ports_used"].get<int>(), 8) << row;
  }
  const json& ranges = predicted["ranges"];
  ASSERT_FALSE(ranges.empty());
  EXPECT_EQ(ranges.front()["from_bytes"], 8);
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    EXPECT_EQ(ranges[i - 1]["below_bytes"], ranges[i]["from_bytes"]);
  }
  EXPECT_TRUE(ranges.back()["below_bytes"].is_null());
  const json& published = predicted["published"][0];
  EXPECT_EQ(published["collective"], "all_reduce");
  EXPECT_FALSE(published["runs"].empty());
  EXPECT_LE(published["runs"].size(), 3U);
  EXPECT_EQ(published["extrapolated"]["in"], "nodes");
  EXPECT_GT(published["extrapolated"]["factor"].get<double>(), 1);
}

TEST(PredictJson, OnOneNodeThereAreNoPorts) {
  const json predicted = printed_json("predict dgx-h100 -b 8G -e 8G");
  EXPECT_TRUE(predicted["node_ports"].is_null());
  EXPECT_TRUE(predicted["results"][0]["port_GBps"].is_null());
  EXPECT_TRUE(predicted["published"][0]["extrapolated"].is_null());
  EXPECT_EQ(predicted["published"][0]["runs"][0]["distance"]["nodes"], 1.0);
}

TEST(PredictJson, FiguresBelongTogether) {
  const json predicted = printed_json("predict dgx-h100 --nodes 2 -c tuned -b 4K -f 16");
  for (const json& row : predicted["results"]) {
    const double time = row["time_us"];
    const double algbw = row["algbw_GBps"];
    const auto collective = core::parse_collective(row["collective"].get<std::string>()).value();
    const double busbw = row["busbw_GBps"];
    // 1 GB/s is 1000 bytes a microsecond.
    EXPECT_NEAR(algbw, row["bytes"].get<double>() / time / 1000, 2 * kRounding * algbw);
    EXPECT_NEAR(busbw, algbw * core::bus_factor(collective, 16), 2 * kRounding * busbw);
    EXPECT_NEAR(row["breakdown"]["latency_us"].get<double>() +
                    row["breakdown"]["transfer_us"].get<double>(),
                time, 3 * kLargestRounding);
    EXPECT_LE(row["bound_us"].get<double>(), time);
  }
}

TEST(PredictJson, WhatDoesNotExistIsNull) {
  const std::string call = " -b 1M -e 1M --model ";
  const json alltoall = printed_json("predict dgx-h100 -c alltoall" + call + "nccl");
  for (const char* name :
       {"algorithm", "protocol", "channels", "time_us", "busbw_GBps", "low_us"}) {
    EXPECT_TRUE(alltoall["results"][0][name].is_null()) << name;
  }
  EXPECT_TRUE(alltoall["profile"].is_null());
  EXPECT_TRUE(alltoall["machine_kind"].is_null());
  const json nccl = printed_json("predict dgx-h100" + call + "nccl")["results"][0];
  EXPECT_TRUE(nccl["breakdown"]["terms"].is_null());
  const json event = printed_json("predict dgx-h100" + call + "event")["results"][0];
  EXPECT_GT(event["time_us"], 0);
  EXPECT_FALSE(event["algorithm"].is_null());
  const json pairs = printed_json("predict dgx-h100 -c alltoall" + call + "event")["results"][0];
  EXPECT_GT(pairs["time_us"], 0);
}

TEST(PredictJson, SaysWhatTheCostModelGoesBy) {
  const json two = printed_json("predict dgx-h100 --nodes 2 -b 1M -e 1M");
  EXPECT_EQ(two["model"], "cost");
  EXPECT_EQ(two["profile"], "published");
  EXPECT_EQ(
      two["machine_kind"].dump(),
      R"({"cpu":"x86","gpu":"hopper","link":"nvswitch","network":"infiniband","rate":"400G"})");
  EXPECT_TRUE(printed_json("predict dgx-h100 -b 1M -e 1M")["machine_kind"]["network"].is_null());
}

TEST(PredictJson, TermsAddUpAndIntervalsHoldTheTime) {
  const json predicted = printed_json("predict dgx-h100 --nodes 2 -c all -b 4K -f 16");
  for (const json& row : predicted["results"]) {
    const double time = row["time_us"];
    double sum = 0;
    for (const json& term : row["breakdown"]["terms"]) sum += term["time_us"].get<double>();
    const auto figures = static_cast<double>(row["breakdown"]["terms"].size() + 1);
    EXPECT_NEAR(sum, time, figures * kLargestRounding) << row;
    EXPECT_LE(row["low_us"].get<double>(), time);
    EXPECT_GE(row["high_us"].get<double>(), time);
    EXPECT_LE(row["bound_us"].get<double>(), row["low_us"].get<double>() + kLargestRounding);
  }
}

TEST(PredictJson, SendsAndReceivesAreTheBestForWantOfOthersButNoChoice) {
  const json rows = printed_json("predict dgx-h100 -c alltoall,sendrecv -b 1M -e 2M")["results"];
  ASSERT_EQ(rows.size(), 4U);
  for (const json& row : rows) {
    EXPECT_TRUE(row["algorithm"].is_null());
    EXPECT_TRUE(row["time_us"].is_number());
    EXPECT_FALSE(row["nccl_default"].get<bool>());
    EXPECT_TRUE(row["best"].get<bool>());
  }
}

TEST(PredictCsv, HasTheIntervalOfTheCostModel) {
  // With --channels no field of the first row is empty.
  std::istringstream text(run("predict dgx-h100 -b 1M -e 1M --channels 8 --format csv").out);
  std::string names;
  std::string row;
  ASSERT_TRUE(std::getline(text, names) && std::getline(text, row));
  EXPECT_EQ(std::count(names.begin(), names.end(), ','), std::count(row.begin(), row.end(), ','));
  EXPECT_EQ(row.find(",,"), std::string::npos) << row;
}

TEST(PredictJson, SizesAreRoundedAsInTheText) {
  // (250 floats / 8 ranks = 31) & ~3 = 28 for each.
  const json predicted = printed_json("predict dgx-h100 -c all_gather -b 1000 -e 1000");
  ASSERT_FALSE(predicted["results"].empty());
  for (const json& row : predicted["results"]) {
    EXPECT_EQ(row["asked_bytes"], 1000);
    EXPECT_EQ(row["bytes"], 896);
    EXPECT_EQ(row["count"], 28);
    const double algbw = row["algbw_GBps"];
    EXPECT_NEAR(algbw, 0.896 / row["time_us"].get<double>(), 2 * kRounding * algbw);
  }
  const json nothing = printed_json("predict dgx-h100 -c all_gather -b 8 -e 8")["results"];
  ASSERT_EQ(nothing.size(), 1U);
  EXPECT_EQ(nothing[0]["bytes"], 0);
  EXPECT_EQ(nothing[0]["count"], 0);
  for (const char* name : {"algorithm", "time_us", "algbw_GBps", "busbw_GBps", "channels"}) {
    EXPECT_TRUE(nothing[0][name].is_null()) << name;
  }
}

TEST(PredictJson, CrossoversAreWhereTheDefaultChanges) {
  const json predicted = printed_json("predict dgx-h100 --nodes 4");
  ASSERT_FALSE(predicted["crossovers"].empty());
  for (const json& crossover : predicted["crossovers"]) {
    const auto bytes = crossover["bytes"].get<std::uint64_t>();
    const auto chosen_at = [](std::uint64_t size) {
      const std::string text = std::to_string(size);
      const json rows =
          printed_json("predict dgx-h100 --nodes 4 -b " + text + " -e " + text)["results"];
      for (const json& row : rows) {
        if (!row["nccl_default"].get<bool>()) continue;
        return row["algorithm"].get<std::string>() + "/" + row["protocol"].get<std::string>();
      }
      return std::string();
    };
    EXPECT_EQ(chosen_at(bytes - 1), crossover["from"].get<std::string>());
    EXPECT_EQ(chosen_at(bytes), crossover["to"].get<std::string>());
  }
}

TEST(PredictJson, CrossoversMissNoChangeThatIsUndone) {
  // On 4 DGX H100 NCCL's correction for Tree jumps at 4 MiB: NVLSTree is cheaper just below, Tree
  // from there on, NVLSTree again from 5.6 MiB.
  std::vector<std::uint64_t> changes;
  const json predicted = printed_json("predict dgx-h100 --nodes 4 -b 2M -e 8M");
  for (const json& crossover : predicted["crossovers"]) {
    changes.push_back(crossover["bytes"].get<std::uint64_t>());
  }
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[1], std::uint64_t{4} << 20U);
}

TEST(PredictCsv, HasTheFiguresOfTheJson) {
  const std::string line = "predict dgx-h100 --nodes 2 -c all_reduce -b 1M -e 4M";
  const json predicted = printed_json(line);
  const std::string csv = run(line + " --format csv").out;
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')),
            predicted["results"].size() + 1);
  for (const json& row : predicted["results"]) {
    EXPECT_NE(csv.find("," + row["time_us"].dump() + ","), std::string::npos) << row["time_us"];
  }
}

TEST(ExplainJson, TermsAddUpAndTheChoiceIsTheCheapest) {
  const json explained = printed_json("explain dgx-h100 --nodes 4 -b 8M");
  EXPECT_EQ(explained["schema"], "treering.explain/1");
  expect_members(explained["choice"], {"algorithm", "protocol", "time_us", "channels",
                                       "max_channels", "threads", "chunk_bytes"});
  EXPECT_EQ(explained["candidates"].size(), 21U);  // 7 algorithms x 3 protocols
  for (const json& candidate : explained["candidates"]) {
    EXPECT_NE(candidate["available"].get<bool>(), candidate["time_us"].is_null());
    EXPECT_NE(candidate["available"].get<bool>(), candidate["ruled_out"].is_string());
    // Whatever the table rules out is not available; the call itself may rule out more.
    EXPECT_EQ(candidate["latency_us"].is_null(), candidate["bandwidth_GBps"].is_null());
    if (!candidate["available"].get<bool>()) continue;
    EXPECT_TRUE(candidate["latency_us"].is_number());
    double sum = 0;
    for (const json& term : candidate["terms"]) sum += term["time_us"].get<double>();
    const auto figures = static_cast<double>(candidate["terms"].size() + 1);
    EXPECT_NEAR(sum, candidate["time_us"].get<double>(), figures * kLargestRounding);
    EXPECT_GE(candidate["time_us"], explained["choice"]["time_us"]);
  }
}

}  // namespace json_test
}  // namespace treering::cli
