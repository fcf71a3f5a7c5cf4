#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "report/figures.h"
#include "report/overview/advice.h"
#include "report/overview/document_of.h"
#include "report/overview/words.h"

namespace treering::report::overview {
namespace {

using app::overview::FormReach;
using app::overview::SettingsForm;

constexpr std::size_t kLongText = 1500;

std::string sizes_of(const std::vector<app::overview::SizeRange>& ranges) {
  std::vector<std::string> texts;
  for (const auto& range : ranges)
    texts.push_back(sizes_text(range.first, range.last, range.below));
  return joined(texts);
}

/// "all_reduce as advised at 2 MiB, but not at 4 KiB and 64 MiB to 16 GiB".
std::string reach_text(const FormReach& reach) {
  const std::string name(core::name_of(reach.collective));
  if (reach.left.empty()) return name + " as advised at every size above";
  if (reach.reached.empty()) return name + " nowhere as advised";
  return fmt::format("{} as advised at {}, but not at {}", name, sizes_of(reach.reached),
                     sizes_of(reach.left));
}

void add_reach(const SettingsForm& form, document::Items& items) {
  if (!form.caveat.empty()) items.items.push_back({"Careful:", form.caveat + "."});
  if (form.reach.empty()) return;
  std::vector<std::string> texts;
  for (const FormReach& reach : form.reach) texts.push_back(reach_text(reach));
  items.items.push_back({"With it NCCL carries", joined(texts) + "."});
}

void add_form(const SettingsForm& form, Section& section) {
  if (form.text.empty()) {
    section.blocks.emplace_back(
        document::Code{fmt::format("Why there is no {}", form.name), form.refusal + "\n", true});
    return;
  }
  section.blocks.emplace_back(document::Code{form.name, form.text, form.text.size() > kLongText});
  document::Items items;
  add_reach(form, items);
  items.items.push_back({"To undo it:", form.undo + "."});
  section.blocks.emplace_back(std::move(items));
}

/// What all forms have in common.
std::string forms_text(const OverviewReport& report) {
  if (!is_anything_advised(report)) {
    return "Nothing needs to be set. A form that is here all the same pins NCCL's present choices, "
           "for whoever does not want them to change with its version.";
  }
  const bool is_all_reached = std::ranges::all_of(report.settings, [](const SettingsForm& form) {
    return form.text.empty() || is_fully_reached(form);
  });
  return fmt::format(
      "{} {}",
      is_all_reached ? "Each form makes NCCL take what is advised."
                     : "Not every form makes NCCL take all that is advised: below each stands "
                       "where it does.",
      is_doubtful(report)
          ? "That is a prediction, and in doubt: measure with and without it before you set it."
          : "That is a prediction: run the job with and without it, and keep what is faster.");
}

}  // namespace

std::optional<Section> settings_section(const OverviewReport& report) {
  Section section{"settings", "What to set, and how to undo it", {}};
  if (report.repair_first) {
    section.blocks.emplace_back(
        document::Paragraph{fmt::format("None is given: {}.", repair_text(*report.repair_first))});
    return section;
  }
  if (report.settings.empty()) return std::nullopt;
  if (is_contradicted(report)) {
    section.blocks.emplace_back(document::Paragraph{
        "None is given: it would make NCCL take what predictions advise, and at some of these "
        "sizes the runs of this report show that it takes longer. treering tune finds what is "
        "faster here, and writes that."});
    return section;
  }
  section.blocks.emplace_back(document::Paragraph{forms_text(report)});
  const std::size_t before = section.blocks.size();
  for (const auto& form : report.settings) {
    // Where nothing is to be set, nobody asks why a form cannot say it.
    if (!form.text.empty() || is_anything_advised(report)) add_form(form, section);
  }
  if (section.blocks.size() == before) return std::nullopt;
  return section;
}

}  // namespace treering::report::overview
