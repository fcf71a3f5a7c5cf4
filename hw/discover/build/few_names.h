// A short list of names for a note.
#pragma once

#include <string>
#include <vector>

namespace treering::hw::discover::build {

/// "GPU 0, GPU 1, GPU 2, GPU 3 and 4 more".
std::string few_names(const std::vector<std::string>& names);

}  // namespace treering::hw::discover::build
