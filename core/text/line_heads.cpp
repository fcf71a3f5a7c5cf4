#include "core/text/line_heads.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/text/pasted.h"
#include "core/text/reading.h"

namespace treering::core {
namespace {

constexpr auto kNoHead = std::string_view::npos;

/// Takes parts off the start of a line.
class Cursor {
 public:
  explicit Cursor(std::string_view line) : line_(line) {}

  std::size_t place() const { return place_; }
  std::string_view rest() const { return line_.substr(place_); }

  bool take(std::string_view words) {
    if (!rest().starts_with(words)) return false;
    place_ += words.size();
    return true;
  }
  /// As `form` has it: '0' is a digit, '?' a blank or a digit, any other letter itself.
  bool take_form(std::string_view form) {
    const std::string_view own = rest();
    if (own.size() < form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i) {
      const bool fits = form[i] == '0'   ? is_digit(own[i])
                        : form[i] == '?' ? is_digit(own[i]) || own[i] == ' '
                                         : own[i] == form[i];
      if (!fits) return false;
    }
    place_ += form.size();
    return true;
  }
  std::size_t take_digits() {
    const std::size_t count = std::min(rest().find_first_not_of("0123456789"), rest().size());
    place_ += count;
    return count;
  }
  std::size_t take_blanks() {
    const std::size_t count = std::min(rest().find_first_not_of(" \t"), rest().size());
    place_ += count;
    return count;
  }
  /// All up to and with `end`, which stands within the next `most` bytes.
  bool take_through(std::string_view end, std::size_t most) {
    const std::size_t at = rest().substr(0, most).find(end);
    if (at == kNoHead) return false;
    place_ += at + end.size();
    return true;
  }

