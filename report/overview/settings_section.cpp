#include <utility>

#include <fmt/format.h>

#include "report/overview/advice.h"
#include "report/overview/sections.h"

namespace treering::report::overview {
namespace {

constexpr std::size_t kLongText = 1500;

void add_form(const app::overview::SettingsForm& form, Section& section) {
  if (form.text.empty()) {
    section.blocks.emplace_back(
        document::Code{fmt::format("Why there is no {}", form.name), form.refusal + "\n", true});
    return;
  }
  section.blocks.emplace_back(document::Code{form.name, form.text, form.text.size() > kLongText});
  section.blocks.emplace_back(document::Items{{{"To undo it:", form.undo + "."}}});
}

}  // namespace

Section settings_section(const OverviewReport& report) {
  Section section{"settings", "What to set, and how to undo it", {}};
  if (report.settings.empty()) {
    section.blocks.emplace_back(document::Paragraph{
        "NCCL chooses no algorithm for these collectives, so there is nothing to set."});
    return section;
  }
  if (is_contradicted(report)) {
    section.blocks.emplace_back(document::Paragraph{
        "None is given: it would make NCCL take what predictions advise, and at some of these "
        "sizes the runs of this report show that it takes longer. treering tune finds what is "
        "faster here, and writes that."});
    return section;
  }
  section.blocks.emplace_back(document::Paragraph{
      is_anything_advised(report)
          ? "Each form makes NCCL take what is advised. That is a prediction: run the job with and "
            "without it, and keep what is faster."
          : "Nothing needs to be set. A form that is here all the same pins NCCL's present "
            "choices, for whoever does not want them to change with its version."});
  for (const auto& form : report.settings) add_form(form, section);
  return section;
}

}  // namespace treering::report::overview
