#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/findings/words.h"
#include "report/overview/advice.h"
#include "report/overview/document_of.h"
#include "report/overview/words.h"

namespace treering::report::overview {
namespace {

using app::overview::KeyFigure;

/// busbw falls as the time rises.
core::Bandwidth rate_at(const KeyFigure& one, core::Duration time) {
  return one.busbw * (one.time / time);
}

std::string value_text(const KeyFigure& one, core::Duration time) {
  return one.is_rate ? rate_text(rate_at(one, time)) + " GB/s" : short_time(time);
}

std::string likely_text(const KeyFigure& one) {
  const auto& within = *one.within;
  if (!one.is_rate) return short_times(within.low, within.high);
  return fmt::format("{} to {} GB/s", rate_text(rate_at(one, within.high)),
                     rate_text(rate_at(one, within.low)));
}

/// "measured; expected 126 GB/s, ", or nothing.
std::string expected_text(const KeyFigure& one) {
  if (!one.is_measured()) return "";
  return fmt::format("measured; expected {}, ", value_text(one, *one.expected));
}

/// "4 of 5 runs 298 to 400 GB/s; 68 % of the wires".
std::string detail_text(const KeyFigure& one) {
  std::vector<std::string> parts;
  if (one.within) parts.push_back(expected_text(one) + "4 of 5 runs " + likely_text(one));
  if (one.is_rate && one.share_of_wires) {
    parts.push_back(fmt::format("{:.0f} % of the wires", 100 * *one.share_of_wires));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

document::Summary summary_of(const OverviewReport& report, std::size_t index) {
  const app::overview::CollectivePart& part = report.collectives[index];
  document::Summary summary{std::string(core::name_of(part.collective)),
                            {},
                            headline_of(report, index) + ".",
                            small_chart_of(report, index)};
  for (const KeyFigure& one : part.key_figures) {
    summary.figures.push_back(
        {core::format_size(one.bytes), value_text(one, one.time), detail_text(one)});
  }
  return summary;
}

document::Summaries summaries_of(const OverviewReport& report) {
  document::Summaries summaries;
  for (std::size_t i = 0; i < report.collectives.size(); ++i) {
    summaries.items.push_back(summary_of(report, i));
  }
  return summaries;
}

std::string name_of(const app::overview::SettingsForm& form) {
  if (is_fully_reached(form)) return form.name;
  return form.name + (form.caveat.empty() ? " (in part)" : " (for a plugin of your own)");
}

std::string settings_text(const OverviewReport& report) {
  if (report.repair_first) {
    return report.repair_first->is_other_machine
               ? "none is given, for the runs are not of this machine or this job."
               : "none is given, for the runs are to be repaired first.";
  }
  if (is_contradicted(report)) return "none is given, for the runs refute what predictions advise.";
  if (!is_anything_advised(report)) return "nothing needs to be set.";
  std::vector<std::string> written;
  for (const auto& form : report.settings) {
    if (!form.text.empty()) written.push_back(name_of(form));
  }
  if (written.empty()) return "no form that NCCL reads can say it; the reasons are below.";
  return fmt::format("{}the forms that NCCL reads are below: {}.",
                     is_doubtful(report) ? "measure first; " : "", joined(written));
}

}  // namespace

Section short_section(const OverviewReport& report) {
  Section section{"short", "In short", {}};
  section.blocks.emplace_back(summaries_of(report));
  document::Items items;
  if (report.check) {
    items.items.push_back({"Measured:", findings::verdict(*report.check) + "."});
  }
  if (report.compared) {
    items.items.push_back({"Before and after:", compared_text(*report.compared)});
  }
  if (app::setup::is_guess(report.times.job)) {
    items.items.push_back({"Careful:", "the machine is partly a guess, and so are the times."});
  }
  items.items.push_back({"Settings:", settings_text(report)});
  section.blocks.emplace_back(std::move(items));
  return section;
}

}  // namespace treering::report::overview
