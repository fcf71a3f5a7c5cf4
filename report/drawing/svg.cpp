#include "report/drawing/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "core/text/quote.h"

namespace treering::report::drawing {
namespace {

struct Colours {
  std::string_view name;  // of the class
  std::string_view fill;
  std::string_view stroke;
  std::string_view dark_fill;
  std::string_view dark_stroke;
};

// In the order of Role.
constexpr std::array<Colours, 9> kRoles{{
    {"panel", "#ffffff", "#d5dae1", "#0d1117", "#30363d"},
    {"host", "#ffffff", "#b6bec8", "#0d1117", "#4a5564"},
    {"network", "#e9e4fb", "#7a62c9", "#2a2247", "#a08ce8"},
    {"cpu", "#fdebc8", "#c08a1e", "#40310f", "#d9a441"},
    {"switch", "#e7ebf0", "#8592a3", "#2a313b", "#8694a6"},
    {"gpu", "#dcf0c4", "#6a9c2f", "#23391a", "#86c04a"},
    {"nvswitch", "#d0efdf", "#2f8f63", "#143a2b", "#46b884"},
    {"nic", "#d9e8fb", "#4a83c9", "#16304f", "#6ba4e8"},
    {"port", "#eef5fe", "#4a83c9", "#11243a", "#6ba4e8"},
}};
static_assert(kRoles.size() == static_cast<std::size_t>(Role::Plate));

struct Wire {
  std::string_view name;
  std::string_view light;
  std::string_view dark;
};

// In the order of core::LinkKind; the last is a network of unknown kind.
constexpr std::array<Wire, 9> kWires{{
    {"nvlink", "#67a328", "#7cbf3c"},
    {"c2c", "#0c8f86", "#2cb8ae"},
    {"pcie", "#8592a3", "#7d8a9a"},
    {"peer", "#a9825c", "#c09b76"},
    {"sockets", "#d19a2a", "#d9a441"},
    {"infiniband", "#3b78c8", "#5e9be8"},
    {"roce", "#9355c4", "#b181de"},
    {"ethernet", "#c2558b", "#de7bab"},
    {"network", "#7a62c9", "#a08ce8"},
}};

/// Text and attribute values. What XML cannot hold becomes '?'.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : core::printable(text)) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// To tenths of a pixel, without zeros at the end.
std::string number(double value) {
  return fmt::format("{:g}", std::round(value * 10) / 10);
}

std::string style(std::string_view paper, std::string_view ink, std::string_view faint,
                  bool is_dark) {
  std::string css = fmt::format(
      ".paper,.plate{{fill:{0}}}text{{fill:{1}}}.muted{{fill:{2}}}.over{{stroke:{0}}}\n", paper,
      ink, faint);
  for (const Colours& role : kRoles) {
    css +=
        fmt::format(".{}{{fill:{};stroke:{}}}\n", role.name, is_dark ? role.dark_fill : role.fill,
                    is_dark ? role.dark_stroke : role.stroke);
  }
  for (const Wire& wire : kWires) {
    css += fmt::format(".l-{}{{stroke:{}}}\n", wire.name, is_dark ? wire.dark : wire.light);
  }
  return css;
}

/// Only pictures with a scale have its colours.
std::string grid_style(const Picture& picture, std::string_view colour) {
  const bool has_grid = std::ranges::any_of(picture.lines, &Line::is_grid);
  return has_grid ? fmt::format(".grid{{stroke:{}}}\n", colour) : "";
}

std::string style_sheet(const Picture& picture) {
  return "<style>\n"
         "text{font-family:system-ui,\"Segoe UI\",Helvetica,Arial,\"DejaVu Sans\",sans-serif}\n"
         ".strong{font-weight:600}\n"
         "path{fill:none;stroke-linejoin:round}\n" +
         style("#ffffff", "#1c2128", "#57606a", false) + grid_style(picture, "#d5dae1") +
         "@media (prefers-color-scheme:dark){\n" + style("#0d1117", "#e6edf3", "#9aa7b4", true) +
         grid_style(picture, "#30363d") + "}\n</style>\n";
}

std::string tip(const std::string& text) {
  return text.empty() ? "/>" : fmt::format("><title>{}</title>", escaped(text));
}

std::string element_end(const std::string& text, std::string_view name) {
  return text.empty() ? "\n" : fmt::format("</{}>\n", name);
}

std::string box_text(const Box& box) {
  const bool is_plate = box.role == Role::Plate;
  const std::string_view name =
      is_plate ? "plate" : kRoles.at(static_cast<std::size_t>(box.role)).name;
  const int widest = is_plate ? 2 : box.role == Role::Panel || box.role == Role::Host ? 8 : 4;
  const double radius = std::min<double>(widest, std::min(box.area.width, box.area.height) / 2);
  return fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"",
                     name, number(box.area.x), number(box.area.y), number(box.area.width),
                     number(box.area.height), number(radius)) +
         tip(box.tip) + element_end(box.tip, "rect");
}

/// Corners are rounded where both sides have the room.
std::string path_of(const std::vector<Point>& points) {
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& here = points[i];
    if (i == 0 || i + 1 == points.size()) {
      text += fmt::format("{}{} {}", i == 0 ? "M" : "L", number(here.x), number(here.y));
      continue;
    }
    const auto toward = [&](const Point& other) {
      const double length = std::hypot(other.x - here.x, other.y - here.y);
      const double share = length == 0 ? 0 : std::min(6.0, length / 2) / length;
      return Point{here.x + (other.x - here.x) * share, here.y + (other.y - here.y) * share};
    };
    const Point in = toward(points[i - 1]);
    const Point out = toward(points[i + 1]);
    text += fmt::format("L{} {}Q{} {} {} {}", number(in.x), number(in.y), number(here.x),
                        number(here.y), number(out.x), number(out.y));
  }
  return text;
}

