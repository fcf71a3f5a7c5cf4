// How wide text is in a drawing. A viewer has fonts that we do not know: widths are those of wide
// ones (DejaVu Sans, Verdana), so that text which fits here fits with the narrower ones too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treering::report::drawing {

/// Pixels of `text` at a font size.
double text_width(std::string_view text, double size);

/// `text`, or as much of its beginning as fits, with an ellipsis.
std::string fitted(std::string_view text, double width, double size);

/// `text`, or its beginning and its end, where names have their numbers, and an ellipsis between.
std::string fitted_ends(std::string_view text, double width, double size);

/// As fitted(), of a GPU's name: before its model is cut, words that many have are left out, such
/// as "NVIDIA" and "GeForce".
std::string fitted_model(std::string_view name, double width, double size);

/// `text` in at most `most` lines, broken at blanks; the last is fitted.
std::vector<std::string> in_lines(std::string_view text, double width, double size,
                                  std::size_t most);

}  // namespace treering::report::drawing
