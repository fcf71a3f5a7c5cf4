// Lines of a CSV text (RFC 4180).
#pragma once

#include <string>
#include <vector>

namespace treering::core {

/// Fields as a line, with its end; quotes where needed.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace treering::core
