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

}  // namespace treering::cli
