// Whether an SVG has its colours in itself. librsvg, Inkscape and old browsers know no CSS
// variables, and a picture that leaves a page leaves the page's style sheet behind.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace treering::support {

/// Every <svg> of a page, with what is in it.
std::vector<std::string> svgs_in(const std::string& page);

/// What no attribute, own or inherited, gives a literal colour, and what a style sheet takes from a
/// variable: "path: no fill", "var(--ink)". Empty: the picture needs nothing else.
std::vector<std::string> borrowed_colours(const std::string& svg);

/// The colours in which librsvg draws it, as "rgb(100%,100%,100%)"; nothing without rsvg-convert.
std::optional<std::set<std::string>> colours_by_librsvg(const std::string& svg);

}  // namespace treering::support
