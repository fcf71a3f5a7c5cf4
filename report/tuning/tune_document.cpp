#include "report/tuning/tune_document.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "report/figures.h"
#include "report/tuning/tune_text.h"

namespace treering::report::tuning {
namespace {

using app::tuning::Choice;
using app::tuning::Curves;
using app::tuning::Reason;
using app::tuning::TuneReport;
using app::tuning::WayPoint;
using document::Callout;
using document::Items;
using document::Paragraph;
using document::Section;
using document::Table;
using document::Tone;

/// Whichever is likelier.
std::string others_text(double chance_fastest) {
  if (chance_fastest >= 0.5) {
    return fmt::format("Nothing else is faster by more than 2 %, with a chance of {}.",
                       chance_text(chance_fastest));
  }
  return fmt::format("Another way may be faster still by more than 2 %, with a chance of {}.",
                     chance_text(1 - chance_fastest));
}

/// What would settle a choice that is not.
std::string remedy_text(tuner::tune::Ending ending) {
  switch (ending) {
    case tuner::tune::Ending::Settled:
      return "No launch is left that would settle it: its times lie too far apart, or --launches "
             "allows too few.";
    case tuner::tune::Ending::Spent:
      return "A larger budget may.";
    case tuner::tune::Ending::Stopped:
      return "The same command goes on.";
  }
  return "";
}

/// The times that are believed of a way at a size; null: none are.
const app::tuning::Times* believed(const TuneReport& report, const Choice& one,
                                   const sim::Way& way) {
  const auto curves = std::ranges::find(report.curves, one.collective, &Curves::collective);
  if (curves == report.curves.end()) return nullptr;
  const auto curve = std::ranges::find(curves->ways, way, &app::tuning::WayCurve::way);
  if (curve == curves->ways.end()) return nullptr;
  const auto point = std::ranges::find(curve->points, one.to_bytes, &WayPoint::bytes);
  return point == curve->points.end() ? nullptr : &point->believed;
}

/// At its largest size: "1 MiB takes 94.7 ms, with the library's own choice 107 ms."
std::string times_text(const TuneReport& report, const Choice& one) {
  const bool has_time = one.reason != Reason::Untimed && one.reason != Reason::Unmeasured &&
                        one.reason != Reason::AllFailed;
  if (!has_time) return "";
  const auto* const chosen = believed(report, one, one.way);
  if (chosen == nullptr) return "";
  const auto text = [](const app::tuning::Times& times) {
    return short_time(core::Duration::from_us(times.us));
  };
  std::string sentence = fmt::format("{} takes {}", core::format_size(one.to_bytes), text(*chosen));
  const auto* const usual = believed(report, one, {});
  if (!one.way.is_default() && usual != nullptr) {
    sentence += fmt::format(", with the library's own choice {}", text(*usual));
  }
  return sentence + ".";
}

Callout callout_of(const Choice& one, tuner::tune::Ending ending) {
  const std::string where =
      fmt::format("{}, {}", name_of(one.collective), sizes_text(one.from_bytes, one.to_bytes));
  const std::string sure = one.chance_fastest ? others_text(*one.chance_fastest) : "";
  switch (one.reason) {
    case Reason::Faster:
      return {Tone::Good,
              fmt::format("{}: use {}, {:.2f} times as fast as the library's own choice", where,
                          way_text(one.way), one.gain->mean),
              fmt::format("{:.2f} to {:.2f} times at 80 %. Fresh launches, which had no part in "
                          "choosing it, confirmed it. {}",
                          one.gain->low, one.gain->high, sure)};
    case Reason::Undecided:
      return {Tone::Doubt, where + ": keep the library's own choice; it is undecided",
              "Something may be faster, but what was measured does not confirm it. " +
                  remedy_text(ending)};
    case Reason::Untimed:
      return {Tone::Doubt, where + ": keep the library's own choice; it is undecided",
              "The ranks never started its calls together, so that nothing can be compared with "
              "it. A processor for each rank, or longer calls, would help."};
    case Reason::Unmeasured:
      return {Tone::Doubt, where + ": not measured", remedy_text(ending)};
    case Reason::AllFailed:
      return {Tone::Bad, where + ": every way failed", "There is no time to choose by."};
    case Reason::Tie:
      return {Tone::Plain, where + ": keep the library's own choice", sure};
    case Reason::Fastest:
    case Reason::OnlyWay:
    case Reason::NoChoice:
      return {Tone::Plain, where + ": " + way_text(one.way), why_text(one.reason) + "."};
  }
  return {};
}

Table choices_table(const TuneReport& report) {
  Table table{"What to use at each size",
              {{"collective", false},
               {"from"},
               {"to"},
               {"use", false},
               {"gain"},
               {"80 % interval"},
               {"confidence (%)"},
               {"cells measured"},
               {"why", false}},
              {}};
  for (const Choice& one : report.choices) table.rows.push_back(choice_cells(one));
  return table;
}

Section short_section(const TuneReport& report) {
  Section section{"short", "In short", {}};
  if (report.is_emulated()) {
    section.blocks.emplace_back(Callout{Tone::Bad, "These GPUs are emulated",
                                        "No figure of this page was measured on a GPU."});
  }
  for (const Choice& one : report.choices) {
    Callout callout = callout_of(one, report.ending);
    const std::string times = times_text(report, one);
    if (!callout.text.empty() && !times.empty()) callout.text += " ";
    callout.text += times;
    section.blocks.emplace_back(std::move(callout));
  }
  if (!report.choices.empty()) section.blocks.emplace_back(choices_table(report));
  if (std::string between = between_ranges_text(report.choices); !between.empty()) {
    section.blocks.emplace_back(Paragraph{std::move(between)});
  }
  if (report.guesses.empty()) return section;
  section.blocks.emplace_back(Paragraph{"Best guess, not confirmed; no recommendation:"});
  std::vector<std::string> texts;
  for (const auto& one : report.guesses) texts.push_back(guess_text(one) + ".");
  section.blocks.emplace_back(document::items_of(texts));
  return section;
}

std::string us_text(double us) {
  return significant(us, 4);
}

std::vector<std::string> cell_row(const std::string& way, const WayPoint& point) {
  const auto& shown = point.measured_us;
  return {core::format_size(point.bytes),
          way,
          shown.empty() ? "-" : us_text(point.measured().us),
          fmt::format("{}", shown.size()),
          us_text(point.believed.us),
          us_text(point.believed.low_us) + ".." + us_text(point.believed.high_us)};
}

/// Every way at every size.
Table cells_table(const Curves& curves) {
  Table table{"Every way at every size",
              {{"size"},
               {"way", false},
               {"measured (us)"},
               {"launches"},
               {"believed (us)"},
               {"80 % interval"}},
              {},
              true};
  for (const auto& curve : curves.ways) {
    for (const WayPoint& point : curve.points) {
      table.rows.push_back(cell_row(way_text(curve.way), point));
    }
  }
  return table;
}

Section collective_section(const TuneReport& report, std::size_t index) {
  const std::string name(core::name_of(report.curves[index].collective));
  Section section{fmt::format("{}-{}", name, index), name, {}};
  section.blocks.emplace_back(chart_of(report, index, charts::Quantity::Time));
  if (core::bus_factor(report.curves[index].collective, report.ranks) > 0) {
    section.blocks.emplace_back(chart_of(report, index, charts::Quantity::Busbw));
  }
  section.blocks.emplace_back(cells_table(report.curves[index]));
  return section;
}

Table outcomes_table(const TuneReport& report) {
  Table table{"Values that were tried, each alone, beside NCCL's own choice",
              {{"collective", false},
               {"variable", false},
               {"from"},
               {"to"},
               {"gain"},
               {"80 % interval"},
               {"confidence (%)"},
               {"pairs of launches"},
               {"verdict", false}},
              {}};
  for (const auto& one : report.outcomes) table.rows.push_back(outcome_cells(one));
  return table;
}

Section variables_section(const TuneReport& report) {
  Section section{"variables", "Variables of new communicators", {}};
  section.blocks.emplace_back(document::items_of(knob_texts(report)));
  if (report.outcomes.empty()) return section;
  section.blocks.emplace_back(outcomes_table(report));
  const std::string settings = settings_text(report);
  if (settings.empty()) {
    section.blocks.emplace_back(
        Paragraph{"No value is known to be faster: leave these variables as they are."});
  } else {
    section.blocks.emplace_back(document::Code{"What to set, and how to undo it", settings});
  }
  return section;
}

std::optional<Section> unmeasured_section(const TuneReport& report) {
  Items items;
  for (const Curves& one : report.curves) {
    if (one.measured == one.cells) continue;
    items.items.push_back(
        {fmt::format("{} of {} cells of {}:", one.cells - one.measured, one.cells,
                     name_of(one.collective)),
         report.ending == tuner::tune::Ending::Settled && !report.has_undecided()
             ? "what they take would change no choice, by all that is known."
             : "measuring ended first: those that seemed to matter most came first."});
  }
  if (items.items.empty()) return std::nullopt;
  return Section{"unmeasured", "What was not measured, and why", {std::move(items)}};
}

Section commands_section(const document::DocumentContext& context) {
  Section section{"again", "How to use it, and how to make it again", {}};
  for (const auto& command : context.commands) {
    section.blocks.emplace_back(document::Code{command.what, command.line + "\n"});
  }
  return section;
}

Section reading_section(const TuneReport& report) {
  Section section{"reading", "How to read this", {}};
  Items items;
  items.items = {
      {"Gain:",
       "time of the library's own choice over that of the way, the geometric mean over the "
       "sizes."},
      {"Confidence:",
       "of a way that is faster, the chance that it is faster than the library's own choice; of "
       "what is kept, the chance that no other way is faster by more than 2 %; at the least sure "
       "size."},
      {"80 % band:",
       "the time of a way, over launches, lies in it with a chance of 80 %, as far as "
       "the model's errors are smooth over the size."},
      {"default:", "the library's own choice: nothing is forced."}};
  if (!report.expected_from.empty()) {
    items.items.push_back({"Expected by:", report.expected_from + "."});
  }
  section.blocks.emplace_back(std::move(items));
  return section;
}

}  // namespace

document::Document document_of(const TuneReport& report, const document::DocumentContext& context) {
  document::Document document;
  document.title = report.library.empty() ? "Tuning" : "Tuning of " + report.library;
  document.subtitle = title_text(report) + "; " + effort_text(report);
  document.data = context.data;
  document.origin = context.origin;
  auto& sections = document.sections;
  sections.push_back(short_section(report));
  for (std::size_t i = 0; i < report.curves.size(); ++i) {
    if (!report.curves[i].ways.empty()) sections.push_back(collective_section(report, i));
  }
  if (!report.knobs.empty() || !report.outcomes.empty()) {
    sections.push_back(variables_section(report));
  }
  if (auto unmeasured = unmeasured_section(report)) sections.push_back(*std::move(unmeasured));
  if (!report.notes.empty()) {
    sections.push_back({"notes", "Notes", {document::items_of(report.notes)}});
  }
  sections.push_back(commands_section(context));
  sections.push_back(reading_section(report));
  return document;
}

}  // namespace treering::report::tuning
