#include "core/text/pasted.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::core {
namespace {

constexpr auto kNowhere = std::string_view::npos;
constexpr std::string_view kSpaces = " \t";

/// What web pages, terminals, word processors and JSON make of single characters, and what these
/// were.
using Spelling = std::pair<std::string_view, std::string_view>;
constexpr std::array<Spelling, 35> kSpellings{{
    {"\xC2\xA0", " "},           // U+00A0, a no-break space
    {"\xE2\x80\x82", " "},       // U+2002, an en space
    {"\xE2\x80\x83", " "},       // U+2003, an em space
    {"\xE2\x80\x87", " "},       // U+2007, a figure space
    {"\xE2\x80\x89", " "},       // U+2009, a thin space
    {"\xE2\x80\xAF", " "},       // U+202F, a narrow no-break space
    {"\xE3\x80\x80", " "},       // U+3000, an ideographic space
    {"\xE2\x80\x8B", ""},        // U+200B, a space without width
    {"\xEF\xBB\xBF", ""},        // U+FEFF, a byte order mark inside of a text
    {"\xE2\x80\x90", "-"},       // U+2010, a hyphen
    {"\xE2\x80\x91", "-"},       // U+2011, a no-break hyphen
    {"\xE2\x80\x93", "-"},       // U+2013, an en dash
    {"\xE2\x88\x92", "-"},       // U+2212, a minus sign
    {"\xE2\x90\x9B[", "\x1b["},  // U+241B, the picture of ESC
    {"\xEF\xBF\xBD[", "\x1b["},  // U+FFFD, which stands for a byte that was lost
    {"\\u001b[", "\x1b["},
    {"\\x1b[", "\x1b["},
    {"\\033[", "\x1b["},
    {"\\_", "_"},  // Markdown's escapes
    {"\\#", "#"},
    {"^[[", "\x1b["},
    {"&gt;", ">"},
    {"&lt;", "<"},
    {"&amp;", "&"},
    {"&quot;", "\""},
    {"&#34;", "\""},
    {"&#39;", "'"},
    {"&#x27;", "'"},
    {"&nbsp;", " "},
    {"&#160;", " "},
    {"&#xa0;", " "},
    {"&ensp;", " "},
    {"&emsp;", " "},
    {"&#9;", "\t"},
    {"&Tab;", "\t"},
}};

/// Which bytes a spelling begins with.
constexpr std::array<bool, 256> kBeginsSpelling = [] {
  std::array<bool, 256> begins{};
  for (const auto& [spelt, meant] : kSpellings) begins[static_cast<unsigned char>(spelt[0])] = true;
  return begins;
}();

std::string respelt(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (true) {
    const auto first = std::ranges::find_if(
        text, [](char c) { return kBeginsSpelling[static_cast<unsigned char>(c)]; });
    const auto at = static_cast<std::size_t>(first - text.begin());
    plain += text.substr(0, at);
    text.remove_prefix(at);
    if (text.empty()) return plain;
    const auto* const known = std::ranges::find_if(
        kSpellings, [text](const Spelling& spelling) { return text.starts_with(spelling.first); });
    const bool is_known = known != kSpellings.end();
    plain += is_known ? known->second : text.substr(0, 1);
    text.remove_prefix(is_known ? known->first.size() : 1);
  }
}

/// Elements of HTML that pages put around what is pasted; those of cells stand for a tab.
struct PageTag {
  std::string_view name;
  std::string_view stands_for;
};
constexpr std::array<PageTag, 26> kPageTags{{
    {"details", ""}, {"summary", ""},    {"pre", ""},   {"code", ""},  {"samp", ""},   {"kbd", ""},
    {"tt", ""},      {"br", ""},         {"p", ""},     {"div", ""},   {"span", ""},   {"font", ""},
    {"b", ""},       {"i", ""},          {"u", ""},     {"em", ""},    {"strong", ""}, {"ul", ""},
    {"li", ""},      {"table", ""},      {"thead", ""}, {"tbody", ""}, {"tr", ""},     {"td", "\t"},
    {"th", "\t"},    {"blockquote", ""},
}};

/// The tag of HTML at the start of `text`, and its length; nothing for other texts.
std::optional<std::pair<const PageTag*, std::size_t>> page_tag(std::string_view text) {
  constexpr std::size_t kLongest = 256;
  const std::size_t name = text.starts_with("</") ? 2 : 1;
  const std::size_t end = std::min(text.find_first_of(" \t/>", name), text.size());
  constexpr std::size_t kLongestName = 12;
  const std::string element = lower_case(text.substr(name, std::min(end - name, kLongestName)));
  const auto* const known = std::ranges::find(kPageTags, element, &PageTag::name);
  const std::size_t close = text.substr(0, kLongest).find_first_of("\n>", end);
  if (known == kPageTags.end() || close == kNowhere || text[close] != '>') return {};
  return std::pair{known, close + 1};
}

std::string without_page_tags(std::string text) {
  if (text.find('<') == kNowhere) return text;
  std::string plain;
  plain.reserve(text.size());
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t bracket = rest.find('<');
    plain += rest.substr(0, bracket);
    if (bracket == kNowhere) break;
    rest.remove_prefix(bracket);
    const auto tag = page_tag(rest);
    plain += tag ? tag->first->stands_for : rest.substr(0, 1);
    rest.remove_prefix(tag ? tag->second : 1);
  }
  return plain;
}

