#include "hw/formats/nccl_log/error_forms.h"

#include <algorithm>
#include <array>

#include "core/text/pasted.h"
#include "core/text/reading.h"
#include "hw/formats/nccl_log/word_search.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

bool is_of_word(char c) {
  return core::is_letter_or_digit(c) || c == '_';
}

/// Where `word` stands alone, not as part of a longer one or of a name; kNone without.
std::size_t find_whole_word(std::string_view line, std::string_view word) {
  for (std::size_t at = core::find_part(line, word); at != kNone;
       at = core::find_part(line, word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool is_begin = at == 0 || !is_of_word(line[at - 1]);
    if (is_begin && (end == line.size() || !is_of_word(line[end]))) return at;
  }
  return kNone;
}

/// Whether what follows "error" counts errors or says that there are none: ": 0", "= none", "".
bool is_counter(std::string_view rest) {
  rest = core::trimmed(rest, " \t\r:=");
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t,;)"));
  if (word.empty()) return true;
  const std::string lower = core::lower_case(word);
  if (lower == "no" || lower == "none" || lower == "n/a" || lower == "false") return true;
  return std::ranges::all_of(word,
                             [](char c) { return core::is_digit(c) || c == '.' || c == '%'; });
}

/// Whether a logger gives the line a level below that of an error.
bool is_of_lower_level(std::string_view line) {
  constexpr std::array<std::string_view, 7> kLower{"INFO",   "WARNING", "WARN",   "DEBUG",
                                                   "NOTICE", "TRACE",   "warning"};
  return std::ranges::any_of(
      kLower, [&](std::string_view level) { return find_whole_word(line, level) != kNone; });
}

/// "[   12.345678] NVRM: ...", and what journald makes of it.
bool is_of_kernel(std::string_view line) {
  if (has(line, " kernel: ")) return true;
  if (!line.starts_with('[')) return false;
  const std::string_view time = core::trimmed(line.substr(1, line.find(']') - 1));
  return !time.empty() && has(time, ".") &&
         std::ranges::all_of(time, [](char c) { return core::is_digit(c) || c == '.'; });
}

/// "E1130 18:44:12" of glog, which PyTorch and XLA use; F is fatal.
bool is_glog_error(std::string_view line) {
  constexpr std::string_view kForm = "0000 00:00:00";
  if (line.starts_with('[')) line.remove_prefix(1);
  if (line.size() <= kForm.size() || (line[0] != 'E' && line[0] != 'F')) return false;
  return std::ranges::equal(line.substr(1, kForm.size()), kForm, [](char c, char form) {
    return form == '0' ? core::is_digit(c) : c == form;
  });
}

// What the system and launchers print of a process that crashed.
constexpr std::array kCrashes = std::to_array<std::string_view>({
    "Segmentation fault",
    "terminate called after throwing",
    "(core dumped)",
    "*** Process received signal ***",
    "exited on signal ",
    "exited with exit code ",
});
constexpr std::array kEndsOfNames =
    std::to_array<std::string_view>({"rror:", "xception:", "atal:"});
constexpr std::array kErrorLevels = std::to_array<std::string_view>({"ERROR", "FATAL", "CRITICAL"});

// One of them is in most errors, so that other lines are not looked at any closer.
constexpr WordSearch kFormSearch = [] {
  std::array<std::string_view, kCrashes.size() + kEndsOfNames.size() + kErrorLevels.size()> words;
  auto end = std::ranges::copy(kCrashes, words.begin()).out;
  end = std::ranges::copy(kEndsOfNames, end).out;
  std::ranges::copy(kErrorLevels, end);
  return WordSearch(words);
}();

/// "RuntimeError: text", "fatal error: text", "srun: error: text".
bool names_error(std::string_view line) {
  return std::ranges::any_of(kEndsOfNames, [line](std::string_view end) {
    for (std::size_t at = core::find_part(line, end); at != kNone;
         at = core::find_part(line, end, at + 1)) {
      const char first = at == 0 ? ' ' : line[at - 1];
      const bool is_name = first == 'e' || first == 'E' || first == 'f' || first == 'F';
      if (is_name && !is_counter(line.substr(at + end.size()))) return true;
    }
    return false;
  });
}

/// "ERROR 03-23 21:43:38 [core.py:7] text", "[FATAL] text".
bool has_level_of_error(std::string_view line) {
  return std::ranges::any_of(kErrorLevels, [line](std::string_view level) {
    const std::size_t at = find_whole_word(line, level);
    return at != kNone && !is_counter(line.substr(at + level.size()));
  });
}

bool is_crash(std::string_view line) {
  return std::ranges::any_of(kCrashes, [line](std::string_view words) { return has(line, words); });
}

}  // namespace

bool is_error_by_form(std::string_view line) {
  constexpr std::size_t kLongest = 4096;  // a longer line is data
  if (line.size() > kLongest) return false;
  const bool has_tag = line.starts_with('[');
  if (is_glog_error(line) || (has_tag && is_glog_error(core::without_launcher_tags(line).text))) {
    return true;
  }
  if (kFormSearch.first_in(line) == kNone || is_of_kernel(line)) return false;
  if (is_crash(line) || has_level_of_error(line)) return true;
  return !is_of_lower_level(line) && names_error(line);
}

}  // namespace treering::hw::formats::nccl_log
