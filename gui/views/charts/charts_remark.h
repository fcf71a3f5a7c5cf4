// What stands above the charts: why there are none, or what they leave out.
#pragma once

#include <QString>

#include "app/check.h"
#include "gui/models/session.h"

namespace treering::gui::views::charts {

/// Empty where there is nothing to say. \param shown what is measured beside the lines; null:
/// nothing
QString charts_remark(const models::Session& session, bool has_lines,
                      const app::CheckReport* shown);

}  // namespace treering::gui::views::charts
