#include "tests/support/svg_colours.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <string_view>

#include <pugixml.hpp>

#include "tests/support/temporary_folder.h"

namespace treering::support {
namespace {

/// The attribute of the element, or of the nearest one around it.
std::string_view inherited(pugi::xml_node element, const char* name) {
  for (; element; element = element.parent()) {
    if (const auto attribute = element.attribute(name)) return attribute.value();
  }
  return "";
}

bool is_literal(std::string_view colour) {
  constexpr std::size_t kLength = 7;
  if (colour.size() != kLength || colour.front() != '#') return false;
  return colour.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
}

bool is_drawn(const pugi::xml_node& element) {
  constexpr std::array<std::string_view, 6> kShapes{"path", "rect",   "text",
                                                    "line", "circle", "polygon"};
  for (auto around = element; around; around = around.parent()) {
    if (std::string_view(around.name()) == "clipPath") return false;
  }
  return std::ranges::find(kShapes, std::string_view(element.name())) != kShapes.end();
}

void add_borrowed(const pugi::xml_node& element, std::vector<std::string>& found) {
  const std::string name = element.name();
  const std::string_view fill = inherited(element, "fill");
  const std::string_view stroke = inherited(element, "stroke");
  const bool has_stroke = !stroke.empty() && stroke != "none";
  if (fill != "none" && !is_literal(fill)) found.push_back(name + ": no fill");
  if (has_stroke && !is_literal(stroke)) found.push_back(name + ": no stroke");
  if (fill == "none" && !has_stroke) found.push_back(name + ": not seen");
}

struct Walker : pugi::xml_tree_walker {
  bool for_each(pugi::xml_node& node) override {
    if (is_drawn(node)) {
      ++drawn;
      add_borrowed(node, found);
    }
    return true;
  }
  std::size_t drawn = 0;
  std::vector<std::string> found;
};

}  // namespace

std::vector<std::string> svgs_in(const std::string& page) {
  std::vector<std::string> svgs;
  constexpr std::string_view kEnd = "</svg>";
  for (std::size_t at = page.find("<svg "); at != std::string::npos; at = page.find("<svg ", at)) {
    const std::size_t end = page.find(kEnd, at);
    if (end == std::string::npos) break;
    svgs.push_back(page.substr(at, end + kEnd.size() - at));
    at = end;
  }
  return svgs;
}

std::vector<std::string> borrowed_colours(const std::string& svg) {
  pugi::xml_document document;
  if (const auto parsed = document.load_string(svg.c_str()); !parsed) {
    return {parsed.description()};
  }
  Walker walker;
  document.traverse(walker);
  if (walker.drawn == 0) walker.found.emplace_back("nothing is drawn");
  const std::regex variable("var\\([^)]*\\)");
  for (std::sregex_iterator at(svg.begin(), svg.end(), variable), end; at != end; ++at) {
    walker.found.push_back(at->str());
  }
  if (document.child("svg").attribute("xmlns").empty()) walker.found.emplace_back("no xmlns");
  return walker.found;
}

std::optional<std::set<std::string>> colours_by_librsvg(const std::string& svg) {
  if (std::system("command -v rsvg-convert >/dev/null 2>&1") != 0) return std::nullopt;
  const TemporaryFolder folder;
  std::ofstream(folder.path() + "/in.svg") << svg;
  // Its own SVG has every colour as it is drawn.
  const std::string command = "rsvg-convert -f svg " + folder.path() + "/in.svg > " +
                              folder.path() + "/out.svg 2>/dev/null";
  if (std::system(command.c_str()) != 0) return std::set<std::string>();
  std::ifstream stream(folder.path() + "/out.svg");
  const std::string drawn(std::istreambuf_iterator<char>(stream), {});
  const std::regex colour("rgb\\([^)]*\\)");
  std::set<std::string> colours;
  for (std::sregex_iterator at(drawn.begin(), drawn.end(), colour), end; at != end; ++at) {
    colours.insert(at->str());
  }
  return colours;
}

}  // namespace treering::support
