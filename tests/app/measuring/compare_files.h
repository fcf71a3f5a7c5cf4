// Files of results to compare, made of launches without scatter.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/measuring/compare.h"
#include "tests/support/temporary_folder.h"
#include "tuner/measure/record.h"

namespace treering::app::measuring {

using tuner::measure::Record;

inline Record record_of(int launch, double us, std::uint64_t bytes = 1024) {
  Record record;
  record.runner = "mpi";
  record.trial.configuration.call.bytes = bytes;
  record.trial.launch = launch;
  record.ranks = 2;
  record.nodes = 1;
  record.start = std::to_string(launch);
  record.samples_us = std::vector<double>(40, us);
  record.average_us = us / 2;
  record.median_us = us;
  record.is_converged = true;
  return record;
}

/// Launches whose times grow by a tenth of a percent.
inline std::vector<Record> launches(int count, double us, std::uint64_t bytes = 1024) {
  std::vector<Record> records;
  for (int i = 0; i < count; ++i) records.push_back(record_of(i, us * (1 + 0.001 * i), bytes));
  return records;
}

class CompareFiles : public testing::Test {
 protected:
  std::string written(const std::string& name, const std::string& text) const {
    std::string path = folder_.path() + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  std::string written(const std::string& name, const std::vector<Record>& records) const {
    std::string text;
    for (const Record& record : records) text += line_of(record) + "\n";
    return written(name, text);
  }
  CompareReport compared(const std::vector<Record>& before,
                         const std::vector<Record>& after) const {
    return answered(written("before.jsonl", before), written("after.jsonl", after));
  }
  static CompareReport answered(const std::string& before, const std::string& after) {
    const auto report = answer(CompareRequest{before, after, {}});
    EXPECT_TRUE(report) << report.error().message();
    return report.value_or(CompareReport());
  }

 private:
  support::TemporaryFolder folder_;
};

}  // namespace treering::app::measuring
