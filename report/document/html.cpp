#include "report/document/html.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/document/chart_svg.h"
#include "report/document/html_blocks.h"
#include "report/document/markup.h"
#include "report/document/page_parts.h"

namespace treering::report::document {
namespace {

/// Nothing is fetched, whatever gets into the page.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

std::string head(const Document& document) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"generator\" content=\"{}\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n",
      kPolicy, escaped(document.origin), escaped(document.title), page_style());
}

std::string header(const Document& document) {
  return fmt::format(
      "<body>\n<a class=\"skip\" href=\"#main\">To the report</a>\n<header>\n<h1>{}</h1>\n"
      "<p class=\"subtitle\">{}</p>\n"
      "<label class=\"theme\" hidden>Colours <select id=\"theme\"><option value=\"\">as the "
      "system</option><option value=\"light\">light</option><option "
      "value=\"dark\">dark</option></select></label>\n</header>\n",
      escaped(document.title), escaped(document.subtitle));
}

std::string contents(const Document& document) {
  std::string text = "<nav aria-label=\"Sections\"><ul>\n";
  for (const Section& section : document.sections) {
    text += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", escaped(section.id),
                        escaped(section.title));
  }
  return text + "</ul></nav>\n";
}

std::string section_text(const Section& section) {
  std::string text = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", escaped(section.id),
                                 escaped(section.title));
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
  std::string text = fmt::format("<footer><p>Made by {}.", escaped(document.origin));
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
