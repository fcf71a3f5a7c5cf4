// The report on a job as a document: its tables, its charts, its sections, and the whole.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/check.h"
#include "app/overview/overview.h"
#include "report/charts/chart.h"
#include "report/document/document.h"

namespace treering::report::overview {

// The tables of a report.

/// By size: NCCL's own choice, what is advised, and what that gains.
document::Table ranges_table(const app::overview::CollectivePart& part);

/// Where another candidate becomes the fastest.
document::Table crossovers_table(const app::overview::CollectivePart& part);

/// From the wires down to the busbw of the fastest. \pre there is a ceiling for that index
document::Table ceiling_table(const app::overview::OverviewReport& report, std::size_t index);

/// Every line of the charts, size by size.
document::Table curves_table(const app::overview::CollectivePart& part);

document::Table measured_table(const app::overview::CollectivePart& part);

document::Table compared_table(const app::measuring::CompareReport& compared);

// The charts of a collective.

/// \param index of the collective in the report. \pre its curves have points
charts::Chart chart_of(const app::overview::OverviewReport& report, std::size_t index,
                       charts::Quantity quantity);

/// busbw of NCCL's own choice with its band, the bound, and the measured series that counts most.
/// Nothing without a curve: for one size, and for what moves no data.
std::optional<charts::Chart> small_chart_of(const app::overview::OverviewReport& report,
                                            std::size_t index);

// The sections of a report. Those that may have nothing to say are nothing then.

using app::overview::OverviewReport;
using document::Section;

Section short_section(const OverviewReport& report);
Section machine_section(const OverviewReport& report);
/// Of the collective with that index.
Section collective_section(const OverviewReport& report, std::size_t index);
/// Whether the figures are normal: published runs, and where busbw is lost.
std::optional<Section> normal_section(const OverviewReport& report);
/// The same of a check. \param check null: there is none
std::optional<Section> normal_section(const app::CheckReport* check,
                                      const std::vector<app::PublishedBeside>& published,
                                      const std::vector<app::MeasuredLoss>& losses);
std::optional<Section> compared_section(const OverviewReport& report);
std::optional<Section> agreement_section(const OverviewReport& report);
std::optional<Section> unmeasured_section(const OverviewReport& report);
std::optional<Section> notes_section(const OverviewReport& report);
std::optional<Section> settings_section(const OverviewReport& report);

// The report on a job as a document: what in short, the machine, each collective, whether runs
// agree, what is missing, what to set and how to undo it, and how to make the report again.

document::Document document_of(const app::overview::OverviewReport& report,
                               const document::DocumentContext& context);

}  // namespace treering::report::overview
