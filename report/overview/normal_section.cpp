#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "report/findings/normal_text.h"
#include "report/findings/words.h"
#include "report/overview/document_of.h"
#include "report/overview/words.h"
#include "report/prediction/ceiling_text.h"

namespace treering::report::overview {
namespace {

document::Table published_table(const std::vector<app::PublishedBeside>& published) {
  document::Table table{"Published runs with as many of these GPUs on as many nodes",
                        {{"collective", false},
                         {"size"},
                         {"published busbw (GB/s)"},
                         {"80 % expected here (GB/s)"},
                         {"measured here (GB/s)"},
                         {"NCCL", false},
                         {"run", false},
                         {"source", false}},
                        {}};
  for (const app::PublishedBeside& one : published) {
    const auto& run = one.figure.run;
    table.rows.push_back(
        {std::string(core::name_of(one.figure.collective)), core::format_size(one.figure.bytes),
         rate_text(one.figure.busbw), findings::band_text(one), findings::measured_beside(one),
         run.nccl_version.empty() ? "-" : run.nccl_version, findings::run_text(run), run.source});
  }
  return table;
}

document::Table loss_table(const app::MeasuredLoss& loss) {
  document::Table table{
      fmt::format("busbw of {} at {}, from the wires down to the run",
                  core::name_of(loss.collective), core::format_size(loss.ceiling.bytes)),
      {{"GB/s"},
       {fmt::format("of {} (%)", prediction::allowed_text(loss.ceiling))},
       {"what it is", false}},
      {}};
  const auto lines = findings::loss_lines(loss);
  for (const auto& line : lines) {
    table.rows.push_back({rate_text(line.busbw),
                          fmt::format("{:.0f}", 100 * (line.busbw / lines.front().busbw)),
                          line.text});
  }
  return table;
}

document::Callout verdict_of(const app::CheckReport& check) {
  document::Callout callout;
  const bool is_doubtful =
      !findings::is_judged(check) || check.check.slow_end() || !check.bad_choices.empty();
  callout.tone = check.is_odd  ? document::Tone::Bad
                 : is_doubtful ? document::Tone::Doubt
                               : document::Tone::Good;
  callout.headline = findings::verdict(check);
  callout.headline.front() =
      static_cast<char>(callout.headline.front() >= 'a' && callout.headline.front() <= 'z'
                            ? callout.headline.front() - 'a' + 'A'
                            : callout.headline.front());
  return callout;
}

void add_causes(const app::CheckReport& check, Section& section) {
  if (check.check.nearest) {
    section.blocks.emplace_back(document::Paragraph{findings::no_cause_text(check.check)});
  }
  if (check.check.causes.empty()) return;
  document::Items items;
  for (const auto& cause : check.check.causes) {
    items.items.push_back(
        {"",
         fmt::format("{}. Look at: {}.", findings::cause_text(check.check, cause), cause.look_at)});
  }
  section.blocks.emplace_back(document::Paragraph{findings::causes_lead(check.check)});
  section.blocks.emplace_back(std::move(items));
}

}  // namespace

std::optional<Section> normal_section(const app::CheckReport* check,
                                      const std::vector<app::PublishedBeside>& published,
                                      const std::vector<app::MeasuredLoss>& losses) {
  if (check == nullptr && published.empty()) return std::nullopt;
  Section section{"normal", "Is my number normal?", {}};
  if (check != nullptr) {
    section.blocks.emplace_back(verdict_of(*check));
    if (check->check.plateau) {
      section.blocks.emplace_back(document::Paragraph{findings::plateau_text(*check)});
    }
    add_causes(*check, section);
    for (const app::BadChoice& one : check->bad_choices) {
      section.blocks.emplace_back(document::Paragraph{findings::bad_choice_text(one)});
    }
    for (const auto& one : check->forced) {
      section.blocks.emplace_back(document::Paragraph{findings::forced_text(one)});
    }
  }
  for (const app::MeasuredLoss& loss : losses) {
    section.blocks.emplace_back(document::Paragraph{findings::loss_sentence(loss)});
    if (std::string port = findings::port_sentence(loss); !port.empty()) {
      section.blocks.emplace_back(document::Paragraph{std::move(port)});
    }
    if (findings::has_steps(loss)) section.blocks.emplace_back(loss_table(loss));
  }
  if (!published.empty()) {
    const std::string sentence = findings::published_sentence(published);
    if (!sentence.empty()) section.blocks.emplace_back(document::Paragraph{sentence});
    section.blocks.emplace_back(published_table(published));
  } else {
    section.blocks.emplace_back(document::Paragraph{findings::nothing_published_sentence()});
  }
  return section;
}

std::optional<Section> normal_section(const OverviewReport& report) {
  return normal_section(report.check ? &*report.check : nullptr, report.published, report.losses);
}

}  // namespace treering::report::overview
