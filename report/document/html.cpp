#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "report/document/chart_svg.h"
#include "report/document/document.h"
#include "report/document/page_parts.h"
#include "report/drawing/markup.h"
#include "report/drawing/sheet.h"

namespace treering::report::document {
namespace {

using charts::Chart;
using charts::SeriesKind;
using drawing::escaped_lines;
using drawing::pixels;

// The blocks of a document as HTML.

std::string led(const Item& item) {
  std::string text = escaped_lines(item.text);
  if (item.lead.empty()) return text;
  return fmt::format("<strong>{}</strong>{}{}", escaped_lines(item.lead), text.empty() ? "" : " ",
                     text);
}

std::string html_of(const Paragraph& one) {
  return fmt::format("<p>{}</p>\n", escaped_lines(one.text));
}

std::string html_of(const Items& one) {
  std::string text = "<ul>\n";
  for (const Item& item : one.items) text += fmt::format("<li>{}</li>\n", led(item));
  return text + "</ul>\n";
}

std::string html_of(const Facts& one) {
  std::string text = "<dl>\n";
  for (const Item& item : one.items) {
    text +=
        fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped_lines(item.lead), escaped_lines(item.text));
  }
  return text + "</dl>\n";
}

/// \param title shown while it is folded
std::string folded(std::string_view title, const std::string& content) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", escaped_lines(title),
                     content);
}

std::string html_of(const Code& one) {
  const std::string text = fmt::format("<div class=\"code\"><pre tabindex=\"0\">{}</pre></div>\n",
                                       escaped_lines(one.text));
  if (one.is_folded) return folded(one.caption, text);
  return (one.caption.empty() ? "" : fmt::format("<p>{}</p>\n", escaped_lines(one.caption))) + text;
}

std::string_view class_of(Tone tone) {
  switch (tone) {
    case Tone::Plain:
      return "plain";
    case Tone::Good:
      return "good";
    case Tone::Doubt:
      return "doubt";
    case Tone::Bad:
      return "bad";
  }
  return "";
}

std::string html_of(const Callout& one) {
  return fmt::format("<div class=\"callout {}\"><p><strong>{}.</strong></p>{}</div>\n",
                     class_of(one.tone), escaped_lines(one.headline),
                     one.text.empty() ? "" : fmt::format("<p>{}</p>", escaped_lines(one.text)));
}

/// Tables of many columns have smaller letters and stand closer.
bool is_wide(const Table& table) {
  constexpr std::size_t kColumns = 6;
  return table.columns.size() > kColumns;
}

std::string html_of(const Table& one) {
  std::string text = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">\n<table{1}>\n"
      "<caption{2}>{0}</caption>\n<thead><tr>",
      escaped_lines(one.caption), is_wide(one) ? " class=\"wide\"" : "",
      one.is_folded ? " class=\"unseen\"" : "");
  const auto mark = [&](std::size_t column) {
    return one.columns[column].is_figure ? " class=\"figure\"" : "";
  };
  for (std::size_t i = 0; i < one.columns.size(); ++i) {
    text +=
        fmt::format("<th scope=\"col\"{}>{}</th>", mark(i), escaped_lines(one.columns[i].title));
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : one.rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += fmt::format("<td{}>{}</td>", mark(i), escaped_lines(row[i]));
    }
    text += "</tr>\n";
  }
  text += "</tbody>\n</table></div>\n";
  return one.is_folded ? folded(one.caption, text) : text;
}

std::string_view class_of(SeriesKind kind) {
  switch (kind) {
    case SeriesKind::Candidate:
      return "candidate";
    case SeriesKind::Fastest:
      return "fastest";
    case SeriesKind::Usual:
      return "usual";
    case SeriesKind::Measured:
      return "measured";
    case SeriesKind::Ceiling:
      return "ceiling";
    case SeriesKind::Bound:
      return "bound";
  }
  return "";
}

/// What the page's script finds the figures of a line by.
std::string legend_entry(const charts::Series& series) {
  return fmt::format(
      "<li data-source=\"{}\" data-kind=\"{}\" data-colour=\"{}\" data-variant=\"{}\">{}<span "
      "class=\"name\">{}</span></li>\n",
      escaped_lines(series.source), class_of(series.kind), series.colour, series.variant,
      sample_svg(series), escaped_lines(series.name));
}

std::string legend_of(const Chart& chart) {
  std::string text = "<ul class=\"legend\">\n";
  for (const charts::Series& series : chart.series) text += legend_entry(series);
  return text + "</ul>\n";
}

std::string figure_entry(const KeyFigure& one) {
  return fmt::format(
      "<li><span class=\"at\">{}:</span> <strong>{}</strong> <span "
      "class=\"detail\">{}</span></li>\n",
      escaped_lines(one.at), escaped_lines(one.value), escaped_lines(one.detail));
}

std::string summary_text(const Summary& one) {
  std::string text = fmt::format("<div class=\"summary\"><div class=\"said\"><h3>{}</h3>\n",
                                 escaped_lines(one.title));
  if (!one.figures.empty()) {
    text += "<ul class=\"figures\">\n";
    for (const KeyFigure& figure : one.figures) text += figure_entry(figure);
    text += "</ul>\n";
  }
  text += fmt::format("<p>{}</p></div>\n", escaped_lines(one.text));
  if (one.chart) {
    text += fmt::format("<figure>{}\n{}</figure>\n", chart_svg(*one.chart, Standing::Small),
                        legend_of(*one.chart));
  }
  return text + "</div>\n";
}

