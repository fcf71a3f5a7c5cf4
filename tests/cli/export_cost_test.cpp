// What `treering export` makes of the cost model: it changes NCCL's choice where that gains enough.
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/call.h"
#include "tests/cli/run.h"
#include "tests/support/example_plugin.h"
#include "tuner/exporters/plugin_csv.h"

namespace treering::cli {
namespace export_cost_test {

using nlohmann::json;

struct Times {
  double usual_us = 0;  // of NCCL's own choice
  double taken_us = 0;  // of what the plugin makes NCCL take
  bool is_changed = false;
};

bool is_pair_of(const json& row, const tuner::exporters::PluginRow& taken) {
  return taken.way.algorithm ==
             tuner::exporters::plugin_name_of_algorithm(row["algorithm"].get<std::string>()) &&
         taken.way.protocol ==
             tuner::exporters::plugin_name_of_protocol(row["protocol"].get<std::string>());
}

/// By collective and size, for two DGX A100.
std::map<std::string, Times> times_with(const std::vector<tuner::exporters::PluginRow>& rows) {
  const json predicted =
      json::parse(run("predict dgx-a100 --nodes 2 -c tuned -b 1K -f 4 --format json").out);
  std::map<std::string, Times> times;
  for (const json& row : predicted["results"]) {
    const auto name = row["collective"].get<std::string>();
    const auto bytes = row["bytes"].get<std::uint64_t>();
    const auto answer = testing::answer_as_plugin(
        rows, {tuner::exporters::plugin_name(core::parse_collective(name).value()), bytes, 2, 16},
        [](const tuner::exporters::PluginRow& /*row*/) { return false; });
    EXPECT_NE(answer.row, nullptr);
    const bool is_taken = is_pair_of(row, *answer.row);
    const bool is_usual = row["nccl_default"].get<bool>();
    Times& call = times[name + ' ' + std::to_string(bytes)];
    if (is_usual) call.usual_us = row["time_us"].get<double>();
    if (is_taken) call.taken_us = row["time_us"].get<double>();
    call.is_changed = call.is_changed || (is_taken && !is_usual);
  }
  return times;
}

TEST(ExportByCost, CsvChangesOnlyWhatGainsEnough) {
  const Outcome outcome = run("export dgx-a100 --nodes 2 --to tuner-csv");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const auto& [call, times] : times_with(testing::load_as_plugin(outcome.out))) {
    EXPECT_GT(times.taken_us, 0) << call;
    if (!times.is_changed) continue;
    EXPECT_GE(times.usual_us, 1.0999 * times.taken_us) << call;
  }
}

TEST(ExportByCost, TheFilterIsKeptTo) {
  const Outcome outcome =
      run("export dgx-a100 --nodes 2 --to tuner-csv -c all_reduce --algo ring -b 1M -e 1G");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto rows = testing::load_as_plugin(outcome.out);
  for (std::uint64_t bytes = 1 << 20; bytes <= std::uint64_t{1} << 30U; bytes *= 2) {
    const auto answer =
        testing::answer_as_plugin(rows, {"allreduce", bytes, 2, 16},
                                  [](const tuner::exporters::PluginRow& /*row*/) { return false; });
    ASSERT_NE(answer.row, nullptr);
    EXPECT_EQ(answer.row->way.algorithm, "ring") << bytes;
  }
}

}  // namespace export_cost_test
}  // namespace treering::cli
