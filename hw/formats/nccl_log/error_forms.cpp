#include "hw/formats/nccl_log/error_forms.h"

#include <algorithm>
#include <array>

#include "core/text/error_codes.h"
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
/// "ValueError: 8 is too much" counts nothing.
bool is_counter(std::string_view rest) {
  rest = core::trimmed(rest, " \t\r:=");
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t,;)"));
  if (word.empty()) return true;
  const std::string lower = core::lower_case(word);
  if (lower == "no" || lower == "none" || lower == "n/a" || lower == "false") return true;
  const bool has_words = rest.size() > word.size() + 1 && rest[word.size()] == ' ' &&
                         core::is_letter(rest[word.size() + 1]);
  if (has_words && word != "0") return false;
  return std::ranges::all_of(word,
                             [](char c) { return core::is_digit(c) || c == '.' || c == '%'; });
}

/// Whether a logger gives the line a level below that of an error: "INFO", "[I1130 18:44:12 ...",
/// "[W socket.cpp:9] ...", "2026-11-30 18:44:12.715: W external/...".
bool is_of_lower_level(std::string_view line) {
  constexpr auto kLower = std::to_array<std::string_view>(
      {"INFO", "WARNING", "WARN", "DEBUG", "NOTICE", "TRACE", "DIAG", "warning"});
  constexpr auto kParts =
      std::to_array<std::string_view>({"[I ", "[W ", "[I]", "[W]", "[I0", "[I1", "[W0", "[W1",
                                       ": I ", ": W ", "[info]", "[debug]"});
  return std::ranges::any_of(
             kLower,
             [&](std::string_view level) { return find_whole_word(line, level) != kNone; }) ||
         core::has_any(line, kParts);
}

/// "[   12.345678] NVRM: ...", "[  +0.000316] ...", "[Tue Nov  5 10:12:33 2024] ...", as dmesg
/// prints them, and what journald makes of them. UCX counts seconds since 1970 in such a place.
bool is_of_kernel(std::string_view line) {
  if (has(line, " kernel: ")) return true;
  if (!line.starts_with('[')) return false;
  const std::string_view time = core::trimmed(line.substr(1, line.find(']') - 1));
  constexpr std::size_t kDigitsSinceEpoch = 10;
  if (time.empty() || time.find('.') == kDigitsSinceEpoch) return false;
  constexpr std::array<std::string_view, 7> kDays{"Mon ", "Tue ", "Wed ", "Thu ",
                                                  "Fri ", "Sat ", "Sun "};
  const auto starts_time = [&](std::string_view day) { return time.starts_with(day); };
  if (std::ranges::any_of(kDays, starts_time)) return true;
  return has(time, ".") && std::ranges::all_of(time, [](char c) {
           return core::is_digit(c) || c == '.' || c == '+';
         });
}

/// "E1130 18:44:12" of glog, which PyTorch and XLA use; F is fatal.
bool is_glog_error(std::string_view line) {
  constexpr std::string_view kForm = "0000 00:00:00";
  if (line.starts_with('[')) line.remove_prefix(1);
  return (line.starts_with('E') || line.starts_with('F')) && has_form(line.substr(1), kForm);
}

// What the system, launchers and schedulers print of a process that failed; what libraries print
// where an error has no other form.
constexpr std::array kCrashes = std::to_array<std::string_view>({
    "Segmentation fault",
    "Segfault encountered",
    "terminate called after throwing",
    "(core dumped)",
    "*** Process received signal ***",
    "exited on signal ",
    "killed by signal",
    "terminated by signal ",
    "terminated with signal SIG",
    "<Signals.SIG",
    "OOMKilled",
    "oom-kill",
    "CrashLoopBackOff",
    "status=1/FAILURE",
    "CUDA_ERROR_",
    "DEADLINE_EXCEEDED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "UNAVAILABLE: ",
    "INTERNAL: ",
    "Assertion failed",
    "Assertion `",
    "undefined symbol",
    "undefined reference to",
    "panic: ",
});
// A number other than 0 stands behind.
constexpr std::array kExitCodes = std::to_array<std::string_view>(
    {"xit code: ", "xit code ", "xitcode=", "xitcode: ", "xit status ",
     "xit status: ", "eturn code = ", "xitCode: ", "xit Code:    "});