std::string html_of(const Summaries& one) {
  std::string text = "<div class=\"summaries\">\n";
  for (const Summary& summary : one.items) text += summary_text(summary);
  return text + "</div>\n";
}

/// Below it letters are too small to be read on a screen, where a picture scrolls instead.
double least_width(const drawing::Picture& picture) {
  constexpr double kLeastLetters = 9;  // pixels
  const auto least = std::ranges::min_element(picture.labels, {}, &drawing::Label::size);
  return least == picture.labels.end() ? 0 : picture.width * kLeastLetters / least->size;
}

std::string html_of(const Drawing& one) {
  return fmt::format(
      "<figure class=\"drawing\"><div class=\"scroll picture\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Picture\" style=\"--least:{}px\">{}</div>\n"
      "<figcaption>{}</figcaption></figure>\n",
      pixels(least_width(one.picture)), drawing::page_svg(one.picture),
      escaped_lines(one.sentence));
}

std::string html_of(const Chart& one) {
  std::string text = fmt::format(
      "<figure class=\"chart\" id=\"{0}\" data-part=\"{1}\" data-quantity=\"{2}\">\n"
      "<h3>{3}</h3>\n<div class=\"still scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{3}\">{4}</div>\n",
      escaped_lines(one.id), escaped_lines(one.part),
      one.y.figures == charts::Figures::Time ? "time" : "busbw", escaped_lines(one.title),
      chart_svg(one, Standing::InPage));
  for (const charts::Mark& mark : one.marks) {
    text += fmt::format("<data class=\"mark\" value=\"{:.0f}\" hidden>{}</data>\n", mark.x,
                        escaped_lines(mark.text));
  }
  return text + legend_of(one) +
         fmt::format("<figcaption>{}</figcaption></figure>\n", escaped_lines(one.sentence));
}

std::string block_html(const Block& block) {
  return std::visit([](const auto& one) { return html_of(one); }, block);
}

/// Nothing is fetched, whatever gets into the page.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

std::string head(const Document& document) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"generator\" content=\"{}\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n",
      kPolicy, escaped_lines(document.origin), escaped_lines(document.title), page_style());
}

std::string header(const Document& document) {
  return fmt::format(
      "<body>\n<a class=\"skip\" href=\"#main\">To the report</a>\n<header>\n<h1>{}</h1>\n"
      "<p class=\"subtitle\">{}</p>\n"
      "<label class=\"theme\" hidden>Colours <select id=\"theme\"><option value=\"\">as the "
      "system</option><option value=\"light\">light</option><option "
      "value=\"dark\">dark</option></select></label>\n</header>\n",
      escaped_lines(document.title), escaped_lines(document.subtitle));
}

std::string contents(const Document& document) {
  std::string text = "<nav aria-label=\"Sections\"><ul>\n";
  for (const Section& section : document.sections) {
    text += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", escaped_lines(section.id),
                        escaped_lines(section.title));
  }
  return text + "</ul></nav>\n";
}

std::string section_text(const Section& section) {
  std::string text = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", escaped_lines(section.id),
                                 escaped_lines(section.title));
  for (const Block& block : section.blocks) text += block_html(block);
  return text + "</section>\n";
}

bool has_charts(const Document& document) {
  return std::ranges::any_of(document.sections, [](const Section& section) {
    return std::ranges::any_of(
        section.blocks, [](const Block& block) { return std::holds_alternative<Chart>(block); });
  });
}

std::string footer(const Document& document) {
  std::string text = fmt::format("<footer><p>Made by {}.", escaped_lines(document.origin));
  if (has_charts(document) && has_live_charts()) {
    text +=
        " The charts are drawn by dygraphs 2, copyright 2006-2023 Dan Vanderkam, Deutsche "
        "Telekom LLCTO and other contributors, under the MIT licence "
        "(https://dygraphs.com/legal.html).";
  } else if (has_charts(document)) {
    text +=
        " It was built without dygraphs (Debian's libjs-dygraphs), so the charts are still "
        "pictures; all of their figures are in the tables.";
  }
  return text + "</p></footer>\n";
}

std::string scripts(const Document& document) {
  std::string text;
  if (has_charts(document) && has_live_charts()) {
    text += "<script type=\"application/json\" id=\"data\">" + escaped_json(document.data) +
            "</script>\n<script>\n" + std::string(dygraphs()) + "\n</script>\n";
  }
  return text + "<script>\n" + std::string(page_script()) + "</script>\n</body>\n</html>\n";
}

}  // namespace

bool has_live_charts() {
  return !dygraphs().empty();
}

std::string to_html(const Document& document) {
  std::string text = head(document) + header(document) + contents(document);
  text += "<main id=\"main\">\n";
  for (const Section& section : document.sections) text += section_text(section);
  text += "</main>\n";
  return text + footer(document) + scripts(document);
}

}  // namespace treering::report::document
