// What `treering import` says: measurements as text, JSON or CSV.
#pragma once

#include <string>
#include <vector>

#include "tuner/measurement.h"

namespace treering::cli {

struct ImportReport {
  std::vector<std::string> files;
  tuner::MeasurementSet set;
  bool is_quiet = false;
};

std::string import_text(const ImportReport& report);
std::string import_json(const ImportReport& report);

}  // namespace treering::cli
