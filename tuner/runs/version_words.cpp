#include "tuner/runs/version_words.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/text/reading.h"
#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace {

/// Without what stands between the name and its version.
std::string_view behind_joints(std::string_view text) {
  constexpr std::array<std::string_view, 4> kWords{"version", "release", "ver", "v"};
  for (bool goes_on = true; goes_on;) {
    text.remove_prefix(std::min(text.find_first_not_of("/:=_- `'\""), text.size()));
    const auto word =
        std::ranges::find_if(kWords, [&](std::string_view one) { return text.starts_with(one); });
    goes_on = word != kWords.end();
    if (goes_on) text.remove_prefix(word->size());
  }
  return text;
}

}  // namespace

std::string nccl_version_in_words(std::string_view line, int least_parts) {
  constexpr std::string_view kName = "nccl";
  const std::string lower = core::lower_case(line);
  for (std::size_t at = lower.find(kName); at != std::string::npos;
       at = lower.find(kName, at + kName.size())) {
    // "aws-ofi-nccl 1.7", "rccl".
    const char before = at == 0 ? ' ' : lower[at - 1];
    if (before == '-' || before == '_' || core::is_letter_or_digit(before)) continue;
    const std::string_view rest = behind_joints(std::string_view(lower).substr(at + kName.size()));
    const std::string_view word = rest.substr(0, rest.find(' '));
    // RCCL's, which has NCCL's number before that of HIP.
    if (core::has(word, "+hip")) continue;
    const std::string version = version_in(word);
    const auto parts = std::ranges::count(version, '.') + 1;
    if (parts >= least_parts && parts <= 3 && version.starts_with("2.")) return version;
  }
  return "";
}

}  // namespace treering::tuner::runs
