// A document as Markdown, for issues and wikis: the same sections, sentences and tables; a chart is
// its sentence, a drawing its description.
#pragma once

#include <string>

#include "report/document/document.h"

namespace treering::report::document {

std::string to_markdown(const Document& document);

}  // namespace treering::report::document
