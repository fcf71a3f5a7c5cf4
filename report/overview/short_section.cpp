#include <fmt/format.h>

#include "app/setup/guesses.h"
#include "core/unit_text.h"
#include "report/findings/check_words.h"
#include "report/overview/advice.h"
#include "report/overview/sections.h"
#include "report/overview/words.h"

namespace treering::report::overview {
namespace {

/// Headlines of those that say the same stand together.
std::vector<document::Item> headlines(const OverviewReport& report) {
  std::vector<document::Item> items;
  for (std::size_t i = 0; i < report.collectives.size(); ++i) {
    const std::string name(core::name_of(report.collectives[i].collective));
    std::string headline = headline_of(report, i);
    if (!items.empty() && items.back().text == headline + ".") {
      items.back().lead.pop_back();
      items.back().lead += ", " + name + ":";
      continue;
    }
    items.push_back({name + ":", std::move(headline) + "."});
  }
  return items;
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
  document::Items items{headlines(report)};
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
