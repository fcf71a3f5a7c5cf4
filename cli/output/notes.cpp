#include "cli/output/notes.h"

#include <cstddef>

#include <fmt/format.h>

#include "cli/output/remarks.h"
#include "core/text/quote.h"

namespace treering::cli {

std::vector<std::string> all_texts_of(const std::vector<core::Diagnostic>& diagnostics) {
  std::vector<std::string> texts;
  for (const core::Diagnostic& one : diagnostics) {
    texts.push_back(core::printable(fmt::format("{}: {}", one.where, one.text)));
  }
  return texts;
}

std::vector<std::string> texts_of(const std::vector<core::Diagnostic>& diagnostics) {
  constexpr std::size_t kShown = 8;
  return shortened(all_texts_of(diagnostics), kShown, " of this file");
}

}  // namespace treering::cli