// These are errors in a line that a program's logger or library printed; people write them as well.
constexpr std::array kFailures = std::to_array<std::string_view>(
    {"failed", "Failed", "FAILED", "failure", "nable to ", "ould not ", "annot ", "an't ",
     "timed out", "Timed out", "imeout", "not found", "No such file", "ermission denied", "refused",
     "borted", "Aborting", "killed", "Killed"});
constexpr std::array kEndsOfNames =
    std::to_array<std::string_view>({"rror:", "xception:", "atal:"});
constexpr std::array kErrorLevels = std::to_array<std::string_view>({"ERROR", "FATAL", "CRITICAL"});

// "AssertionError" alone, "Error 804: text".
constexpr std::array<std::string_view, 3> kOtherForms{"Error", "Exception", "rror "};

// One of them is in most errors, so that other lines are not looked at any closer.
constexpr WordSearch kFormSearch(joined(kCrashes, kExitCodes, kFailures, kEndsOfNames, kErrorLevels,
                                        kOtherForms));

// All messages of CUDA; the words by which its numbers and those of libibverbs are known.
constexpr WordSearch kCodeSearch = [] {
  constexpr std::array<std::string_view, 12> kOthers{
      "CUDA",  "cuda",  "Cuda",  "cuInit",   "IBV_WC_",    "Failed status ",
      "etry ", "ETRY ", "otect", "emote op", "emote acce", "lush"};
  std::array<std::string_view, core::kCudaErrors.size() + kOthers.size()> words;
  const auto end =
      std::ranges::transform(core::kCudaErrors, words.begin(), &core::CudaError::message).out;
  std::ranges::copy(kOthers, end);
  return WordSearch(words);
}();

/// "Error 804: text", "error code: 802", "Error (gpu_burn-drv.cpp:298): text".
bool has_numbered_error(std::string_view line) {
  for (const std::string_view words : {"rror ", "rror code "}) {
    const std::size_t at = core::find_part(line, words);
    if (at == kNone) continue;
    const std::string_view rest = line.substr(at + words.size());
    const std::size_t end = rest.find(rest.starts_with('(') ? "): " : ": ");
    if (end == kNone) continue;
    const bool is_number = core::whole_number<int>(rest.substr(0, end)).has_value();
    if ((rest.starts_with('(') || is_number) && !is_counter(rest.substr(end + 1))) return true;
  }
  return false;
}

/// "Exit code: 1", "return code = -9", "exitcode=134".
bool has_exit_code(std::string_view line) {
  return std::ranges::any_of(kExitCodes, [line](std::string_view words) {
    const std::size_t at = core::find_part(line, words);
    if (at == kNone) return false;
    const std::string_view rest = line.substr(at + words.size());
    const std::size_t sign = rest.starts_with('-') ? 1 : 0;
    const std::size_t end = std::min(rest.find_first_not_of("0123456789", sign), rest.size());
    const auto code = core::whole_number<int>(rest.substr(0, end));
    return code && *code != 0;
  });
}

/// "torch.cuda.OutOfMemoryError", "AssertionError" or a shell's "Killed" as the whole line.
bool is_bare_exception(std::string_view line) {
  line = core::trimmed(line);
  if (line == "Killed" || line == "Aborted") return true;
  return (line.ends_with("Error") || line.ends_with("Exception")) &&
         std::ranges::all_of(line, [](char c) { return is_of_word(c) || c == '.'; });
}

