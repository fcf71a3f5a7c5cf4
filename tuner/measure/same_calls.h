// Which results are of one row: equal calls on equal machines, that ran the same.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tuner/measure/record.h"

namespace treering::tuner::measure {

struct SameCalls {
  std::string runner;
  Configuration configuration;
  int ranks = 0;
  int nodes = 0;
  std::map<std::string, std::string> conditions;  // by name (conditions.h)
  std::string ran;                                // used.h; empty where nothing says it

  auto operator<=>(const SameCalls&) const = default;
};

/// Of each record, in order. Where nothing says what ran it counts as what the others ran, if these
/// all ran the same. Failures are listed in the first row of their configuration, whatever ran.
std::vector<SameCalls> same_calls(const std::vector<Record>& records);

/// Of each record, in order, whether an equal one stands before it: a result of one start that is
/// in a file twice, as where files were joined, is one result.
std::vector<bool> repeats(const std::vector<Record>& records);

/// Whether it has no time, or a wrong result.
bool has_failed(const Record& record);

}  // namespace treering::tuner::measure
