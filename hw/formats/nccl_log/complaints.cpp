#include "hw/formats/nccl_log/complaints.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/text/error_codes.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/text/told.h"
#include "hw/formats/nccl_log/error_forms.h"
#include "hw/formats/nccl_log/error_words.h"
#include "hw/formats/nccl_log/whole_lines.h"
#include "hw/formats/nccl_log/word_search.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// A person reads no more; the causes are among the first.
constexpr std::size_t kMostComplaints = 1024;
constexpr std::size_t kMostByForm = 64;
constexpr std::size_t kMostTold = 16;
constexpr std::size_t kLongestComplaint = 600;
constexpr int kMostGpusOfAProcess = 1024;  // NCCL prints what is in memory before it knows better

// PyTorch's NCCLUtils.cpp: NCCL's last warning stands behind it, mostly in the next line.
constexpr std::string_view kLastError = "Last error:";

// Before NCCL 2.4 a warning had only this behind its place in the source.
constexpr std::string_view kOldWarning = " WARN ";

std::size_t old_warning(std::string_view line) {
  const std::size_t at = core::find_part(line, kOldWarning);
  if (at == kNone || at == 0 || !core::is_digit(line[at - 1])) return kNone;
  const bool has_file = has(line.substr(0, at), ".cu:") || has(line.substr(0, at), ".h:") ||
                        has(line.substr(0, at), ".cc:");
  return has_file ? at : kNone;
}

constexpr WordSearch kTroubleSearch(kTroubleInInfo);
constexpr std::array kErrors = joined(kErrorsOfCallers, kBareWarnings);
constexpr WordSearch kErrorSearch(kErrors);
constexpr WordSearch kAroundSearch(kErrorsAround);
constexpr WordSearch kTaskSearch(kOptionsOfTasks);
// Of all words that make a line more than one of the program's own.
constexpr WordSearch kSignSearch(joined(kErrors, std::array{kLastError, kOldWarning}));

std::string_view take_last_word(std::string_view& text) {
  text = core::trimmed(text);
  const std::size_t blank = text.find_last_of(" \t");
  const std::string_view word = blank == kNone ? text : text.substr(blank + 1);
  text.remove_suffix(word.size());
  return word;
}

/// "misc/shmutils.cc:129".
bool is_place(std::string_view word) {
  const std::size_t colon = word.rfind(':');
  return colon != kNone && has(word.substr(0, colon), ".") &&
         core::whole_number<int>(word.substr(colon + 1)).has_value();
}

/// "init.cc:840 -> 2", "bootstrap.cc:221 -> 6 [Async thread]": an error that goes up through NCCL's
/// functions (2.28 src/include/checks.h, NCCLCHECK). 7 is no error but a call in progress. Nor are
/// those of net.h: up to 2.4 it asks each network for the adapter's place in /sys, which interfaces
/// without a device do not have, and goes on (2.4 src/include/net.h, ncclNetPciPath).
bool returns_error(std::string_view text) {
  constexpr std::string_view kArrow = " -> ";
  const std::size_t at = text.find(kArrow);
  if (at == kNone || at == 0 || !is_place(text.substr(0, at))) return false;
  if (text.starts_with("include/net.h:")) return false;
  const std::string_view rest = text.substr(at + kArrow.size());
  const auto code = core::whole_number<int>(rest.substr(0, rest.find_first_of(" \t\r")));
  return code && *code >= 1 && *code <= 6;
}

/// The number in "[3]"; nothing for all else.
std::optional<int> in_brackets(std::string_view word) {
  if (word.size() < 3 || word.front() != '[' || word.back() != ']') return {};
  return core::whole_number<int>(word.substr(1, word.size() - 2));
}

