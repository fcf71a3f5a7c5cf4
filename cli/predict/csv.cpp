#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/setup/guesses.h"
#include "cli/output/json_document.h"
#include "cli/predict/predict.h"

namespace treering::cli {

std::string predict_csv(const app::PredictReport& report) {
  std::string text =
      "collective,bytes,asked_bytes,count,algorithm,protocol,channels,time_us,algbw_GBps,busbw_"
      "GBps,nccl_default,"
      "best,low_us,high_us,bound_us,latency_us,transfer_us,nccl_fails,channel_limit,threads,sm_"
      "share,"
      "slowdown,enough,search_failed,guesses\n";
  std::vector<std::string_view> guesses;
  for (const app::setup::Guess& guess : guesses_of(report.job)) {
    guesses.push_back(name_of(guess.what));
  }
  for (const sim::Prediction& row : report.rows) {
    const nlohmann::ordered_json nested = row_json(report, row);
    nlohmann::ordered_json flat;
    for (const auto& [name, value] : nested.items()) {
      if (name != "breakdown") {
        flat[name] = value;
        continue;
      }
      for (const char* part : {"latency_us", "transfer_us"}) {
        flat[part] = value.is_null() ? nlohmann::ordered_json() : value[part];
      }
    }
    flat["guesses"] = fmt::format("{}", fmt::join(guesses, " "));
    text += csv_row(flat);
  }
  return text;
}

}  // namespace treering::cli
