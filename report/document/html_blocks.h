// The blocks of a document as HTML.
#pragma once

#include <string>

#include "report/document/document.h"

namespace treering::report::document {

std::string block_html(const Block& block);

}  // namespace treering::report::document