/// The length of an escape that colours and has lost its ESC, "[4m" or "[1;31m"; 0 for none.
std::size_t bare_escape(std::string_view text) {
  if (!text.starts_with('[')) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 1);
  const bool is_escape = end != kNowhere && end > 1 && end < 10 && text[end] == 'm';
  // "[5ms]" or "[3memory" go on; behind an escape stands what it colours, which is no small letter.
  const bool goes_on = is_escape && end + 1 < text.size() &&
                       ((text[end + 1] >= 'a' && text[end + 1] <= 'z') || text[end + 1] == ']');
  return is_escape && !goes_on ? end + 1 : 0;
}

std::string without_bare_escapes(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bracket = text.find('[');
    plain += text.substr(0, bracket);
    if (bracket == kNowhere) break;
    text.remove_prefix(bracket);
    const std::size_t length = bare_escape(text);
    if (length == 0) plain += '[';
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return plain;
}

/// A carriage return alone sends the terminal back to the start of its line, as a bar of progress
/// does: what it wrote before is gone.
std::string_view after_returns(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t last = line.rfind('\r');
  return last == kNowhere ? line : line.substr(last + 1);
}

std::string joined_by_tabs(const std::vector<std::string_view>& cells) {
  std::string line;
  for (const std::string_view& cell : cells) {
    if (&cell != cells.data()) line += '\t';
    line += cell;
  }
  return line;
}

/// The lines of a Markdown table are known by the rule below its heading. nvidia-smi draws bars of
/// its own, but its rules have '+' or '='.
class TableLines {
 public:
  explicit TableLines(std::string_view text) {
    if (text.find('|') == kNowhere) return;
    std::size_t columns_above = 0;
    std::size_t columns = 0;  // of the table that goes on
    for (LineReader lines(text); lines.next();) {
      const std::size_t count = markdown_cells(without_quote_marks(lines.line())).size();
      const bool is_rule = is_markdown_rule(without_quote_marks(lines.line()));
      if (is_rule && count == columns_above) {
        columns = count;
        is_in_.back() = true;
      }
      if (count == 0) columns = 0;
      is_in_.push_back(columns > 0);
      columns_above = count;
    }
  }
  /// \param number of the line, from 1
  bool has(std::size_t number) const { return number <= is_in_.size() && is_in_[number - 1]; }

 private:
  std::vector<bool> is_in_;
};

