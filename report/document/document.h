// A report as a document: its value, and how it is written as a page and as Markdown.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "report/charts/chart.h"
#include "report/drawing/picture.h"

namespace treering::report::document {

// A report as a value: sections of paragraphs, tables and charts. Written as a page and as
// Markdown, which so hold the same.

struct Paragraph {
  std::string text;
};

struct Item {
  std::string lead;  // stands out; may be empty
  std::string text;
};

struct Items {
  std::vector<Item> items;
};

/// Each text an item without a lead.
inline Items items_of(const std::vector<std::string>& texts) {
  Items items;
  for (const std::string& text : texts) items.items.push_back({"", text});
  return items;
}

/// Names and their values.
struct Facts {
  std::vector<Item> items;
};

/// Lines to copy.
struct Code {
  std::string caption;  // may be empty
  std::string text;
  bool is_folded = false;
};

enum class Tone { Plain, Good, Doubt, Bad };

/// What to remember of a section.
struct Callout {
  Tone tone = Tone::Plain;
  std::string headline;  // without full stop
  std::string text;
};

struct Column {
  std::string title;  // with its unit: "time (us)"
  bool is_figure = true;
};

struct Table {
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  bool is_folded = false;  // shown on request
};

/// A figure that readers come for.
struct KeyFigure {
  std::string at;      // "8 GiB"
  std::string value;   // "350 GB/s"
  std::string detail;  // "4 of 5 runs 298 to 400"; may be empty
};

/// What readers come for: a few figures, what they mean, and a small chart of them.
struct Summary {
  std::string title;
  std::vector<KeyFigure> figures;
  std::string text;                    // sentences
  std::optional<charts::Chart> chart;  // a still picture
};

struct Summaries {
  std::vector<Summary> items;
};

struct Drawing {
  drawing::Picture picture;
  std::string sentence;  // what it shows
};

using Block =
    std::variant<Paragraph, Items, Facts, Code, Callout, Table, Summaries, Drawing, charts::Chart>;

struct Section {
  std::string id;  // letters, digits, '_' and '-'
  std::string title;
  std::vector<Block> blocks;
};

struct Document {
  std::string title;
  std::string subtitle;
  std::vector<Section> sections;
  std::string data;    // JSON that the charts of a page take their figures from
  std::string origin;  // "treering 0.1.0"
};

// What a document needs of the program that writes it.

/// A line for a shell.
struct Command {
  std::string what;  // "This report"
  std::string line;
};

struct DocumentContext {
  std::vector<Command> commands;
  std::string data;    // the JSON of the report, for the charts of a page
  std::string origin;  // "treering 0.1.0"
};

// A document as one page: self-contained, without network; light and dark, for screen, paper,
// keyboard and screen readers. The same document gives the same bytes.

std::string to_html(const Document& document);

/// Whether charts of pages can be pointed at: the program was built with dygraphs. Without it they
/// are still pictures.
bool has_live_charts();

// A document as Markdown, for issues and wikis: the same sections, sentences and tables; a chart is
// its sentence, a drawing its description.

std::string to_markdown(const Document& document);

}  // namespace treering::report::document
