// What the text of a run itself says about causes of slow rows: a cause that NCCL's own lines
// exclude is none, and one that they show comes before those that only times suggest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tuner/check/suspect.h"

namespace treering::tuner::check {

struct LogEvidence {
  struct Shown {
    std::string cause;  // as LikelyCause::cause
    std::string text;   // what the text says and what that means; a sentence without full stop
    bool operator==(const Shown&) const = default;
  };
  std::vector<Shown> shown;           // each cause once
  std::vector<std::string> excluded;  // causes

  bool operator==(const LogEvidence&) const = default;
};

LogEvidence log_evidence(std::string_view text);

/// Without those that are excluded, those that are shown first.
std::vector<LikelyCause> ordered_by(const LogEvidence& evidence, std::vector<LikelyCause> causes);

}  // namespace treering::tuner::check