void add_unwrapped(std::string_view line, bool is_of_table, std::string& plain) {
  line = without_quote_marks(line);
  if (!is_of_table) {
    plain += line;
  } else if (!is_markdown_rule(line)) {
    plain += joined_by_tabs(markdown_cells(line));
  }
}

/// Whether a line stands for another one by itself: quoted, or the rule of a Markdown table.
bool is_wrapped_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kSpaces);
  if (first == kNowhere) return false;
  if (line[first] == '>') return without_quote_marks(line).size() != line.size();
  return line[first] == '|' && is_markdown_rule(line);
}

bool has_bare_escape(std::string_view text) {
  for (std::size_t at = text.find('['); at != kNowhere; at = text.find('[', at + 1)) {
    if (bare_escape(text.substr(at)) > 0) return true;
  }
  return false;
}

/// Whether unwrapped() may change a text.
bool is_wrapped(std::string_view text) {
  const auto is_in = [text](const Spelling& spelling) {
    return text.find(spelling.first.front()) != kNowhere &&
           find_part(text, spelling.first) != kNowhere;
  };
  if (without_byte_order_mark(text).size() != text.size() || text.find('\x1b') != kNowhere ||
      text.find('\r') != kNowhere || std::ranges::any_of(kSpellings, is_in) ||
      has_bare_escape(text)) {
    return true;
  }
  for (std::size_t at = text.find('<'); at != kNowhere; at = text.find('<', at + 1)) {
    if (page_tag(text.substr(at))) return true;
  }
  for (LineReader lines(text); lines.next();) {
    if (is_wrapped_line(lines.line())) return true;
  }
  return false;
}

// --- tags

/// "[1,0]<stdout>:" with a blank behind it or without.
std::size_t open_mpi_tag(std::string_view line) {
  if (!line.starts_with('[')) return 0;
  const std::size_t bracket = line.find_first_not_of("0123456789,", 1);
  if (bracket == kNowhere || bracket == 1 || line[bracket] != ']') return 0;
  for (const std::string_view stream : {"<stdout>:", "<stderr>:", "<stddiag>:"}) {
    if (line.substr(bracket + 1).starts_with(stream)) return bracket + 1 + stream.size();
  }
  return 0;
}

/// "[rank3]:", as PyTorch writes it before lines of exceptions.
std::size_t rank_tag(std::string_view line) {
  constexpr std::string_view kStart = "[rank";
  if (!line.starts_with(kStart)) return 0;
  const std::size_t end = line.find_first_not_of("0123456789", kStart.size());
  if (end == kNowhere || end == kStart.size()) return 0;
  return line.substr(end).starts_with("]:") ? end + 2 : 0;
}

/// "(RayWorkerWrapper pid=12, ip=10.0.0.1)" with or without a name before pid.
std::size_t process_tag(std::string_view line) {
  constexpr std::size_t kLongest = 120;
  if (!line.starts_with('(')) return 0;
  const std::size_t end = line.substr(0, kLongest).find(')');
  if (end == kNowhere || line.substr(0, end).find("pid=") == kNowhere) return 0;
  return end + 1;
}

/// "worker-0  | ".
std::size_t compose_tag(std::string_view line) {
  const std::size_t end = std::min(line.find_first_of(" |"), line.size());
  const bool is_name = end > 0 && std::ranges::all_of(line.substr(0, end), [](char c) {
                         return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
                       });
  const std::size_t bar = line.find_first_not_of(' ', end);
  if (!is_name || bar == kNowhere || bar == end || line[bar] != '|') return 0;
  return line.substr(bar).starts_with("| ") ? bar + 1 : 0;
}

/// "[pod/worker-0/main] ", of kubectl logs --prefix.
std::size_t pod_tag(std::string_view line) {
  constexpr std::size_t kLongest = 256;
  constexpr std::string_view kStart = "[pod/";
  if (!line.starts_with(kStart)) return 0;
  const std::size_t end = line.substr(0, kLongest).find_first_of("] ");
  return end == kNowhere || line[end] != ']' ? 0 : end + 1;
}

