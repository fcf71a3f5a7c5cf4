// JSON and CSV of `treering simulate --groups`; docs/json.md describes the fields.
#pragma once

#include <string>

#include "app/simulate_groups.h"

namespace treering::cli {

std::string groups_json(const app::SimulateGroupsReport& report);
/// A line for each kind of group.
std::string groups_csv(const app::SimulateGroupsReport& report);

}  // namespace treering::cli
