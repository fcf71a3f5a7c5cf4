#include "hw/formats/nccl_log/lines.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "core/text/reading.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

constexpr std::string_view kInfo = "NCCL INFO";
constexpr std::string_view kWarn = "NCCL WARN";
constexpr std::string_view kBlanks = " \t";

bool is_of_host_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
}

/// The part of a line before "NCCL INFO", and where that begins.
struct Head {
  std::size_t begin = 0;
  std::string_view host;
  std::string_view thread;
};

std::string_view without_last_word(std::string_view text) {
  text = core::trimmed(text, kBlanks);
  const std::size_t blank = text.find_last_of(kBlanks);
  return blank == kNone ? std::string_view() : core::trimmed(text.substr(0, blank), kBlanks);
}

std::string_view last_word(std::string_view text) {
  text = core::trimmed(text, kBlanks);
  const std::size_t blank = text.find_last_of(kBlanks);
  return blank == kNone ? text : text.substr(blank + 1);
}

/// Where the digits that end `text` begin, with a ':' before them; nothing without.
std::optional<std::size_t> colon_before_number(std::string_view text) {
  std::size_t at = text.size();
  while (at > 0 && std::isdigit(static_cast<unsigned char>(text[at - 1])) != 0) --at;
  if (at == text.size() || at == 0 || text[at - 1] != ':') return {};
  return at - 1;
}

/// The parts of "[1,0]<stdout>:host:12:34 [0]" or, in a warning, "host:12:34 [0] misc/file.cc:5".
Head read_head(std::string_view line, std::size_t marker) {
  std::string_view before = line.substr(0, marker);
  if (!last_word(before).starts_with('[')) before = without_last_word(before);
  if (last_word(before).ends_with(']')) before = without_last_word(before);
  const auto tid = colon_before_number(before);
  const auto pid = tid ? colon_before_number(before.substr(0, *tid)) : std::nullopt;
  if (!pid) return {marker, {}, {}};
  std::size_t begin = *pid;
  while (begin > 0 && is_of_host_name(before[begin - 1])) --begin;
  const std::string_view thread = before.substr(begin);
  return {static_cast<std::size_t>(thread.data() - line.data()), before.substr(begin, *pid - begin),
          thread};
}

/// The next "NCCL INFO" or "NCCL WARN" from `from` on.
std::size_t find_marker(std::string_view line, std::size_t from) {
  for (std::size_t at = line.find("NCCL ", from); at != kNone; at = line.find("NCCL ", at + 1)) {
    const std::string_view rest = line.substr(at);
    if (rest.starts_with(kInfo) || rest.starts_with(kWarn)) return at;
  }
  return kNone;
}

class LineSplitter {
 public:
  explicit LineSplitter(const std::function<void(const Line&)>& use) : use_(use) {}

  void split(std::string_view line, std::size_t number) {
    std::size_t marker = find_marker(line, 0);
    if (marker == kNone) return without_marker(line, number);
    Head head = read_head(line, marker);
    std::size_t piece = 0;
    while (marker != kNone) {
      const std::size_t next = find_marker(line, marker + kInfo.size());
      const Head next_head = next == kNone ? Head{line.size(), {}, {}} : read_head(line, next);
      const std::size_t start = marker + kInfo.size();
      const std::size_t end = std::max(next_head.begin, start);
      const bool is_warning = line.substr(marker).starts_with(kWarn);
      std::string_view text = line.substr(start, end - start);
      // One blank is NCCL's own; more are the tree's.
      if (text.starts_with(' ')) text.remove_prefix(1);
      use_({number, is_warning ? Level::Warn : Level::Info, head.host, head.thread, text,
            line.substr(piece, marker - piece), line});
      piece = end;
      marker = next;
      head = next_head;
    }
  }

 private:
  void without_marker(std::string_view line, std::size_t number) {
    const std::size_t version = line.find(kVersionWords);
    if (version == kNone) return use_({number, Level::Other, {}, {}, line, {}, line});
    use_({number, Level::Version, {}, {}, line.substr(version + kVersionWords.size()), {}, line});
  }

  const std::function<void(const Line&)>& use_;
};

}  // namespace

void for_each_nccl_line(std::string_view text, const std::function<void(const Line&)>& use) {
  LineSplitter splitter(use);
  for (core::LineReader lines(text); lines.next();) {
    std::string_view line = lines.line();
    if (line.ends_with('\r')) line.remove_suffix(1);
    splitter.split(line, lines.number());
  }
}

}  // namespace treering::hw::formats::nccl_log
