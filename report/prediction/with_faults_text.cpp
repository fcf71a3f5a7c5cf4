#include <fmt/format.h>

#include "core/call.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/prediction/recommend_text.h"

namespace treering::report::prediction {
namespace {

using app::advice::FaultyChoice;
using app::advice::WithFaultsReport;

std::string name_of(const FaultyChoice& one) {
  return text_of(one.way);
}

/// "61.20 us (55.10 us without what is tried)".
std::string times_text(const FaultyChoice& one) {
  std::string with = core::format_duration(one.with);
  if (!one.without) return with;
  const std::string without = core::format_duration(*one.without);
  if (!is_shorter(one.with, *one.without)) {
    return fmt::format("{} ({} without what is tried)", with, without);
  }
  const std::string name = name_of(one);
  return fmt::format("{} (shorter than the {} without what is tried: {})", with, without,
                     why_shorter({name, one.way.channels}, {name, one.channels_without}));
}

std::string own_sentence(const WithFaultsReport& report) {
  const FaultyChoice& own = report.choices.front();
  return fmt::format("{} of {} with {}, {}, takes {}, simulated.",
                     core::name_of(report.call.collective), core::format_size(report.call.bytes),
                     report.is_changed ? "what NCCL now takes" : "NCCL's own choice", name_of(own),
                     times_text(own));
}

std::string other_sentence(const WithFaultsReport& report) {
  if (report.choices.size() < 2) return " NCCL offers no other algorithm for it.";
  const FaultyChoice& other = report.choices[1];
  const double gain = report.choices.front().with / other.with;
  const std::string name = name_of(other);
  if (app::advice::worth_setting(report) != nullptr) {
    return fmt::format(
        " {} takes {}: {:.2f} times as fast.{} NCCL_ALGO={} sets it, for calls of all "
        "sizes.",
        name, times_text(other), gain,
        app::advice::is_due_to_faults(report)
            ? ""
            : " That is not due to what is tried: it is so without, too.",
        other.way.algorithm);
  }
  return fmt::format(" The next, {}, takes {}{}.", name, times_text(other),
                     gain > 1 ? ", too little less to set it" : "");
}

}  // namespace

bool is_shorter(core::Duration with, core::Duration without) {
  constexpr double kSeen = 0.995;  // of the time: two digits behind the point show less
  return with / without < kSeen;
}

std::string why_shorter(const CarriedBy& with, const CarriedBy& without) {
  const std::string channels = core::counted(with.channels, "channel");
  if (with.way != without.way) {
    return fmt::format("NCCL plans anew: {} by {} in place of {} by {}", with.way, channels,
                       without.way, without.channels);
  }
  if (with.channels != without.channels) {
    return fmt::format("NCCL plans anew: {} in place of {}", channels, without.channels);
  }
  return fmt::format("NCCL plans anew, again with {}, by other ways", channels);
}

WithFaultsWords with_faults_words(const WithFaultsReport& report) {
  const FaultyChoice& own = report.choices.front();
  const FaultyChoice* const better = app::advice::worth_setting(report);
  WithFaultsWords words;
  words.headline =
      better == nullptr
          ? fmt::format("With what is tried: leave NCCL its choice, {}", name_of(own))
          : fmt::format("{}: {} in place of {}",
                        app::advice::is_due_to_faults(report) ? "With what is tried"
                                                              : "With what is tried as without it",
                        name_of(*better), name_of(own));
  words.answer = own_sentence(report) + other_sentence(report);
  words.caveat =
      "This is of a job that starts so: NCCL does not find what is down, and chooses anew; it does "
      "not know what is only slow. Each algorithm has the protocol that NCCL takes for it. The "
      "times are those of the simulator, not of the cost model.";
  return words;
}

}  // namespace treering::report::prediction
