// The pictures of docs/guides/ring-or-tree.md.
#pragma once

#include <string>
#include <vector>

#include "bench/rules/published.h"

namespace treering::bench {

/// Writes them into the folder.
void draw_pictures(const std::vector<PublishedTime>& published, const std::string& folder);

}  // namespace treering::bench
