// Lines of a CSV text (RFC 4180).
#pragma once

#include <string>
#include <vector>

namespace treering::core {

/// The fields as one line with its line end, quoted where needed.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace treering::core
