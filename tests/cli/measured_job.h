// A job of two DGX A100 and measurements of it, as files for treering validate and calibrate.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {

inline constexpr const char* kHead =
    "id,collective,size_bytes,nodes,ranks,algo_forced,time_us_oop\n";

/// all_reduce on 16 GPUs: 40 us and 0.02 us per KiB, which is near a DGX A100's.
inline std::string sweep(const std::string& id, const std::string& algorithm) {
  std::string rows;
  for (long long bytes = 1024; bytes <= 1LL << 28; bytes *= 4) {
    const double time = 40 + 1e-5 * static_cast<double>(bytes);
    rows += fmt::format("{},all_reduce,{},2,16,{},{}\n", id, bytes, algorithm, time);
  }
  return rows;
}

inline std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A sweep of NCCL's own choices on a machine that takes 1.3 times as long as is predicted.
inline std::string slow_sweep() {
  const std::string words = "predict dgx-a100 --nodes 2 -b 1K -e 256M -f 4 --format json";
  const auto json = nlohmann::json::parse(run(words).out);
  std::string rows;
  for (const auto& result : json["results"]) {
    if (!result["nccl_default"].get<bool>()) continue;
    rows += fmt::format("slow,all_reduce,{},2,16,,{}\n", result["bytes"].get<long long>(),
                        1.3 * result["time_us"].get<double>());
  }
  return rows;
}

class MeasuredJob : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
    runs_ = write("runs.csv", kHead + sweep("one", "") + sweep("two", "Ring"));
    job_ = "dgx-a100 --nodes 2 --measurements " + runs_;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
  std::string runs_;
  std::string job_;
};

}  // namespace treering::cli
