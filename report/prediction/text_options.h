// How the text of an answer is wanted.
#pragma once

#include "report/display.h"

namespace treering::report::prediction {

struct TextOptions {
  Display display;
  bool is_quiet = false;     // tables only, without headings and remarks
  bool has_columns = false;  // a row for each size, with a column for each candidate
};

}  // namespace treering::report::prediction