/// "host1:" or "3:" before a blank or a tab.
std::size_t name_tag(std::string_view line) {
  constexpr std::size_t kLongest = 64;  // of a host's name (POSIX, HOST_NAME_MAX)
  const std::size_t colon = line.substr(0, kLongest + 1).find(':');
  if (colon == kNowhere || colon == 0) return 0;
  const bool is_name = std::ranges::all_of(line.substr(0, colon), [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
  });
  const std::string_view rest = line.substr(colon + 1);
  return is_name && (rest.empty() || kSpaces.find(rest.front()) != kNowhere) ? colon + 1 : 0;
}

std::size_t launcher_tag(std::string_view line) {
  for (const auto tag : {open_mpi_tag, rank_tag, process_tag, compose_tag, pod_tag}) {
    if (const std::size_t length = tag(line); length > 0) return length;
  }
  return 0;
}

/// The words of "[1,0]<stdout>:" without the colon or bar that ends it.
std::string_view bare_tag(std::string_view tag) {
  return trimmed(tag, " \t:|");
}

/// One blank behind a tag is the launcher's; tabs and more blanks are the line's.
std::string_view behind(std::string_view line, std::size_t tag) {
  line.remove_prefix(tag);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

}  // namespace

bool begins_as_page(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != kNowhere && text[first] == '<' && page_tag(text.substr(first));
}

std::string_view without_quote_marks(std::string_view line) {
  constexpr std::string_view kPython = ">>> ";
  while (true) {
    const std::size_t mark = line.find_first_not_of(' ');
    // Four blanks and more begin a block of code in Markdown, but mail indents as well.
    if (mark == kNowhere || line[mark] != '>' || line.substr(mark).starts_with(kPython)) {
      return line;
    }
    line.remove_prefix(mark + 1);
    if (line.starts_with(' ')) line.remove_prefix(1);
  }
}

std::vector<std::string_view> markdown_cells(std::string_view line) {
  line = trimmed(line);
  if (line.size() < 2 || !line.starts_with('|') || !line.ends_with('|')) return {};
  line.remove_prefix(1);
  std::vector<std::string_view> cells;
  while (!line.empty()) {
    const std::size_t bar = line.find('|');
    cells.push_back(trimmed(line.substr(0, bar)));
    line.remove_prefix(bar + 1);
  }
  return cells;
}

bool is_markdown_rule(std::string_view line) {
  const auto cells = markdown_cells(line);
  return !cells.empty() && std::ranges::all_of(cells, [](std::string_view cell) {
    return cell.find('-') != kNowhere && cell.find_first_not_of("-:") == kNowhere;
  });
}

std::string unwrapped(std::string text) {
  if (!is_wrapped(text)) return text;
  const std::string spelt = without_page_tags(
      without_bare_escapes(without_escapes(respelt(without_byte_order_mark(text)))));
  const TableLines tables(spelt);
  std::string plain;
  plain.reserve(spelt.size());
  for (LineReader lines(spelt); lines.next();) {
    add_unwrapped(after_returns(lines.line()), tables.has(lines.number()), plain);
    if (lines.has_end()) plain += '\n';
  }
  return plain;
}

TaggedLine without_launcher_tags(std::string_view line) {
  TaggedLine found{{}, line};
  // Ray puts a tag for each process that passes a line on.
  constexpr int kMostTags = 4;
  for (int i = 0; i < kMostTags; ++i) {
    const std::size_t length = launcher_tag(found.text);
    if (length == 0) break;
    found = {bare_tag(found.text.substr(0, length)), behind(found.text, length)};
  }
  return found;
}

TaggedLine without_any_tag(std::string_view line) {
  const TaggedLine found = without_launcher_tags(line);
  const std::size_t length = name_tag(found.text);
  if (length == 0) return found;
  return {bare_tag(found.text.substr(0, length)), behind(found.text, length)};
}

}  // namespace treering::core