/// The rank in "[rank3]:", "[Rank 3]", of PyTorch, or in "[1,3]<stdout>", of Open MPI.
std::optional<int> rank_in(std::string_view line) {
  for (const std::string_view key : {"[rank", "[Rank ", "(rank="}) {
    const std::size_t at = line.find(key);
    if (at == kNone) continue;
    const std::string_view rest = line.substr(at + key.size());
    const auto number = core::whole_number<int>(rest.substr(0, rest.find_first_of("]),:")));
    if (number) return number;
  }
  const std::size_t end = line.find("]<std");
  const std::size_t comma = end == kNone ? kNone : line.rfind(',', end);
  if (comma == kNone) return {};
  return core::whole_number<int>(line.substr(comma + 1, end - comma - 1));
}

/// "2" in "[PG 2 Rank 5]", "[PG ID 2 PG GUID 5(tp) Rank 1]", of PyTorch.
std::string group_in(std::string_view line) {
  for (const std::string_view key : {"[PG ID ", "[PG "}) {
    const std::size_t at = line.find(key);
    if (at == kNone) continue;
    const std::string_view rest = line.substr(at + key.size());
    const auto number = core::whole_number<int>(rest.substr(0, rest.find_first_of(" (]")));
    if (number) return fmt::format("{}", *number);
  }
  return "";
}

/// "11-30 18:44:12.715" of NCCL's "2026-11-30 18:44:12" or PyTorch's "[E1130 18:44:12.715298746".
std::string time_in(std::string_view line) {
  constexpr std::string_view kIso = "0000-00-00 00:00:00";
  constexpr std::string_view kGlog = "0000 00:00:00.000";
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (has_form(line.substr(at), kIso)) return std::string(line.substr(at + 5, 14)) + ".000";
    if (at > 0 && core::is_letter(line[at - 1]) && has_form(line.substr(at), kGlog)) {
      return fmt::format("{}-{} {}", line.substr(at, 2), line.substr(at + 2, 2),
                         line.substr(at + 5, 12));
    }
  }
  return "";
}

/// What stands before "NCCL WARN": place, GPU and host, each where it is there.
void read_head(const Line& line, core::RunWarning& warning) {
  std::string_view head = line.head;
  std::string_view word = take_last_word(head);
  if (word.starts_with('(')) word = take_last_word(head);  // the function, since NCCL 2.28
  if (is_place(word)) {
    warning.place = core::printable(word);
    word = take_last_word(head);
  }
  if (const auto gpu = in_brackets(word)) {
    if (*gpu >= 0 && *gpu < kMostGpusOfAProcess) warning.gpu = gpu;
    word = take_last_word(head);
  }
  warning.host = core::printable(line.host);
  // "host:pid:tid", which a place behind the GPU hides from `line.host`.
  const std::size_t colon = word.find(':');
  if (warning.host.empty() && colon != kNone && std::ranges::count(word, ':') == 2) {
    const std::string_view tag = word.substr(0, colon);
    warning.host = core::printable(tag.substr(std::min(tag.rfind('>') + 1, tag.size())));
  }
}

/// `text` up to the end of what is said: quotes and marks of a program's text around it go.
std::string_view without_quoting(std::string_view text) {
  text = core::trimmed(text);
  while (text.starts_with("\\n")) text = core::trimmed(text.substr(2));
  return text.substr(0, std::min(text.find("\\n"), kLongestComplaint));
}

/// "[rank0]: text" without its first tag; the same where it has none.
std::string_view without_tag(std::string_view line) {
  constexpr std::size_t kLongestTag = 120;
  if (!line.starts_with('[') && !line.starts_with('(')) return line;
  const std::size_t close = line.find(line.front() == '[' ? ']' : ')');
  if (close > kLongestTag) return line;
  line = core::trimmed(line.substr(close + 1));
  if (line.starts_with(':')) line.remove_prefix(1);
  return core::trimmed(line);
}

/// Without "[rank0]: " and "(Worker pid=7) ERROR 03-23 21:43:38 [worker.py:620] " before it.
std::string_view without_tags(std::string_view line) {
  line = core::trimmed(line);
  while (true) {
    std::string_view rest = without_tag(line);
    if (rest.starts_with("ERROR ")) rest.remove_prefix(std::min(rest.find('['), rest.size()));
    if (rest.size() == line.size() || rest.empty()) return line;
    line = rest;
  }
}

