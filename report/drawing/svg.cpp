#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "core/assert.h"
#include "report/drawing/colours.h"
#include "report/drawing/markup.h"
#include "report/drawing/sheet.h"

namespace treering::report::drawing {
namespace {

/// The colours of a dark viewer. The others stand at each shape, for viewers without style sheets.
std::string dark_style(const Picture& picture) {
  const PaperColours& colours = kDarkPaper;
  std::string css = fmt::format(
      ".paper,.plate{{fill:{0}}}text{{fill:{1}}}.muted{{fill:{2}}}.over{{stroke:{0}}}\n",
      colours.paper, colours.ink, colours.faint);
  for (const RoleColours& role : kRoleColours) {
    css += fmt::format(".{}{{fill:{};stroke:{}}}\n", role.name, role.dark_fill, role.dark_stroke);
  }
  for (const WireColours& wire : kWireColours) {
    css += fmt::format(".l-{}{{stroke:{}}}\n", wire.name, wire.dark);
  }
  // Only pictures with a scale have its colours.
  const bool has_grid = std::ranges::any_of(picture.lines, &Line::is_grid);
  return css + (has_grid ? fmt::format(".grid{{stroke:{}}}\n", colours.grid) : "");
}

std::string style_sheet(const Picture& picture) {
  return "<style>\n@media (prefers-color-scheme:dark){\n" + dark_style(picture) + "}\n</style>\n";
}

std::string tip(const std::string& text) {
  return text.empty() ? "/>" : fmt::format("><title>{}</title>", escaped(text));
}

std::string element_end(const std::string& text, std::string_view name) {
  return text.empty() ? "\n" : fmt::format("</{}>\n", name);
}

/// ` class="gpu" fill="#dcf0c4" stroke="#6a9c2f"`.
std::string paint_of(Role role) {
  if (role == Role::Plate) return fmt::format(" class=\"plate\" fill=\"{}\"", kLightPaper.paper);
  const RoleColours& colours = kRoleColours.at(static_cast<std::size_t>(role));
  return fmt::format(" class=\"{}\" fill=\"{}\" stroke=\"{}\"", colours.name, colours.fill,
                     colours.stroke);
}

bool is_ground(const Box& box) {
  return box.role == Role::Panel || box.role == Role::Host;
}

double corner_of(const Box& box) {
  const int widest = box.role == Role::Plate ? 2 : is_ground(box) ? 8 : 4;
  return std::min<double>(widest, std::min(box.area.width, box.area.height) / 2);
}

std::string rect_text(const Box& box, const std::string& paint) {
  return fmt::format("<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"", paint,
                     pixels(box.area.x), pixels(box.area.y), pixels(box.area.width),
                     pixels(box.area.height), pixels(corner_of(box))) +
         tip(box.tip) + element_end(box.tip, "rect");
}

std::string box_text(const Box& box) {
  return rect_text(box, paint_of(box.role));
}

/// Thousands of them are painted by what they stand in.
std::string cells_text(const Cells& cells) {
  std::string text = fmt::format("<g{}>\n", paint_of(Role::PciSwitch));
  for (int node = cells.first; node < cells.first + cells.count; ++node) {
    text += rect_text({Role::PciSwitch, cells.area_of(node), fmt::format("node {}", node)}, "");
  }
  return text + "</g>\n";
}

/// Corners are rounded where both sides have the room.
std::string path_of(const std::vector<Point>& points) {
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& here = points[i];
    if (i == 0 || i + 1 == points.size()) {
      text += fmt::format("{}{} {}", i == 0 ? "M" : "L", pixels(here.x), pixels(here.y));
      continue;
    }
    const auto toward = [&](const Point& other) {
      const double length = std::hypot(other.x - here.x, other.y - here.y);
      const double share = length == 0 ? 0 : std::min(6.0, length / 2) / length;
      return Point{here.x + (other.x - here.x) * share, here.y + (other.y - here.y) * share};
    };
    const Point in = toward(points[i - 1]);
    const Point out = toward(points[i + 1]);
    text += fmt::format("L{} {}Q{} {} {} {}", pixels(in.x), pixels(in.y), pixels(here.x),
                        pixels(here.y), pixels(out.x), pixels(out.y));
  }
  return text;
}

std::string line_text(const Line& line) {
  const WireColours& wire = colours_of(line.kind);
  const std::string name = line.is_grid ? "grid" : fmt::format("l-{}", wire.name);
  const std::string path = path_of(line.points);
  std::string text;
  if (line.is_over) {
    text += fmt::format(
        "<path class=\"over\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" d=\"{}\"/>\n",
        kLightPaper.paper, pixels(line.width + 4), path);
  }
  return text +
         fmt::format("<path class=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" d=\"{}\"",
                     name, line.is_grid ? kLightPaper.grid : wire.light, pixels(line.width), path) +
         tip(line.tip) + element_end(line.tip, "path");
}

/// Plain text has the colour of the picture.
std::string paint_of(Tone tone) {
  switch (tone) {
    case Tone::Strong:
      return " class=\"strong\" font-weight=\"600\"";
    case Tone::Muted:
      return fmt::format(" class=\"muted\" fill=\"{}\"", kLightPaper.faint);
    case Tone::Plain:
      return "";
  }
  return "";
}

std::string label_text(const Label& label) {
  TREERING_ASSERT(label.size >= kLeastText, "letters are large enough to be read");
  const std::string_view anchor = label.anchor == Anchor::Start    ? "start"
                                  : label.anchor == Anchor::Middle ? "middle"
                                                                   : "end";
  return fmt::format("<text{} x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\">{}</text>\n",
                     paint_of(label.tone), pixels(label.at.x), pixels(label.at.y),
                     pixels(label.size), anchor, escaped(label.text));
}

/// From the ground up: grounds, lines, boxes, lines that pass over boxes, plates, texts.
std::string content(const Picture& picture) {
  std::string svg = fmt::format(
      "<rect class=\"paper\" fill=\"{}\" width=\"100%\" height=\"100%\"/>\n", kLightPaper.paper);
  for (const Box& box : picture.boxes) svg += is_ground(box) ? box_text(box) : "";
  for (const Cells& cells : picture.cells) svg += cells_text(cells);
  for (const Line& line : picture.lines) svg += line.is_over ? "" : line_text(line);
  for (const Box& box : picture.boxes) {
    if (!is_ground(box) && box.role != Role::Plate) svg += box_text(box);
  }
  for (const Line& line : picture.lines) svg += line.is_over ? line_text(line) : "";
  for (const Box& box : picture.boxes) svg += box.role == Role::Plate ? box_text(box) : "";
  for (const Label& label : picture.labels) svg += label_text(label);
  return svg + "</svg>\n";
}

/// \param role what it is to those who cannot see it
std::string head(const Picture& picture, const std::string& role) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"{2}\" fill=\"{3}\" stroke-linejoin=\"round\" {4}>\n",
      pixels(picture.width), pixels(picture.height), kFonts, kLightPaper.ink, role);
}

}  // namespace

