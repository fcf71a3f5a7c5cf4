#include "report/prediction/left_out_text.h"

#include <algorithm>

namespace treering::report::prediction {

std::string left_out_sentence(const app::PredictReport& report, core::Collective collective) {
  const bool lacks_some = std::ranges::any_of(report.rows, [&](const sim::Prediction& row) {
    return row.collective == collective && row.count > 0 && !row.estimate;
  });
  if (report.calls.model != sim::Model::Event || !lacks_some) return "";
  return " Sizes without a time have too many messages to simulate for a table; treering simulate "
         "has it.";
}

}  // namespace treering::report::prediction
