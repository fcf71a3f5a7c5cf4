#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/figures.h"
#include "report/findings/words.h"

namespace treering::report::findings {
namespace {

// Choices of NCCL's own that another way is expected to beat.

using app::BadChoice;
using tuner::check::BetterChoice;

/// "all_reduce of 1 MiB took 912.30 us by Ring/LL, and Tree/Simple is expected to take 174.20 us,
/// 2.7 to 6.1 times as fast four times of five".
std::string better_phrase(const BetterChoice& better) {
  return fmt::format(
      "{} of {} took {} us by {}, and {} is expected to take {} us, {:.1f} to {:.1f} times as fast "
      "four times of five",
      core::name_of(better.collective), core::format_size(better.bytes),
      time_figure(better.measured), text_of(better.usual), text_of(better.way),
      time_figure(better.expected), better.low, better.high);
}

/// ", and likewise at 2 more of 21 sizes, 512 KiB to 1 MiB"; empty of one size.
std::string more_sizes(const BetterChoice& better) {
  if (better.at.size() < 2) return "";
  return fmt::format(", and likewise at {} more of {} sizes, {} to {}", better.at.size() - 1,
                     better.of_sizes, core::format_size(better.at.front()),
                     core::format_size(better.at.back()));
}

std::string risk_of_setting(const BadChoice& bad) {
  constexpr double kNoLoss = 0.999;
  const std::string_view all = bad.is_for_all_collectives
                                   ? ", and for every collective, as this NCCL has one list for all"
                                   : "";
  const std::string loss =
      bad.least >= kNoLoss
          ? ""
          : fmt::format("; at {} {} is expected to take {:.2f} times as long with it",
                        core::format_size(bad.least_at), core::name_of(bad.better.collective),
                        1 / bad.least);
  return fmt::format("Risk: it holds for every size and every communicator of the process{}{}.",
                     all, loss);
}

}  // namespace

std::string bad_choices_verdict(const app::CheckReport& report) {
  const BadChoice& most = report.bad_choices.front();
  std::vector<std::string_view> others;
  for (const BadChoice& one : report.bad_choices) {
    if (&one != &most) others.push_back(core::name_of(one.better.collective));
  }
  std::string text =
      fmt::format("as expected, and NCCL's choice is bad: {}{}{}", better_phrase(most.better),
                  more_sizes(most.better),
                  others.empty() ? "" : fmt::format("; likewise {}", fmt::join(others, ", ")));
  if (most.setting.empty() && !most.loads_plugin) return text;
  return fmt::format("{}; {} would change it, at the risk below", text,
                     most.setting.empty() ? "a tuner file" : most.setting);
}

std::string bad_choice_text(const BadChoice& bad) {
  const std::string lead =
      fmt::format("NCCL's choice for {}: {}{}.", core::name_of(bad.better.collective),
                  better_phrase(bad.better), more_sizes(bad.better));
  if (!bad.setting.empty()) {
    return fmt::format(
        "{} {} makes NCCL take a way there that is expected to be {:.1f} times as fast. {} Time "
        "your job with it and without it.",
        lead, bad.setting, bad.gain, risk_of_setting(bad));
  }
  const std::string none =
      lead + " No one value of NCCL_ALGO and NCCL_PROTO gains that without a loss at other sizes";
  if (!bad.loads_plugin) return none + ", and this NCCL loads no plugin that chooses by size.";
  return none +
         ". treering export with ⟨to⟩ tuner-csv writes choices by size for a tuner plugin "
         "(NCCL_TUNER_PLUGIN). Risk: the plugin then answers for every call of every communicator "
         "of the process. Time your job with it and without it.";
}

}  // namespace treering::report::findings
