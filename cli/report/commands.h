// The command lines that make a report's figures again.
#pragma once

#include <vector>

#include "app/overview/overview.h"
#include "cli/options/arguments.h"
#include "report/document/context.h"

namespace treering::cli {

/// \param arguments of the report
std::vector<report::document::Command> commands_for(const Arguments& arguments,
                                                    const app::overview::OverviewReport& report);

}  // namespace treering::cli