/// What a person wrote without the mark of a list, heading or comment before it, and without the
/// kind of a report in its title: "## [Bug]: NCCL hangs". Other tags are those of programs.
std::string_view own_words(std::string_view line) {
  constexpr std::array kTitles = std::to_array<std::string_view>(
      {"bug", "issue", "question", "usage", "help", "performance", "installation", "feature"});
  line = core::trimmed(line, " \t\r\n#*-");
  const std::size_t close = line.starts_with('[') ? line.find(']') : kNone;
  if (close == kNone) return line;
  const std::string title = core::lower_case(line.substr(1, close - 1));
  const bool is_title = std::ranges::find(kTitles, title) != kTitles.end();
  return is_title ? core::trimmed(line.substr(close + 1), " \t:") : line;
}

/// "fi_mr_reg failed: -12 (Cannot allocate memory)". What libfabric warns of it mostly survives.
bool is_failure_of_libfabric(std::string_view line) {
  constexpr std::array kFailed = std::to_array<std::string_view>(
      {"failed", "Failed", "error", "Error", "ERROR", "ret=", ": -"});
  return core::is_of_libfabric(line) && core::has_any(line, kFailed) && !has(line, "<warn>") &&
         !has(line, "<info>");
}

/// "receiving 8 bytes instead of 4" below "message truncated :": what a paste broke has neither a
/// head nor a capital.
bool continues_warning(const Line& line) {
  const std::string_view said = core::trimmed(line.whole);
  return line.level == Level::Other && !said.empty() && said.size() <= kLongestComplaint &&
         said.front() >= 'a' && said.front() <= 'z' && !is_error_of_caller(said) &&
         !is_error_by_form(said);
}

/// Whether a line is more of a traceback than an error.
bool is_of_traceback(std::string_view text) {
  return text.empty() || text.starts_with("File ") || text.starts_with("Traceback") ||
         text.starts_with("frame #") || text.starts_with("Exception raised from");
}

}  // namespace

bool is_error_of_caller(std::string_view line) {
  return kErrorSearch.first_in(line) != kNone || kAroundSearch.first_in(line) != kNone ||
         has(line, kLastError);
}

void ComplaintReader::take(const Line& line) {
  if (std::exchange(goes_on_, false) && continues_warning(line)) {
    complaints_.back().text += " " + core::printable(core::trimmed(line.whole));
    return;
  }
  if (line.level == Level::Warn) return take_warning(line);
  if (line.level != Level::Info) return take_other(line);
  if (kTroubleSearch.first_in(line.text) != kNone) return add(line.text, line);
  // Every function on the way back says so, on every rank: a few show that something failed.
  constexpr int kEnough = 8;
  if (returned_errors_ < kEnough && returns_error(line.text)) {
    ++returned_errors_;
    add(line.text, line);
  }
}

void ComplaintReader::take_warning(const Line& line) {
  const std::size_t before = complaints_.size();
  add(line.text, line);
  goes_on_ = complaints_.size() > before && complaints_.back().text.ends_with(':');
}

void ComplaintReader::take_other(const Line& line) {
  const bool is_expected = std::exchange(expects_error_, false);
  if (!is_expected && kSignSearch.first_in(line.whole) == kNone) return take_around(line);
  if (const std::size_t old = old_warning(line.whole); old != kNone) {
    Line warning = line;
    warning.head = line.whole.substr(0, old);
    return add(line.whole.substr(old + std::string_view(" WARN ").size()), warning);
  }
  // nccl-tests (src/common.cu), below its table.
  if (const std::size_t wrong = line.whole.find("Out of bounds values : ");
      wrong != kNone && has(line.whole, " FAILED")) {
    return add(line.whole.substr(wrong), line);
  }
  const std::string_view said = without_tags(line.whole);
  if (said.starts_with("raise ")) return;  // Python's code in a traceback
  if (is_expected && !has(line.whole, kLastError) && !is_of_traceback(said)) {
    add(said, line);
  } else if (const std::size_t error = kErrorSearch.first_in(line.whole); error != kNone) {
    add(line.whole.substr(error), line);
  }
  const std::size_t last = core::find_part(line.whole, kLastError);
  if (last == kNone) return;
  const std::string_view rest = without_quoting(line.whole.substr(last + kLastError.size()));
  if (rest.empty()) {
    expects_error_ = true;
  } else {
    add(rest, line);
  }
}

