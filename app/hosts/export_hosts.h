// Settings that make Open MPI take the recommended algorithms.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/hosts/predict_hosts.h"
#include "sim/libraries/library.h"

namespace treering::app::hosts {

/// Why there is no file for a library that reads none.
std::string no_settings_text(sim::libraries::Library library);

struct ExportHostsRequest {
  PredictHostsRequest question;
  std::optional<std::string> to;  // the name of an exporter for hosts
};

/// Either a text or the reason why there is none.
struct ExportHostsReport {
  std::string text;
  std::string refusal;             // a sentence; empty when there is a text
  std::vector<std::string> notes;  // among the comments of the text, too
};

core::Result<ExportHostsReport> answer(const ExportHostsRequest& request);

}  // namespace treering::app::hosts
