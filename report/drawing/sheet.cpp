#include "report/drawing/sheet.h"

#include <algorithm>
#include <map>

#include "core/topology/names.h"
#include "report/drawing/text_width.h"

namespace treering::report::drawing {
namespace {

constexpr double kTitleSize = 18;
constexpr double kSubtitleSize = 11;
constexpr double kSubtitleLine = 15;
constexpr std::size_t kMostSubtitleLines = 3;
constexpr double kLegendSize = 10.5;
constexpr double kLegendLine = 22;
constexpr double kSample = 30;
constexpr double kLeastWidth = 640;

/// Left to right, on as many lines as it takes; the lower edge.
double add_legend(const Picture& body, double width, double y, Picture& sheet) {
  double x = kMargin;
  const auto take = [&](double room) {
    if (x > kMargin && x + room > kMargin + width) {
      x = kMargin;
      y += kLegendLine;
    }
    const double at = x;
    x += room + 18;
    return at;
  };
  for (const LegendEntry& entry : legend_of(body)) {
    const std::string name = name_of(entry);
    const double at = take(kSample + 6 + text_width(name, kLegendSize));
    sheet.lines.push_back({entry.kind, {{at, y}, {at + kSample, y}}, entry.width, {}});
    sheet.labels.push_back(
        {{at + kSample + 6, y + 4}, name, kLegendSize, Anchor::Start, Tone::Plain});
  }
  const double at = take(text_width(kLegendNote, kLegendSize));
  sheet.labels.push_back(
      {{at, y + 4}, std::string(kLegendNote), kLegendSize, Anchor::Start, Tone::Muted});
  return y;
}

}  // namespace

std::vector<LegendEntry> legend_of(const Picture& body) {
  std::map<std::optional<core::LinkKind>, double> widest;
  for (const Line& line : body.lines) {
    double& width = widest[line.kind];
    width = std::max(width, line.width);
  }
  std::vector<LegendEntry> entries;
  for (const auto& [kind, width] : widest) entries.push_back({kind, width});
  return entries;
}

std::string name_of(const LegendEntry& entry) {
  return std::string(entry.kind ? core::title_of(*entry.kind) : "network");
}

double add_heading(const Heading& heading, double width, Picture& sheet) {
  sheet.title = heading.title;
  sheet.description = heading.subtitle;
  double y = kMargin + kTitleSize;
  sheet.labels.push_back({{kMargin, y},
                          fitted(heading.title, width, kTitleSize),
                          kTitleSize,
                          Anchor::Start,
                          Tone::Strong});
  for (const std::string& line :
       in_lines(heading.subtitle, width, kSubtitleSize, kMostSubtitleLines)) {
    y += kSubtitleLine;
    sheet.labels.push_back({{kMargin, y + 3}, line, kSubtitleSize, Anchor::Start, Tone::Muted});
  }
  return y + 22;
}

Picture on_sheet(const Picture& body, const Heading& heading) {
  if (heading.frame == Frame::None) {
    Picture bare = body;
    bare.title = heading.title;
    bare.description = heading.subtitle;
    return bare;
  }
  const double width = std::max(body.width, kLeastWidth);
  Picture sheet;
  const double top = add_heading(heading, width, sheet);
  place(body, {kMargin + (width - body.width) / 2, top}, sheet);
  const double bottom = add_legend(body, width, top + body.height + 32, sheet);
  sheet.width = width + 2 * kMargin;
  sheet.height = bottom + 10 + kMargin;
  return sheet;
}

}  // namespace treering::report::drawing
