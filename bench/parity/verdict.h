// treering's decisions for a case, compared with the real library's.
#pragma once

#include <optional>

#include "bench/parity/generate.h"
#include "bench/parity/oracle.h"
#include "tests/support/parity.h"

namespace treering::parity {

struct Verdict {
  std::string name;
  std::string refused;  // why the real library gave no answer
  std::string failed;   // why treering gave none
  testing::Comparison comparison;

  bool is_equal() const { return !refused.empty() || (failed.empty() && comparison.is_equal()); }
};

Verdict judge(const Oracle& oracle, const Case& one);

/// The smallest question found, by greedy descent, that still differs in one of the aspects in
/// which `question` does; after at most `limit` runs of the real library.
Question shrink(const Oracle& oracle, const Question& question, int limit);

}  // namespace treering::parity
