#include "report/document/page_parts.h"

#include <cstddef>
#include <span>

#include <fmt/format.h>

#include "core/embedded_file.h"
#include "report/document/chart_paint.h"
#include "report/document/chart_svg.h"
#include "report/drawing/sheet.h"

namespace treering::report::document {

std::string escaped_json(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&') {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result;
}

std::span<const core::EmbeddedFile> page_files();

namespace {

std::string_view file_named(std::string_view name) {
  for (const core::EmbeddedFile& file : page_files()) {
    if (file.name == name) return file.text;
  }
  return "";
}

std::string colours(bool is_dark) {
  std::string css = fmt::format("color-scheme:{0};--ground:{1};--good:{2};--doubt:{3};--bad:{4};",
                                is_dark ? "dark" : "light", is_dark ? "#151b23" : "#f6f8fa",
                                is_dark ? "#3fb950" : "#1a7f37", is_dark ? "#d29922" : "#9a6700",
                                is_dark ? "#f85149" : "#cf222e");
  for (const NamedColour& one : chart_colours()) {
    css += fmt::format("--{}:{};", one.name, is_dark ? one.dark : one.light);
  }
  return css + drawing::page_svg_colours(is_dark);
}

}  // namespace

std::string page_style() {
  const std::string light = colours(false);
  const std::string dark = colours(true);
  return fmt::format(
             ":root{{{0}}}\n"
             "@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{1}}}}}\n"
             ":root[data-theme=dark]{{{1}}}\n",
             light, dark) +
         std::string(file_named("page_style")) + chart_style() + drawing::page_svg_style() +
         // Paper is white. After all else, as specific as the rules above.
         fmt::format(
             "@media print{{:root,:root:not([data-theme=light]),:root[data-theme=dark]{{{}}}}}\n",
             light);
}

std::string_view page_script() {
  return file_named("page_script");
}

std::string_view dygraphs() {
  return file_named("dygraph.min");
}

}  // namespace treering::report::document
