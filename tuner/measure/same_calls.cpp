#include "tuner/measure/same_calls.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tuner/measure/conditions.h"

namespace treering::tuner::measure {
namespace {

/// Without what ran.
SameCalls asked_in(const Record& record) {
  return {record.runner, record.trial.configuration, record.ranks,
          record.nodes,  conditions_of(record),      ""};
}

}  // namespace

std::vector<SameCalls> same_calls(const std::vector<Record>& records) {
  std::map<SameCalls, std::set<std::string>> ran;
  for (const Record& record : records) {
    if (std::string text = text_of(record.used); !text.empty()) {
      ran[asked_in(record)].insert(std::move(text));
    }
  }
  std::vector<SameCalls> all;
  for (const Record& record : records) {
    SameCalls& one = all.emplace_back(asked_in(record));
    const auto known = ran.find(one);
    std::string text = text_of(record.used);
    if (text.empty() && known != ran.end() && (known->second.size() == 1 || has_failed(record))) {
      text = *known->second.begin();
    }
    one.ran = std::move(text);
  }
  return all;
}

std::vector<bool> repeats(const std::vector<Record>& records) {
  std::map<std::pair<std::string, Trial>, std::vector<const Record*>> known;
  std::vector<bool> all;
  for (const Record& record : records) {
    auto& same = known[{start_key(record), record.trial}];
    all.push_back(std::ranges::any_of(same, [&](const Record* one) { return *one == record; }));
    if (!all.back()) same.push_back(&record);
  }
  return all;
}

bool has_failed(const Record& record) {
  return !record.error.empty() || record.wrong.value_or(0) > 0;
}

}  // namespace treering::tuner::measure
