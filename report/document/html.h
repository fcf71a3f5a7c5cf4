// A document as one page: self-contained, without network; light and dark, for screen, paper,
// keyboard and screen readers. The same document gives the same bytes.
#pragma once

#include <string>

#include "report/document/document.h"

namespace treering::report::document {

std::string to_html(const Document& document);

/// Whether charts of pages can be pointed at: the program was built with dygraphs. Without it they
/// are still pictures.
bool has_live_charts();

}  // namespace treering::report::document
