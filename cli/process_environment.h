// The environment that this process was started with.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treering::cli {

/// Names and values of the variables whose names begin with `prefix`, sorted by name.
std::vector<std::pair<std::string, std::string>> process_variables(std::string_view prefix);

}  // namespace treering::cli