std::string line_text(const Line& line) {
  const std::string_view wire =
      kWires.at(line.kind ? static_cast<std::size_t>(*line.kind) : kWires.size() - 1).name;
  const std::string name = line.is_grid ? "grid" : fmt::format("l-{}", wire);
  const std::string path = path_of(line.points);
  std::string text;
  if (line.is_over) {
    text += fmt::format("<path class=\"over\" stroke-width=\"{}\" d=\"{}\"/>\n",
                        number(line.width + 4), path);
  }
  return text +
         fmt::format("<path class=\"{}\" stroke-width=\"{}\" d=\"{}\"", name, number(line.width),
                     path) +
         tip(line.tip) + element_end(line.tip, "path");
}

std::string label_text(const Label& label) {
  const std::string_view anchor = label.anchor == Anchor::Start    ? "start"
                                  : label.anchor == Anchor::Middle ? "middle"
                                                                   : "end";
  const std::string_view tone = label.tone == Tone::Strong  ? " class=\"strong\""
                                : label.tone == Tone::Muted ? " class=\"muted\""
                                                            : "";
  return fmt::format("<text{} x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\">{}</text>\n",
                     tone, number(label.at.x), number(label.at.y), number(label.size), anchor,
                     escaped(label.text));
}

bool is_ground(const Box& box) {
  return box.role == Role::Panel || box.role == Role::Host;
}

}  // namespace

std::string to_svg(const Picture& picture) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" aria-labelledby=\"title desc\">\n"
      "<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n",
      number(picture.width), number(picture.height), escaped(picture.title),
      escaped(picture.description));
  svg += style_sheet(picture);
  svg += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  // From the ground up: grounds, lines, boxes, lines that pass over boxes, plates, texts.
  for (const Box& box : picture.boxes) svg += is_ground(box) ? box_text(box) : "";
  for (const Line& line : picture.lines) svg += line.is_over ? "" : line_text(line);
  for (const Box& box : picture.boxes) {
    if (!is_ground(box) && box.role != Role::Plate) svg += box_text(box);
  }
  for (const Line& line : picture.lines) svg += line.is_over ? line_text(line) : "";
  for (const Box& box : picture.boxes) svg += box.role == Role::Plate ? box_text(box) : "";
  for (const Label& label : picture.labels) svg += label_text(label);
  return svg + "</svg>\n";
}

}  // namespace treering::report::drawing
