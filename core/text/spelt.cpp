#include "core/text/spelt.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/text/reading.h"

namespace treering::core {
namespace {

constexpr auto kUnfound = std::string_view::npos;
constexpr char32_t kReplacement = 0xFFFD;

// --- UTF-16 (RFC 2781) as UTF-8 (RFC 3629)

void add_character(char32_t code, std::string& text) {
  const auto add = [&text](char32_t bits, char32_t lead) {
    text += static_cast<char>(static_cast<unsigned char>(lead | bits));
  };
  const auto follow = [&](int shift) { add((code >> shift) & 0x3FU, 0x80); };
  if (code < 0x80) return add(code, 0);
  if (code < 0x800) {
    add(code >> 6U, 0xC0);
  } else if (code < 0x10000) {
    add(code >> 12U, 0xE0);
    follow(6);
  } else {
    add(code >> 18U, 0xF0);
    follow(12);
    follow(6);
  }
  follow(0);
}

/// The 16-bit units of a text.
class Units {
 public:
  Units(std::string_view bytes, bool is_little_endian)
      : bytes_(bytes), is_little_endian_(is_little_endian) {}

  std::size_t size() const { return bytes_.size() / 2; }
  char32_t at(std::size_t i) const {
    const auto byte = [this](std::size_t place) {
      return static_cast<char32_t>(static_cast<unsigned char>(bytes_[place]));
    };
    const std::size_t low = 2 * i + (is_little_endian_ ? 0 : 1);
    const std::size_t high = 2 * i + (is_little_endian_ ? 1 : 0);
    return (byte(high) << 8U) | byte(low);
  }

 private:
  std::string_view bytes_;
  bool is_little_endian_;
};

bool is_unit_between(char32_t unit, char32_t first, char32_t last) {
  return unit >= first && unit <= last;
}

std::string utf8_of(const Units& units) {
  constexpr char32_t kMark = 0xFEFF;
  std::string text;
  text.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    const char32_t unit = units.at(i);
    if (unit == kMark && i == 0) continue;
    const bool is_pair = is_unit_between(unit, 0xD800, 0xDBFF) && i + 1 < units.size() &&
                         is_unit_between(units.at(i + 1), 0xDC00, 0xDFFF);
    if (is_pair) {
      add_character(0x10000 + ((unit - 0xD800) << 10U) + (units.at(++i) - 0xDC00), text);
    } else {
      add_character(is_unit_between(unit, 0xD800, 0xDFFF) ? kReplacement : unit, text);
    }
  }
  return text;
}

// --- line ends that are spelt

std::size_t count_of(std::string_view text, std::string_view words) {
  std::size_t count = 0;
  for (std::size_t at = text.find(words); at != kUnfound; at = text.find(words, at + words.size()))
    ++count;
  return count;
}

/// How a text spells its line ends.
enum class LineEnds { None, Returns, Backslash, Html, Docker };

constexpr std::string_view kDockerStart = R"({"log":")";
constexpr std::array<std::string_view, 5> kHtmlEnds{"<br>", "<br/>", "<br />", "</tr>", "</p>"};

LineEnds spelling_of(std::string_view text) {
  constexpr std::size_t kFewest = 2;
  const auto real = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const std::size_t logged = count_of(text, kDockerStart);
  if (logged > 0 && 2 * logged > real) return LineEnds::Docker;
  // Of Mac OS up to 9, and of a terminal's recording.
  if (real == 0 && text.find('\r') < text.find_last_not_of(" \t\r")) return LineEnds::Returns;
  const std::size_t escaped = count_of(text, "\\n");
  if (escaped >= kFewest && escaped > real) return LineEnds::Backslash;
  std::size_t marked = 0;
  for (const std::string_view end : kHtmlEnds) marked += count_of(text, end);
  return marked >= kFewest && marked > real ? LineEnds::Html : LineEnds::None;
}

/// The character that a backslash and this letter stand for (RFC 8259; Python's literals).
std::optional<char> escaped(char letter) {
  constexpr std::array<std::pair<char, char>, 8> kEscapes{{{'n', '\n'},
                                                           {'t', '\t'},
                                                           {'r', '\r'},
                                                           {'"', '"'},
                                                           {'\'', '\''},
                                                           {'\\', '\\'},
                                                           {'/', '/'},
                                                           {'b', ' '}}};
  const auto* const found = std::ranges::find(kEscapes, letter, &std::pair<char, char>::first);
  if (found == kEscapes.end()) return {};
  return found->second;
}

