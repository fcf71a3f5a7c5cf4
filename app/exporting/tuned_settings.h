// Settings that make a library take what a tuning confirmed, and nothing else.
#pragma once

#include <optional>
#include <string>

#include "app/exporting/export.h"
#include "app/tuning/tune.h"

namespace treering::app::exporting {

/// Fails where no settings can come of such a tuning: a form that the library does not read, or
/// that holds for every size; Gloo, which reads none; NCCL on a machine that is not named.
/// \param to nothing: openmpi-rules or tuner-csv, as the library is
core::Result<void> check_settings(const tuning::TuneRequest& request,
                                  const std::optional<std::string>& to);

/// \pre check_settings() of both
core::Result<ExportReport> settings_of(const tuning::TuneRequest& request,
                                       const tuning::TuneReport& report,
                                       const std::optional<std::string>& to);

}  // namespace treering::app::exporting
