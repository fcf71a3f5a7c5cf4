#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/units.h"
#include "report/tuning/tune_text.h"

namespace treering::report::tuning {
namespace {

using app::tuning::Choice;
using app::tuning::Guess;
using app::tuning::Reason;
using app::tuning::TuneReport;
using tuner::tune::Ending;

std::string ending_text(const TuneReport& report) {
  switch (report.ending) {
    case Ending::Settled:
      return report.has_undecided() ? "no launch is left that would settle what is undecided"
                                    : "all choices are settled";
    case Ending::Spent:
      return "the budget is spent, and not all choices are settled";
    case Ending::Stopped:
      return "stopped before all choices were settled";
  }
  return "";
}

bool has_way(const Choice& one) {
  return one.reason != Reason::AllFailed && one.reason != Reason::Unmeasured;
}

}  // namespace

std::string way_text(const sim::Way& way) {
  if (way.is_default()) return "default";
  return tuner::measure::forced_text(way);
}

std::string sizes_text(std::uint64_t from_bytes, std::uint64_t to_bytes) {
  const std::string from = core::format_size(from_bytes);
  return from_bytes == to_bytes ? from : from + " to " + core::format_size(to_bytes);
}

std::string why_text(Reason reason) {
  switch (reason) {
    case Reason::Faster:
      return "faster than the library's own choice, confirmed";
    case Reason::Tie:
      return "nothing is faster by more than a tie";
    case Reason::Undecided:
      return "undecided: nothing faster is confirmed";
    case Reason::Untimed:
      return "undecided: the library's own choice could not be timed";
    case Reason::Fastest:
      return "the fastest; the library's own choice has no time";
    case Reason::OnlyWay:
      return "the only way that there is a result of";
    case Reason::NoChoice:
      return "there is no other way";
    case Reason::Unmeasured:
      return "not measured: a larger budget may";
    case Reason::AllFailed:
      return "every way failed";
  }
  return "";
}

std::vector<std::string> choice_cells(const Choice& one) {
  return {std::string(name_of(one.collective)),
          core::format_size(one.from_bytes),
          core::format_size(one.to_bytes),
          has_way(one) ? way_text(one.way) : "-",
          one.gain ? fmt::format("{:.2f} x", one.gain->mean) : "-",
          one.gain ? fmt::format("{:.2f}..{:.2f}", one.gain->low, one.gain->high) : "-",
          one.confidence ? fmt::format("{:.0f}", std::floor(100 * *one.confidence)) : "-",
          fmt::format("{}", one.measured),
          why_text(one.reason)};
}

std::string chance_text(double chance) {
  constexpr double kMost = 0.99;
  return chance > kMost ? "more than 99 %" : fmt::format("{:.0f} %", std::floor(100 * chance));
}

std::string guess_text(const Guess& one) {
  return fmt::format(
      "{}, {}: {}, {:.2f} times as fast as what is chosen in the mean, {:.2f} to {:.2f} at 80 %; "
      "at its least sure size faster at all with a chance of {}",
      name_of(one.collective), sizes_text(one.from_bytes, one.to_bytes), way_text(one.way),
      one.gain.mean, one.gain.low, one.gain.high, chance_text(one.chance));
}

std::string between_ranges_text(const std::vector<Choice>& choices) {
  const auto next = std::ranges::adjacent_find(choices, {}, &Choice::collective);
  if (next == choices.end()) return "";
  return "Sizes between two ranges were not measured: keep the library's own choice there, as "
         "exported settings do.";
}

std::string title_text(const TuneReport& report) {
  const std::string library = report.library.empty() ? "" : " (" + report.library + ")";
  return fmt::format("{} with {}{} on {} of {}",
                     report.is_emulated() ? "tuned on emulated GPUs, not measured," : "tuned",
                     report.runner, library, core::counted(report.ranks, "rank"),
                     core::counted(report.nodes, "node"));
}

std::string effort_text(const TuneReport& report) {
  const double share = report.exhaustive == 0 ? 0
                                              : 100 * static_cast<double>(report.measured) /
                                                    static_cast<double>(report.exhaustive);
  return fmt::format("{} in place of {} of a whole sweep ({:.0f} %): {}",
                     core::counted(static_cast<int>(report.measured), "measurement"),
                     report.exhaustive, share, ending_text(report));
}

}  // namespace treering::report::tuning
