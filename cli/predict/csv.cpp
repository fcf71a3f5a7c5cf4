#include <string>

#include <nlohmann/json.hpp>

#include "cli/output/json_document.h"
#include "cli/output/setup_json.h"
#include "cli/predict/predict.h"

namespace treering::cli {

std::string predict_csv(const app::PredictReport& report) {
  std::string text =
      "collective,bytes,asked_bytes,count,algorithm,protocol,channels,time_us,algbw_GBps,busbw_"
      "GBps,nccl_default,"
      "best,low_us,high_us,bound_us,latency_us,transfer_us,nccl_fails,channel_limit,threads,sm_"
      "share,"
      "slowdown,enough,search_failed,guesses\n";
  const std::string guesses = guesses_text(report.job);
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
    flat["guesses"] = guesses;
    text += csv_row(flat);
  }
  return text;
}

}  // namespace treering::cli
