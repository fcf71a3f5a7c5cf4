#include "tuner/runs/shell_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "tuner/runs/launch_line.h"
#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace {

using ShellWords = std::vector<std::string_view>;

/// The words behind "export" or "unset", before which only a prompt may stand; npos without.
std::size_t behind(const ShellWords& words, std::string_view command) {
  constexpr std::size_t kMostOfPrompt = 2;
  for (std::size_t i = 0; i < std::min(words.size(), kMostOfPrompt + 1); ++i) {
    const bool is_comment = i == 1 && words[0] == "#";
    if (words[i] == command && !is_comment) return i + 1;
  }
  return std::string_view::npos;
}

/// The assignments of the words from `first` on, up to the first word that is none.
NcclVariables assignments_from(const ShellWords& words, std::size_t first) {
  NcclVariables found;
  for (std::size_t i = first; i < words.size(); ++i) {
    if (words[i].find('=') == std::string_view::npos) break;
    take_assignment(words[i], found);
  }
  return found;
}

bool are_assignments(const ShellWords& words) {
  return std::ranges::all_of(words, [](std::string_view word) {
    const std::size_t sign = word.find('=');
    return word.starts_with("NCCL_") && sign != std::string_view::npos;
  });
}

}  // namespace

bool ShellVariables::read(std::string_view line) {
  if (line.find("NCCL_") == std::string_view::npos) return false;
  const ShellWords words = words_of(line);
  if (behind(words, "unset") < words.size()) {
    std::erase_if(exported_, [&](const auto& one) {
      return std::ranges::find(words, std::string_view(one.first)) != words.end();
    });
    return true;
  }
  const std::size_t first = behind(words, "export");
  const bool is_export = first < words.size();
  if (!is_export && !are_assignments(words)) return false;
  const NcclVariables found = assignments_from(words, is_export ? first : 0);
  for (const auto& [name, value] : found) (is_export ? exported_ : of_next_)[name] = value;
  return !found.empty();
}

std::map<std::string, std::string> ShellVariables::all() const {
  std::map<std::string, std::string> all = of_next_;
  all.insert(exported_.begin(), exported_.end());
  return all;
}

bool is_launch(std::string_view line) {
  constexpr std::array<std::string_view, 8> kPrograms{
      "torchrun", "python", "python3", "mpirun", "mpiexec", "srun", "deepspeed", "accelerate"};
  const ShellWords words = words_of(line);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string_view name = words[i].substr(words[i].rfind('/') + 1);
    if (std::ranges::find(kPrograms, name) == kPrograms.end()) continue;
    const std::string_view next = words[i + 1];
    if (next.starts_with('-') || next.find(".py") != std::string_view::npos) return true;
  }
  return false;
}

std::string title_in(std::string_view line) {
  constexpr std::size_t kLongest = 100;
  // Of the lines that nccl-tests and launchers begin so.
  constexpr std::array<std::string_view, 15> kOthers{
      "out-of-place", "(B)",       "Using devices", "Rank ",      "nThread",
      "Out of bound", "Avg bus",   "Collective ",   "nccl-tests", "NCCL version",
      "nccl-",        "Blocking ", "Warning",       "algbw",      "busbw"};
  constexpr std::string_view kMarks = "#=*-_";
  const std::string_view whole = core::trimmed(line);
  if (whole.size() < 3 || whole.size() > kLongest || core::has_any(whole, kOthers)) return "";
  const bool is_marked =
      kMarks.find(whole[0]) != std::string_view::npos && (whole[0] == whole[1] || whole[0] == '#');
  // "gpu01:" is what a launcher leaves of an empty line.
  const bool is_host = whole.find(' ') == std::string_view::npos &&
                       whole.find_first_of("0123456789.-") != std::string_view::npos;
  // "Nov 21 17:38:59 node1 run[12]:" as well.
  const bool is_tag = whole.ends_with("]:") || std::ranges::count(whole, ':') > 1;
  const bool is_lead =
      whole.ends_with(':') && core::is_letter_or_digit(whole[0]) && !is_host && !is_tag;
  if (!is_marked && !is_lead) return "";
  const std::string_view words = core::trimmed(whole, " \t\r#=*-_:`|<>");
  const auto letters = std::ranges::count_if(words, core::is_letter);
  constexpr std::ptrdiff_t kFewest = 2;
  return letters < kFewest ? "" : core::printable(words);
}

}  // namespace treering::tuner::runs
