// What to use while something is down or slow, in words.
#pragma once

#include <string>

#include "app/advice/with_faults.h"
#include "core/units.h"

namespace treering::report::prediction {

struct WithFaultsWords {
  std::string headline;  // without full stop
  std::string answer;    // sentences: the times, and what NCCL does by itself
  std::string caveat;    // sentences: what these times are
};

/// What carries a call: "Ring/LL128", by so many channels.
struct CarriedBy {
  std::string way;
  int channels = 0;
};

/// Whether a call is shorter with faults than without, by more than the figures round.
bool is_shorter(core::Duration with, core::Duration without);

/// Why it is, as far as it is known: "NCCL plans anew: 24 channels in place of 16".
std::string why_shorter(const CarriedBy& with, const CarriedBy& without);

WithFaultsWords with_faults_words(const app::advice::WithFaultsReport& report);

}  // namespace treering::report::prediction