std::string to_svg(const Picture& picture) {
  return head(picture, "role=\"img\" aria-labelledby=\"title desc\"") +
         fmt::format("<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n",
                     escaped(picture.title), escaped(picture.description)) +
         style_sheet(picture) + content(picture);
}

std::string page_svg(const Picture& picture) {
  return head(picture, fmt::format("role=\"img\" aria-label=\"{}. {}\"", escaped(picture.title),
                                   escaped(picture.description))) +
         content(picture);
}

std::string page_svg_style() {
  std::string css =
      ".picture text{fill:var(--ink)}\n"
      ".picture .muted{fill:var(--faint)}\n"
      ".picture .paper,.picture .plate{fill:var(--paper)}\n"
      ".picture .over{stroke:var(--paper)}\n"
      ".picture .grid{stroke:var(--grid)}\n";
  for (const RoleColours& role : kRoleColours) {
    css +=
        fmt::format(".picture .{0}{{fill:var(--{0}-fill);stroke:var(--{0}-stroke)}}\n", role.name);
  }
  for (const WireColours& wire : kWireColours) {
    css += fmt::format(".picture .l-{0}{{stroke:var(--l-{0})}}\n", wire.name);
  }
  return css;
}

std::string page_svg_colours(bool is_dark) {
  std::string css;
  for (const RoleColours& role : kRoleColours) {
    css +=
        fmt::format("--{0}-fill:{1};--{0}-stroke:{2};", role.name,
                    is_dark ? role.dark_fill : role.fill, is_dark ? role.dark_stroke : role.stroke);
  }
  for (const WireColours& wire : kWireColours) {
    css += fmt::format("--l-{}:{};", wire.name, is_dark ? wire.dark : wire.light);
  }
  return css;
}

}  // namespace treering::report::drawing
