// Chromium without a display, which looks at a page.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace treering::cli {

/// Empty where a page can be looked at; else why not.
std::string why_no_browser();

/// What look.js saw of the page in a window of that width, and under "console" all lines that the
/// browser logged. Null where the browser ended without an answer.
nlohmann::json looked_at(const std::string& page, int width);

// Figures as charts of a page write them.

/// In three digits.
std::string rounded(double value);

/// A script rounds halves up, fmt to even digits.
double with_halves_up(double value);

/// As at the axis of its chart: "47.5 ms", "350 GB/s".
std::string value_text(double value, bool is_time);

}  // namespace treering::cli