/// The whole of a line of a program around NCCL: what stands before its error says what of.
void ComplaintReader::take_around(const Line& line) {
  if (kAroundSearch.first_in(line.whole) != kNone || has_error_code(line.whole) ||
      is_failure_of_libfabric(line.whole)) {
    std::string_view said = without_tags(line.whole);
    // "[CUDA_ERROR_NOT_PERMITTED] text": the code is what looks like a tag.
    if (!has_error_code(said) && has_error_code(line.whole)) said = core::trimmed(line.whole);
    if (!said.starts_with("raise ")) add(said, line);
  } else if (is_error_by_form(line.whole)) {
    add(without_tags(line.whole), line, Kind::ByForm);
  } else if (kTaskSearch.first_in(line.whole) != kNone) {
    if (!has(line.whole, "none")) add(line.whole, line, Kind::Option);
  } else if (const std::string_view words = own_words(line.whole); !is_of_program(words)) {
    add(core::sentence_of_trouble(words), line, Kind::Told);
  }
}

std::vector<core::RunWarning>& ComplaintReader::list_of(Kind kind) {
  if (kind == Kind::Told) return told_;
  if (kind == Kind::Option) return options_;
  return kind == Kind::Known ? complaints_ : by_form_;
}

void ComplaintReader::add(std::string_view text, const Line& line, Kind kind) {
  auto& complaints = list_of(kind);
  const std::size_t most = kind == Kind::Known    ? kMostComplaints
                           : kind == Kind::ByForm ? kMostByForm
                                                  : kMostTold;
  if (complaints.size() >= most) return;
  core::RunWarning complaint;
  complaint.text = core::printable(without_quoting(text));
  if (complaint.text.empty()) return;
  complaint.is_by_form = kind == Kind::ByForm || kind == Kind::Option;
  complaint.is_told = kind == Kind::Told;
  complaint.origin = {core::Origin::Kind::File, fmt::format("{}: line {}", path_, line.number)};
  if (!line.head.empty()) read_head(line, complaint);
  complaint.rank = rank_in(line.head.empty() ? line.whole : line.head);
  complaint.time = time_in(line.head.empty() ? line.whole : line.head);
  complaint.group = group_in(line.whole);
  const std::string key =
      fmt::format("{}|{}|{}|{}|{}", complaint.text, complaint.place, complaint.host,
                  complaint.gpu.value_or(-1), complaint.rank.value_or(-1));
  if (known_.insert(key).second) complaints.push_back(std::move(complaint));
}

std::vector<core::RunWarning> ComplaintReader::finish() && {
  const bool have_times = std::ranges::none_of(
      complaints_, [](const core::RunWarning& complaint) { return complaint.time.empty(); });
  if (have_times) std::ranges::stable_sort(complaints_, {}, &core::RunWarning::time);
  const bool has_errors = !complaints_.empty() || !by_form_.empty();
  std::ranges::move(by_form_, std::back_inserter(complaints_));
  if (has_errors) std::ranges::move(options_, std::back_inserter(complaints_));
  std::ranges::move(told_, std::back_inserter(complaints_));
  return std::move(complaints_);
}

std::vector<core::RunWarning> complaints_in(std::string_view text, const std::string& path) {
  ComplaintReader reader(path);
  const auto whole = with_whole_lines(text);
  for_each_nccl_line(whole ? *whole : text, [&](const Line& line) { reader.take(line); });
  return std::move(reader).finish();
}

}  // namespace treering::hw::formats::nccl_log
