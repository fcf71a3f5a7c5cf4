// The report on a tuning, as a file.
#pragma once

#include <string>

#include "app/tuning/tune.h"
#include "cli/options/arguments.h"
#include "core/result.h"

namespace treering::cli {

/// Before anything is measured: whether the file of --report can be written, where there is one.
core::Result<void> check_page(const Arguments& arguments);

/// HTML, or Markdown where the file's name ends in .md. \pre --report is given
std::string page_of(const app::tuning::TuneReport& report, const Arguments& arguments);

}  // namespace treering::cli
