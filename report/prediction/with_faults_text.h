// What to use while something is down or slow, in words.
#pragma once

#include <string>

#include "app/advice/with_faults.h"

namespace treering::report::prediction {

struct WithFaultsWords {
  std::string headline;  // without full stop
  std::string answer;    // sentences: the times, and what NCCL does by itself
  std::string caveat;    // sentences: what these times are
};

WithFaultsWords with_faults_words(const app::advice::WithFaultsReport& report);

}  // namespace treering::report::prediction
