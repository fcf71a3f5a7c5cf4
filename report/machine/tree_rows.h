// The lines of a tree in columns: names, links, details.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace treering::report::machine {

struct TreeLine {
  std::string lead;   // strokes before the name
  std::string under;  // strokes before further lines of its details
  std::string name;
  std::string link;
  std::vector<std::string> details;  // lines break between them rather than within
};

/// Within `width` columns where names leave the details some; what assumed marks mean at the end.
std::string rows_of(const std::vector<TreeLine>& lines, std::size_t width);

}  // namespace treering::report::machine
