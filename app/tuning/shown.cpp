#include "app/tuning/shown.h"

namespace treering::app::tuning {

bool is_another(const tuner::measure::Record& record) {
  return is_another_algorithm(record.used, record.trial.configuration);
}

bool was_late(const tuner::measure::Record& record) {
  return record.late > 0 && record.samples_us.empty();
}

std::optional<double> time_of(const tuner::measure::Record& record) {
  if (!record.error.empty() || !record.median_us || *record.median_us <= 0) return std::nullopt;
  if (is_another(record)) return std::nullopt;
  return record.median_us;
}

}  // namespace treering::app::tuning
