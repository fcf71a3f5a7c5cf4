// What a healthy machine reaches and the floors below which it is faulty, as text; and measured
// rows beside such floors.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/atlas.h"
#include "app/check_floors.h"
#include "app/expect.h"
#include "report/display.h"

namespace treering::report::prediction {

/// \param is_quiet the rows alone
std::string expect_text(const app::ExpectReport& report, bool is_quiet, const Display& display);

std::string check_floors_text(const app::CheckFloorsReport& report, bool is_quiet,
                              const Display& display);

// An atlas in Markdown: "is my number normal?" answered without installing anything.

/// A page for a machine: a table over nodes, collectives and sizes.
std::string atlas_page(const app::Atlas& atlas);

/// The page that names all others, each "NAME.md" beside it. \param pages name and description
std::string atlas_index(const std::vector<std::pair<std::string, std::string>>& pages);

}  // namespace treering::report::prediction