/// "socket.cpp:9", "runner.py:437", "[pml_ucx.c:424": a place in a program's source.
bool has_place_in_source(std::string_view line) {
  constexpr auto kEnds = std::to_array<std::string_view>(
      {".c:", ".cc:", ".cpp:", ".cu:", ".cuh:", ".h:", ".hpp:", ".py:", ".go:", ".rs:"});
  return std::ranges::any_of(kEnds, [line](std::string_view end) {
    const std::size_t at = core::find_part(line, end);
    const std::size_t behind = at + end.size();
    return at != kNone && behind < line.size() && core::is_digit(line[behind]);
  });
}

/// "[node7:1234] text", but neither a prompt, "[root@node7 ~]# cat", nor a link of Markdown.
bool begins_with_tag(std::string_view line) {
  if (!core::without_launcher_tags(line).tag.empty()) return true;
  const std::size_t end = line.starts_with('[') ? line.find(']') : kNone;
  if (end == kNone || end + 1 == line.size()) return false;
  return line[end + 1] == ' ' || line[end + 1] == ':' || line[end + 1] == '[';
}

/// "[node7:1234] text", "(raylet) text", a time or a place in the source: people do not write so.
bool is_of_logger(std::string_view line) {
  const std::string_view said = core::trimmed(line);
  return begins_with_tag(said) || said.starts_with("(raylet") || begins_with_time(said) ||
         has_place_in_source(said);
}

/// "RuntimeError: text", "fatal error: text", "srun: error: text".
bool names_error(std::string_view line) {
  return std::ranges::any_of(kEndsOfNames, [line](std::string_view end) {
    for (std::size_t at = core::find_part(line, end); at != kNone;
         at = core::find_part(line, end, at + 1)) {
      const char first = at == 0 ? ' ' : line[at - 1];
      const bool is_name = first == 'e' || first == 'E' || first == 'f' || first == 'F';
      const std::string_view rest = line.substr(at + end.size());
      // "c10::Error::Error(" is a function.
      if (is_name && !rest.starts_with(':') && !is_counter(rest)) return true;
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

}  // namespace

bool is_error_by_form(std::string_view line) {
  constexpr std::size_t kLongest = 4096;  // a longer line is data
  if (line.size() > kLongest) return false;
  const bool has_tag = line.starts_with('[');
  if (is_glog_error(line) || (has_tag && is_glog_error(core::without_launcher_tags(line).text))) {
    return true;
  }
  if (kFormSearch.first_in(line) == kNone || is_of_kernel(line)) return false;
  if (core::has_any(line, kCrashes) || has_level_of_error(line) || is_bare_exception(line))
    return true;
  if (is_of_lower_level(line)) return false;
  return names_error(line) || has_exit_code(line) || has_numbered_error(line) ||
         (is_of_logger(line) && core::has_any(line, kFailures));
}

bool has_error_code(std::string_view line) {
  if (kCodeSearch.first_in(line) == kNone) return false;
  if (core::completion_error_in(line) != nullptr) return true;
  const auto* const error = core::cuda_error_in(line);
  // Some warn of what they go on without, in words that other libraries say as well.
  return error != nullptr && (error->is_of_cuda_alone || !is_of_lower_level(line));
}

bool is_of_program(std::string_view line) {
  constexpr auto kLevels =
      std::to_array<std::string_view>({"INFO", "WARN", "DEBUG", "NOTICE", "TRACE", "warning:"});
  const auto starts = [line](std::string_view level) { return line.starts_with(level); };
  return std::ranges::any_of(kLevels, starts) || is_of_logger(line) || is_of_kernel(line);
}

bool begins_with_time(std::string_view line) {
  constexpr std::size_t kFirst = 20;
  const std::string_view head = line.substr(0, kFirst);
  for (std::size_t at = 0; at < head.size(); ++at) {
    if (has_form(head.substr(at), "00:00:00")) return true;
  }
  return false;
}

}  // namespace treering::hw::formats::nccl_log
