// Reads comma-separated values, for tests that look at tables.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace treering::testing {

/// The lines after the first, by the names in the first. A field may stand in double quotes, which
/// are doubled inside. Fields that a line lacks are left out.
std::vector<std::map<std::string, std::string>> read_csv(std::string_view text);

}  // namespace treering::testing