 private:
  std::string_view line_;
  std::size_t place_ = 0;
};

bool take_month(Cursor& cursor) {
  for (const std::string_view month : {"Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ",
                                       "Aug ", "Sep ", "Oct ", "Nov ", "Dec "}) {
    if (cursor.take(month)) return true;
  }
  return false;
}

/// ".123", ",123", "Z", "+0100", "+01:00" behind the seconds.
void take_fraction_and_zone(Cursor& cursor) {
  if (cursor.take(".") || cursor.take(",")) cursor.take_digits();
  if (cursor.take("Z") || cursor.take(" UTC")) return;
  Cursor zone = cursor;
  if (zone.take("+") || zone.take("-")) {
    const bool is_zone = zone.take_form("00:00") || zone.take_form("0000");
    if (is_zone) cursor = zone;
  }
}

/// A time with its date, in brackets or not: "2026-11-30T10:00:00Z", "11-30 10:00:00",
/// "Nov 30 10:00:00".
bool take_time(Cursor& cursor) {
  Cursor time = cursor;
  const bool has_bracket = time.take("[");
  Cursor date = time;
  const bool is_dated = date.take_form("0000-00-00T00:00:00") ||
                        date.take_form("0000-00-00 00:00:00") ||
                        date.take_form("0000/00/00 00:00:00") || date.take_form("00-00 00:00:00");
  if (!is_dated && !(take_month(date) && date.take_form("?0 00:00:00"))) return false;
  take_fraction_and_zone(date);
  if (has_bracket && !date.take("]")) return false;
  const std::string_view rest = date.rest();
  const bool ends = rest.empty() || rest.front() == ' ' || rest.front() == '\t' ||
                    rest.front() == ':' || rest.front() == ']' || rest.front() == '|';
  if (ends) cursor = date;
  return ends;
}

bool take_level(Cursor& cursor) {
  for (const std::string_view level : {"INFO", "WARNING", "WARN", "ERROR", "DEBUG"}) {
    if (cursor.take(level)) return true;
  }
  return false;
}

/// "stdout F ", "stderr P ", as a container's runtime writes them behind the time.
bool take_stream(Cursor& cursor) {
  for (const std::string_view stream : {"stdout F ", "stderr F ", "stdout P ", "stderr P "}) {
    if (cursor.take(stream)) return true;
  }
  return false;
}

/// "node1 train[123]: " or "node1 kernel: ", of syslog and journald.
bool take_origin(Cursor& cursor) {
  const std::string_view rest = cursor.rest();
  const std::size_t blank = rest.find(' ');
  if (blank == kNoHead || blank == 0) return false;
  const std::size_t end = rest.find(": ", blank);
  constexpr std::size_t kLongest = 128;
  if (end > kLongest) return false;  // without one it is kNoHead, which is more
  const std::string_view program = rest.substr(blank + 1, end - blank - 1);
  const bool is_one_word = program.find_first_of(" \t") == kNoHead;
  const bool has_process = program.ends_with(']') && program.find('[') != kNoHead;
  return is_one_word && has_process && cursor.take_through(": ", end + 2);
}

/// "[env.py:12]", "env.py:12]".
bool take_place(Cursor& cursor) {
  Cursor place = cursor;
  constexpr std::size_t kLongest = 64;
  place.take("[");
  const std::string_view rest = place.rest();
  const std::size_t end = rest.substr(0, kLongest).find(']');
  const bool is_place = end != kNoHead && end > 0 && is_digit(rest[end - 1]) &&
                        rest.substr(0, end).find(':') != kNoHead &&
                        rest.substr(0, end).find(' ') == kNoHead;
  if (!is_place || !place.take_through("]", kLongest)) return false;
  cursor = place;
  return true;
}

/// The separators of a log's parts, with the blanks around them.
void take_separator(Cursor& cursor) {
  Cursor next = cursor;
  next.take_blanks();
  for (const std::string_view mark : {"- ", "| ", ": "}) {
    if (next.take(mark)) {
      cursor = next;
      return;
    }
  }
}

/// "INFO" or "[INFO]".
enum class Level { None, Bare, Bracketed };

Level take_level_word(Cursor& cursor) {
  Cursor word = cursor;
  if (word.take("[") && take_level(word) && word.take("]")) {
    cursor = word;
    return Level::Bracketed;
  }
  word = cursor;
  if (!take_level(word)) return Level::None;
  cursor = word;
  return Level::Bare;
}

/// "INFO 11-30 10:00:00" or "[INFO]".
bool take_level_and_time(Cursor& cursor) {
  Cursor head = cursor;
  const Level level = take_level_word(head);
  if (level == Level::None) return false;
  Cursor time = head;
  time.take_blanks();
  const bool has_time = take_time(time);
  if (has_time) head = time;
  if (has_time || level == Level::Bracketed) cursor = head;
  return has_time || level == Level::Bracketed;
}

/// "2026-11-30 10:00:00,123 - INFO", "2026-11-30T10:00:00Z stdout F ".
bool take_time_and_level(Cursor& cursor) {
  if (!take_time(cursor)) return false;
  Cursor next = cursor;
  take_separator(next);
  next.take_blanks();
  if (take_stream(next) || take_level_word(next) != Level::None) cursor = next;
  return true;
}

// --- numbers of lines

struct Numbered {
  long number = 0;
  std::size_t head = 0;  // bytes with the number and what ends it
};

/// "  12 | ", "12: ", "12<tab>", "12) ", "12  ".
std::optional<Numbered> numbered(std::string_view line) {
  Cursor cursor(line);
  cursor.take_blanks();
  const std::size_t start = cursor.place();
  constexpr std::size_t kMostDigits = 7;
  const std::size_t digits = cursor.take_digits();
  if (digits == 0 || digits > kMostDigits) return {};
  const auto number = whole_number<long>(line.substr(start, digits));
  if (!number) return {};
  if (cursor.rest().empty()) return Numbered{*number, cursor.place()};
  if (cursor.take("\t")) return Numbered{*number, cursor.place()};
  const std::size_t behind = cursor.place();
  cursor.take_blanks();
  for (const std::string_view mark : {"|", ":", ")"}) {
    if (!cursor.take(mark)) continue;
    // "01:00.0" is a place on the PCI bus.
    const bool ends = cursor.rest().empty() || cursor.rest().front() == '\t' || cursor.take(" ");
    if (!ends) return {};
    return Numbered{*number, cursor.place()};
  }
  if (cursor.place() == behind) return {};
  return Numbered{*number, behind + 1};
}

/// The head of each line that is one of three or more whose numbers count up; 0 for others.
std::vector<std::size_t> heads_with_numbers(const std::vector<std::string_view>& lines) {
  constexpr std::size_t kFewest = 3;
  std::vector<std::size_t> heads(lines.size());
  std::vector<std::optional<Numbered>> found;
  found.reserve(lines.size());
  for (const std::string_view line : lines) found.push_back(numbered(line));
  for (std::size_t first = 0; first < lines.size();) {
    std::size_t end = first;
    while (end < lines.size() && found[end] &&
           found[end]->number == found[first]->number + static_cast<long>(end - first)) {
      ++end;
    }
    for (std::size_t i = first; end - first >= kFewest && i < end; ++i) heads[i] = found[i]->head;
    first = std::max(end, first + 1);
  }
  return heads;
}

/// "# ", "// " or "$ ", where at least nine of ten lines begin so; empty for none.
std::string_view common_mark(const std::vector<std::string_view>& lines) {
  constexpr std::ptrdiff_t kFewest = 3;
  const auto filled =
      std::ranges::count_if(lines, [](std::string_view line) { return !trimmed(line).empty(); });
  for (const std::string_view mark : {"# ", "// ", "$ "}) {
    const auto count = std::ranges::count_if(lines, [mark](std::string_view line) {
      return line.starts_with(mark) || trimmed(line) == trimmed(mark);
    });
    if (count >= kFewest && 10 * count >= 9 * filled) return mark;
  }
  return {};
}

std::string_view without_mark(std::string_view line, std::string_view mark) {
  if (mark.empty() || trimmed(line) == trimmed(mark)) return mark.empty() ? line : "";
  return line.starts_with(mark) ? line.substr(mark.size()) : line;
}

}  // namespace

std::size_t line_head(std::string_view line) {
  Cursor cursor(line);
  // A log may pass on the lines of another log.
  constexpr int kMost = 4;
  for (int i = 0; i < kMost; ++i) {
    Cursor next = cursor;
    if (i > 0) next.take_blanks();
    if (!take_level_and_time(next) && !take_time_and_level(next)) break;
    Cursor behind = next;
    behind.take_blanks();
    if (take_origin(behind)) {
      cursor = behind;
      continue;
    }
    if (take_place(behind)) next = behind;
    take_separator(next);
    cursor = next;
  }
  if (cursor.place() > 0) cursor.take(" ");
  return cursor.place();
}

std::string without_line_heads(std::string_view text) {
  std::vector<std::string_view> lines;
  bool has_last_end = false;
  for (LineReader reader(text); reader.next();) {
    lines.push_back(reader.line());
    has_last_end = reader.has_end();
  }
  const std::string_view mark = common_mark(lines);
  for (std::string_view& line : lines) line = without_mark(line, mark);
  const std::vector<std::size_t> numbers = heads_with_numbers(lines);
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i].substr(numbers[i]);
    const std::string_view behind_tags = without_launcher_tags(line).text;
    plain += line.substr(0, line.size() - behind_tags.size());
    plain += behind_tags.substr(line_head(behind_tags));
    if (i + 1 < lines.size() || has_last_end) plain += '\n';
  }
  return plain;
}

}  // namespace treering::core
