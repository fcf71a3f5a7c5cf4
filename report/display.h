// The display of a text.
#pragma once

namespace treering::report {

struct Display {
  bool is_terminal = false;  // bold is allowed
  bool is_utf8 = false;      // strokes of a tree are
};

}  // namespace treering::report
