// `treering tune` on the recording of a rank that is late.
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"
#include "tuner/measure/record.h"

namespace treering::cli {
namespace recorded_late_rank_test {

using nlohmann::json;

constexpr double kLateUs = 10'000;

/// One rank takes 10 ms longer in each step that it has part in: the six steps of a ring of four,
/// the two of recursive doubling. The library's own choice is the ring.
double late_us(const std::string& algorithm, std::uint64_t bytes) {
  const double steps = algorithm == "recursive_doubling" ? 2 : 6;
  const double sent = algorithm == "recursive_doubling" ? 2 : 1.5;
  // A link of 1 Gbit/s carries 125 bytes in a microsecond.
  return steps * (60 + kLateUs) + sent * static_cast<double>(bytes) / 125;
}

tuner::measure::Record late_record(const std::string& algorithm, std::uint64_t bytes, int launch) {
  tuner::measure::Record record;
  record.runner = "mpi";
  record.trial.configuration.call.bytes = bytes;
  record.trial.configuration.way.algorithm = algorithm;
  record.trial.launch = launch;
  record.ranks = record.nodes = 4;
  record.start = fmt::format("2026-11-26T00:00:0{}.000Z", launch);
  record.environment["shaped_gbit"] = "1";
  for (int sample = 0; sample < 40; ++sample) {
    // Launches 3 % apart, samples 1 %.
    const double off = 0.03 * std::sin(2.1 * launch + static_cast<double>(algorithm.size())) +
                       0.01 * std::sin(1.7 * sample);
    record.samples_us.push_back(late_us(algorithm, bytes) * (1 + off));
  }
  return record;
}

void write_late(const std::string& path) {
  std::ofstream file(path);
  for (int launch = 0; launch < 6; ++launch) {
    for (const std::string algorithm : {"", "ring", "recursive_doubling"}) {
      for (std::uint64_t bytes = 1024; bytes <= 65536; bytes *= 4) {
        file << line_of(late_record(algorithm, bytes, launch)) << "\n";
      }
    }
  }
}

// Times do not say which rank it is, but they do say what to use until it is found.
TEST(RecordedLateRank, FewStepsAreChosen) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/late.jsonl";
  write_late(file);
  const Outcome tuned = run("tune --runner replay --measurements " + file +
                            " -b 1K -e 64K -f 4 --budget 100 --format json");
  ASSERT_EQ(tuned.exit_code, 0) << tuned.err;
  const json report = json::parse(tuned.out);
  ASSERT_EQ(report["choices"].size(), 1U) << tuned.out;
  const json& choice = report["choices"][0];
  EXPECT_EQ(choice["algorithm"], "recursive_doubling");
  EXPECT_EQ(choice["reason"], "faster");
  // 6 steps of 10.06 ms over 2: 3, less what the data take, 61.1 ms over 21.2 at 64 KiB. Launches
  // of both lie 3 % apart.
  EXPECT_NEAR(choice["gain"].get<double>(), 2.95, 0.2);
}

}  // namespace recorded_late_rank_test
}  // namespace treering::cli
