#include "report/prediction/with_faults_text.h"

#include <fmt/format.h>

#include "core/collective.h"
#include "core/unit_text.h"
#include "report/figures.h"

namespace treering::report::prediction {
namespace {

using app::advice::FaultyChoice;
using app::advice::WithFaultsReport;

std::string name_of(const FaultyChoice& one) {
  return choice_name(one.algorithm, one.protocol);
}

/// "61.20 us, 55.10 us without what is tried".
std::string times_text(const FaultyChoice& one) {
  std::string text = core::format_duration(one.with);
  if (one.without) {
    text += fmt::format(" ({} without what is tried)", core::format_duration(*one.without));
  }
  return text;
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
        " {} takes {}: {:.2f} times as fast. NCCL_ALGO={} sets it, for calls of all "
        "sizes.",
        name, times_text(other), gain, other.algorithm);
  }
  return fmt::format(" The next, {}, takes {}{}.", name, times_text(other),
                     gain > 1 ? ", too little less to set it" : "");
}

}  // namespace

WithFaultsWords with_faults_words(const WithFaultsReport& report) {
  const FaultyChoice& own = report.choices.front();
  const FaultyChoice* const better = app::advice::worth_setting(report);
  WithFaultsWords words;
  words.headline =
      better == nullptr
          ? fmt::format("With what is tried: leave NCCL its choice, {}", name_of(own))
          : fmt::format("With what is tried: {} in place of {}", name_of(*better), name_of(own));
  words.answer = own_sentence(report) + other_sentence(report);
  words.caveat =
      "This is of a job that starts so: NCCL does not find what is down, and chooses anew; it does "
      "not know what is only slow. Each algorithm has the protocol that NCCL takes for it. The "
      "times are those of the simulator, not of the cost model.";
  return words;
}

}  // namespace treering::report::prediction