/// The code of "\u001b" or "\x1b" at the start of `text`, and its length; nothing for others.
std::optional<std::pair<char32_t, std::size_t>> code_at(std::string_view text) {
  for (const auto& [start, digits] : {std::pair{std::string_view("\\u"), std::size_t{4}},
                                      std::pair{std::string_view("\\x"), std::size_t{2}}}) {
    if (!text.starts_with(start)) continue;
    const auto code = whole_number<std::uint32_t>(text.substr(start.size(), digits), 16);
    if (!code || text.size() < start.size() + digits) return {};
    const bool is_half = is_unit_between(*code, 0xD800, 0xDFFF);
    return std::pair{is_half ? kReplacement : static_cast<char32_t>(*code), start.size() + digits};
  }
  return {};
}

/// Takes one character, as it is spelt, off `text`.
void take_character(std::string_view& text, std::string& plain) {
  if (text.front() == '\\' && text.size() > 1) {
    if (const auto code = code_at(text)) {
      add_character(code->first, plain);
      return text.remove_prefix(code->second);
    }
    if (const auto character = escaped(text[1])) {
      plain += *character;
      return text.remove_prefix(2);
    }
  }
  plain += text.front();
  text.remove_prefix(1);
}

/// A quotation mark that begins or ends a text: those inside of JSON's texts have a backslash, and
/// an apostrophe stands in a word.
/// \param before the two characters before it: "b'" begins Python's bytes
bool is_quotation(std::string_view text, std::pair<char, char> before) {
  if (text.front() == '"') return true;
  const bool is_of_bytes = before.second == 'b' && !is_letter_or_digit(before.first);
  if (text.front() == '\'' && is_of_bytes) return true;
  return text.front() == '\'' &&
         !(is_letter_or_digit(before.second) && text.size() > 1 && is_letter_or_digit(text[1]));
}

std::string without_backslashes(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  std::pair<char, char> before{' ', ' '};
  while (!text.empty()) {
    const char first = text.front();
    if (is_quotation(text, before)) {
      plain += '\n';
      text.remove_prefix(1);
    } else {
      take_character(text, plain);
    }
    before = {before.second, first};
  }
  return plain;
}

/// The texts of a document of JSON, one below the other, without its braces and numbers.
std::string texts_of_json(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (bool is_inside = false; !text.empty();) {
    if (text.front() == '"') {
      if (is_inside) plain += '\n';
      is_inside = !is_inside;
      text.remove_prefix(1);
    } else if (is_inside) {
      take_character(text, plain);
    } else {
      text.remove_prefix(1);
    }
  }
  return plain;
}

bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != kUnfound && (text[first] == '{' || text[first] == '[');
}

std::string with_html_ends(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const auto* const end = std::ranges::find_if(
        kHtmlEnds, [text](std::string_view one) { return text.starts_with(one); });
    const bool is_end = end != kHtmlEnds.end();
    plain += is_end ? '\n' : text.front();
    text.remove_prefix(is_end ? end->size() : 1);
  }
  return plain;
}

std::string with_ends_of_returns(std::string_view text) {
  std::string plain(text);
  std::ranges::replace(plain, '\r', '\n');
  return plain;
}

/// What a line of Docker's file of a log has logged.
std::string logged_in(std::string_view line) {
  std::string plain;
  line.remove_prefix(kDockerStart.size());
  while (!line.empty() && line.front() != '"') take_character(line, plain);
  while (plain.ends_with('\n') || plain.ends_with('\r')) plain.pop_back();
  return plain;
}

std::string logged_lines(std::string_view text) {
  std::string plain;
  for (LineReader lines(text); lines.next();) {
    const std::string_view line = trimmed(lines.line());
    plain += line.starts_with(kDockerStart) ? logged_in(line) : std::string(lines.line());
    if (lines.has_end()) plain += '\n';
  }
  return plain;
}

}  // namespace

std::string as_utf8(std::string text) {
  if (foreign_encoding(text) != "UTF-16") return text;
  const bool has_little_mark = text.starts_with("\xFF\xFE");
  const bool has_big_mark = text.starts_with("\xFE\xFF");
  // Without a mark: of ASCII the byte that is 0 is the high one.
  const bool is_little = has_little_mark || (!has_big_mark && text.size() > 1 && text[1] == '\0');
  return utf8_of(Units(text, is_little));
}

bool has_spelt_lines(std::string_view text) {
  return spelling_of(text) != LineEnds::None;
}

std::string with_spelt_lines(std::string_view text) {
  switch (spelling_of(text)) {
    case LineEnds::Returns:
      return with_ends_of_returns(text);
    case LineEnds::Backslash:
      return is_json(text) ? texts_of_json(text) : without_backslashes(text);
    case LineEnds::Html:
      return with_html_ends(text);
    case LineEnds::Docker:
      return logged_lines(text);
    case LineEnds::None:
      break;
  }
  return std::string(text);
}

}  // namespace treering::core
