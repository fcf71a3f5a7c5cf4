// A tuning as JSON, as CSV, and as a page.
#pragma once

#include <string>

#include "app/tuning/tune.h"
#include "cli/options/options.h"
#include "core/result.h"

namespace treering::cli {

// A tuning as JSON and CSV.

/// treering.tune/1.
std::string tune_json(const app::tuning::TuneReport& report);

/// A line for each choice.
std::string tune_csv(const app::tuning::TuneReport& report);

// The report on a tuning, as a file.

/// Before anything is measured: whether the file of --report can be written, where there is one.
core::Result<void> check_page(const Arguments& arguments);

/// HTML, or Markdown where the file's name ends in .md. \pre --report is given
std::string page_of(const app::tuning::TuneReport& report, const Arguments& arguments);

}  // namespace treering::cli
