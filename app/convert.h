// A topology in another format.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace treering::app {

struct ConvertRequest {
  std::string topology;               // a built-in name, a file, or "live"
  std::optional<std::string> format;  // of the text; else by the ending of `file`
  std::string file;                   // the target; empty for none, then the text is our JSON
  std::optional<std::string> nics;    // as in AdapterRequest (app/setup/setup.h)
};

struct ConvertReport {
  std::string text;
  std::vector<std::string> notes;
};

core::Result<ConvertReport> answer(const ConvertRequest& request);

}  // namespace treering::app
