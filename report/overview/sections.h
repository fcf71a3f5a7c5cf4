// The sections of a report. Those that may have nothing to say are nothing then.
#pragma once

#include <cstddef>
#include <optional>

#include "app/overview/overview.h"
#include "report/document/document.h"

namespace treering::report::overview {

using app::overview::OverviewReport;
using document::Section;

Section short_section(const OverviewReport& report);
Section machine_section(const OverviewReport& report);
/// Of the collective with that index.
Section collective_section(const OverviewReport& report, std::size_t index);
/// Whether the figures are normal: published runs, and where busbw is lost.
std::optional<Section> normal_section(const OverviewReport& report);
std::optional<Section> compared_section(const OverviewReport& report);
std::optional<Section> agreement_section(const OverviewReport& report);
std::optional<Section> unmeasured_section(const OverviewReport& report);
std::optional<Section> notes_section(const OverviewReport& report);
std::optional<Section> settings_section(const OverviewReport& report);

}  // namespace treering::report::overview
