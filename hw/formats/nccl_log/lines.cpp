#include "hw/formats/nccl_log/lines.h"

#include <algorithm>
#include <array>

#include "core/text/reading.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

constexpr std::string_view kInfo = "NCCL INFO";
constexpr std::string_view kWarn = "NCCL WARN";
constexpr std::string_view kName = "NCCL ";  // begins both, and kVersionWords

bool is_of_host_name(char c) {
  return core::is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
}

/// The part of a line before "NCCL INFO", and where that begins.
struct Head {
  std::size_t begin = 0;
  std::string_view host;
  std::string_view thread;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view without_last_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// \pre no blank ends `text`
std::string_view last_word(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && !is_blank(text[begin - 1])) --begin;
  return text.substr(begin);
}

/// Without blanks at its end, as `text` is.
std::string_view without_last_word(std::string_view text) {
  text.remove_suffix(last_word(text).size());
  return without_last_blanks(text);
}

/// Where the digits that end `text` begin, with a ':' before them; nothing without.
std::optional<std::size_t> colon_before_number(std::string_view text) {
  std::size_t at = text.size();
  while (at > 0 && core::is_digit(text[at - 1])) --at;
  if (at == text.size() || at == 0 || text[at - 1] != ':') return {};
  return at - 1;
}

/// The parts of "[1,0]<stdout>:host:12:34 [0]" or, in a warning, "host:12:34 [0] misc/file.cc:5".
Head read_head(std::string_view line, std::size_t marker) {
  std::string_view before = without_last_blanks(line.substr(0, marker));
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
  for (std::size_t at = core::find_part(line, kName, from); at != kNone;
       at = core::find_part(line, kName, at + 1)) {
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
    const std::size_t version = core::find_part(line, kVersionWords);
    if (version == kNone) return use_({number, Level::Other, {}, {}, line, {}, line});
    use_({number, Level::Version, {}, {}, line.substr(version + kVersionWords.size()), {}, line});
  }

  const std::function<void(const Line&)>& use_;
};

constexpr std::string_view kVia = " via ";

/// The first words of a line; those that it lacks are empty.
using FirstWords = std::array<std::string_view, 6>;

FirstWords first_words(std::string_view text) {
  const auto is_space = [](char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
  };
  FirstWords words;
  for (std::string_view& word : words) {
    const auto begin = std::ranges::find_if_not(text, is_space);
    const auto end = std::find_if(begin, text.end(), is_space);
    word = std::string_view(begin, end);
    text = std::string_view(end, text.end());
  }
  return words;
}

}  // namespace

std::optional<Connection> connection_in(std::string_view text) {
  const std::size_t arrow = text.find("->");
  const std::size_t via = arrow == kNone ? kNone : core::find_part(text, kVia, arrow);
  if (via == kNone) return {};
  Connection one;
  one.way = core::trimmed(text.substr(via + kVia.size()));
  if (one.way.empty()) return {};
  const std::string_view between = text.substr(arrow, via - arrow);
  one.is_sent = between.ends_with(" [send]");
  one.is_received = between.ends_with(" [receive]");
  const FirstWords words = first_words(text.substr(0, via));
  if (words[2] != ":" || words[4] != "->") return one;
  if (words[0] == "Channel") one.channel = words[1];
  one.from = words[3];
  one.to = words[5];
  return one;
}

void for_each_nccl_line(std::string_view text, const std::function<void(const Line&)>& use) {
  LineSplitter splitter(use);
  for (core::LineReader lines(text); lines.next();) {
    std::string_view line = lines.line();
    if (line.ends_with('\r')) line.remove_suffix(1);
    splitter.split(line, lines.number());
  }
}

}  // namespace treering::hw::formats::nccl_log
