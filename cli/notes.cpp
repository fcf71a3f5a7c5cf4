#include "cli/notes.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace treering::cli {

std::vector<std::string> texts_of(const std::vector<core::Diagnostic>& diagnostics) {
  constexpr std::size_t kShown = 8;
  const std::size_t shown = std::min(diagnostics.size(), kShown);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < shown; ++i) {
    texts.push_back(fmt::format("{}: {}", diagnostics[i].where, diagnostics[i].text));
  }
  if (diagnostics.size() > shown) {
    texts.push_back(fmt::format("and {} more of this file", diagnostics.size() - shown));
  }
  return texts;
}

}  // namespace treering::cli
