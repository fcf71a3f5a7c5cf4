// The parts of a variable that is a list.
#pragma once

#include <string_view>
#include <vector>

namespace treering::sim::job {

/// The parts between separators; empty ones do not count.
std::vector<std::string_view> parts_of(std::string_view text, char separator);

}  // namespace treering::sim::job
