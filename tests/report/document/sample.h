// A document with one block of each kind, and a text in all of its places.
#pragma once

#include <string>

#include "report/document/document.h"

namespace treering::report::document {

inline charts::Chart sample_chart(const std::string& text) {
  using charts::kInk;
  using charts::SeriesKind;
  charts::Chart chart;
  chart.id = "c-time";
  chart.part = "collectives/0";
  chart.title = text;
  chart.sentence = text;
  chart.series = {
      {text,
       SeriesKind::Candidate,
       0,
       1,
       "curves/0",
       {{8, 10, std::pair(8.0, 12.0)}, {64, 20}},
       charts::Band::Beside},
      {"the fastest", SeriesKind::Fastest, kInk, 0, "best", {{8, 10}, {64, 20}}},
      {"NCCL's choice", SeriesKind::Usual, kInk, 0, "usual", {{8, 10}, {64, 20}}},
      {"bound", SeriesKind::Bound, kInk, 0, "bound", {{8, 0.001}, {64, 0.1}}},
      {text, SeriesKind::Measured, 3, 2, "measured/0", {{64, 25, std::pair(22.0, 30.0)}}}};
  chart.marks = {{64, text}};
  return chart;
}

inline Document sample_document(const std::string& text) {
  Document document;
  document.title = text;
  document.subtitle = text;
  document.origin = text;
  document.data = "{}";
  Section section{"one", text, {}};
  section.blocks = {Paragraph{text},
                    Items{{{text, text}, {"", text}}},
                    Facts{{{text, text}}},
                    Code{text, text},
                    Code{text, text, true},
                    Callout{Tone::Bad, text, text},
                    Table{text, {{text}, {text, false}}, {{text, text}}},
                    Table{text, {{text}, {text, false}}, {{text, text}}, true},
                    Summaries{{{text, {{text, text, text}}, text, sample_chart(text)}}},
                    Drawing{{100, 50, text, text, {}, {}, {}, {}, {}, {}}, text},
                    sample_chart(text)};
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace treering::report::document
