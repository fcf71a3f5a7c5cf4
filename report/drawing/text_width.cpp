#include "report/drawing/text_width.h"

#include <algorithm>
#include <array>

namespace treering::report::drawing {
namespace {

constexpr std::string_view kEllipsis = "…";

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// In units of the font size, as DejaVu Sans Bold has them or less than a tenth above.
double width_of(char c) {
  constexpr std::string_view kThin = "ijlI.,:;'|!()[]/ ft-\"`";
  constexpr std::string_view kWide = "mwMW@%";
  if (kThin.find(c) != std::string_view::npos) return 0.41;
  if (kWide.find(c) != std::string_view::npos) return 1.02;
  if (static_cast<unsigned char>(c) >= 0x80U) return 1.0;
  if (c >= 'A' && c <= 'Z') return 0.76;
  return 0.66;
}

/// Before a blank, or after the sign that joins adapters: "mlx5_4+mlx5_5".
bool is_break(std::string_view text, std::size_t at) {
  return at == text.size() || text[at] == ' ' || (at > 0 && text[at - 1] == '+');
}

/// As much of `text` as fits up to a break, at least a word.
std::string_view full_line(std::string_view text, double width, double size) {
  std::string_view line;
  for (std::size_t end = 0; end <= text.size(); ++end) {
    if (!is_break(text, end)) continue;
    const std::string_view longer = text.substr(0, end);
    if (!line.empty() && text_width(longer, size) > width) break;
    line = longer;
  }
  // "GPU 0 of" and "tray 0" rather than "GPU 0 of tray" and "0".
  constexpr std::size_t kScrap = 2;
  const std::size_t before = line.rfind(' ');
  const bool leaves_scrap = line.size() < text.size() && text.size() - line.size() - 1 <= kScrap;
  return leaves_scrap && before != std::string_view::npos ? line.substr(0, before) : line;
}

}  // namespace

double text_width(std::string_view text, double size) {
  double width = 0;
  for (const char c : text) {
    if (!is_continuation(c)) width += width_of(c);
  }
  return width * size;
}

std::string fitted(std::string_view text, double width, double size) {
  if (text_width(text, size) <= width) return std::string(text);
  const double room = width - text_width(kEllipsis, size);
  std::size_t end = text.size();
  const auto is_inside = [&] { return end < text.size() && is_continuation(text[end]); };
  while (end > 0 && (is_inside() || text_width(text.substr(0, end), size) > room)) --end;
  return end == 0 ? "" : std::string(text.substr(0, end)) + std::string(kEllipsis);
}

std::string fitted_ends(std::string_view text, double width, double size) {
  if (text_width(text, size) <= width) return std::string(text);
  constexpr std::size_t kParts = 3;  // of which the beginning is one
  for (std::size_t left = text.size() - 1; left > 1; --left) {
    const std::size_t head = left / kParts;
    const std::size_t tail = text.size() - (left - head);
    if (is_continuation(text[head]) || is_continuation(text[tail])) continue;
    std::string cut(text.substr(0, head));
    cut += kEllipsis;
    cut += text.substr(tail);
    if (text_width(cut, size) <= width) return cut;
  }
  return fitted(text, width, size);
}

std::string fitted_model(std::string_view name, double width, double size) {
  constexpr std::array<std::string_view, 6> kShared{"NVIDIA",  "Tesla", "Quadro",
                                                    "GeForce", "RTX",   "GTX"};
  while (text_width(name, size) > width) {
    const std::size_t end = name.find(' ');
    const bool is_shared = std::ranges::find(kShared, name.substr(0, end)) != kShared.end();
    if (end == std::string_view::npos || !is_shared) break;
    name.remove_prefix(end + 1);
  }
  return fitted(name, width, size);
}

std::vector<std::string> in_lines(std::string_view text, double width, double size,
                                  std::size_t most) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    const bool is_last = lines.size() + 1 == most;
    const std::string_view line = is_last ? text : full_line(text, width, size);
    lines.push_back(fitted(line, width, size));
    text.remove_prefix(line.size());
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  return lines;
}

}  // namespace treering::report::drawing
