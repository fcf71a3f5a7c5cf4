#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "report/document/document.h"

namespace treering::report::document {
namespace {

using charts::Chart;

bool is_word(std::string_view text, std::size_t at) {
  return at < text.size() && core::is_letter_or_digit(text[at]);
}

/// On one line, with nothing that Markdown or HTML in it would take for markup. '_' within a word
/// is none.
std::string plain(std::string_view outside) {
  constexpr std::string_view kMarks = "\\`*[]<>&#|~";
  const std::string text = core::printable(outside);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_within_word = i > 0 && is_word(text, i - 1) && is_word(text, i + 1);
    const bool is_mark = text[i] == '_' ? !is_within_word : kMarks.find(text[i]) != kMarks.npos;
    if (is_mark) result += '\\';
    result += text[i];
  }
  return result;
}

std::string led_text(const Item& item) {
  if (item.lead.empty()) return plain(item.text);
  return fmt::format("**{}** {}", plain(item.lead), plain(item.text));
}

std::string markdown_of(const Paragraph& one) {
  return plain(one.text) + "\n";
}

std::string markdown_of(const Items& one) {
  std::string text;
  for (const Item& item : one.items) text += fmt::format("- {}\n", led_text(item));
  return text;
}

std::string markdown_of(const Facts& one) {
  std::string text;
  for (const Item& item : one.items) {
    text += fmt::format("- {}: {}\n", plain(item.lead), plain(item.text));
  }
  return text;
}

/// Longer than every run of backticks in the text.
std::string fence_for(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max<std::size_t>(3, longest + 1), '`');
}

std::string folded_text(std::string_view title, const std::string& content) {
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n", plain(title), content);
}

std::string markdown_of(const Code& one) {
  std::string text = core::printable_lines(one.text);
  if (!text.ends_with('\n')) text += '\n';
  const std::string fence = fence_for(text);
  text = fmt::format("{}\n{}{}\n", fence, text, fence);
  if (one.is_folded) return folded_text(one.caption, text);
  return one.caption.empty() ? text : plain(one.caption) + "\n\n" + text;
}

std::string markdown_of(const Callout& one) {
  return fmt::format("> **{}.**{}{}\n", plain(one.headline), one.text.empty() ? "" : " ",
                     plain(one.text));
}

std::string row_text(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string markdown_of(const Table& one) {
  std::vector<std::string> titles;
  std::vector<std::string> rules;
  for (const Column& column : one.columns) {
    titles.push_back(plain(column.title));
    rules.emplace_back(column.is_figure ? "---:" : "---");
  }
  std::string text = row_text(titles) + row_text(rules);
  for (const auto& row : one.rows) {
    std::vector<std::string> cells;
    std::ranges::transform(row, std::back_inserter(cells), plain);
    text += row_text(cells);
  }
  if (one.is_folded) return folded_text(one.caption, text);
  return one.caption.empty() ? text : plain(one.caption) + "\n\n" + text;
}

std::string figure_text(const KeyFigure& one) {
  const std::string text = fmt::format("{}: {}", one.at, one.value);
  return one.detail.empty() ? text : fmt::format("{} ({})", text, one.detail);
}

std::string markdown_of(const Summaries& one) {
  std::string text;
  for (const Summary& summary : one.items) {
    std::vector<std::string> parts;
    std::ranges::transform(summary.figures, std::back_inserter(parts), figure_text);
    const std::string figures = fmt::format("{}", fmt::join(parts, "; "));
    text += fmt::format(
        "- {}\n",
        led_text({summary.title + ":", figures + (figures.empty() ? "" : ". ") + summary.text}));
  }
  return text;
}

std::string markdown_of(const Drawing& one) {
  return plain(one.sentence) + "\n";
}

std::string markdown_of(const Chart& one) {
  return fmt::format("**{}.** {}\n", plain(one.title), plain(one.sentence));
}

}  // namespace

std::string to_markdown(const Document& document) {
  std::string text = fmt::format("# {}\n\n{}\n", plain(document.title), plain(document.subtitle));
  for (const Section& section : document.sections) {
    text += fmt::format("\n## {}\n", plain(section.title));
    for (const Block& block : section.blocks) {
      text += "\n" + std::visit([](const auto& one) { return markdown_of(one); }, block);
    }
  }
  return text + fmt::format("\nMade by {}.\n", plain(document.origin));
}

}  // namespace treering::report::document
