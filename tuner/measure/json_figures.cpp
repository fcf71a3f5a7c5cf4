#include "tuner/measure/json_figures.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace treering::tuner::measure {

int count_from(core::JsonFields& fields, std::string_view name, int least) {
  const int value = fields.integer(name);
  if (value >= least && value <= kMostCounted) return value;
  fields.problem(name, std::to_string(value),
                 value < least ? fmt::format("expected {} or more", least)
                               : fmt::format("expected at most {}", kMostCounted));
  return least;
}

std::optional<double> not_negative(core::JsonFields& fields, std::string_view name) {
  const auto value = fields.number_if_any(name);
  if (value && !(*value >= 0)) {
    fields.problem(name, core::described(*fields.value(name)), "expected 0 or more");
    return {};
  }
  return value;
}

std::vector<double> samples_in(core::JsonFields& fields) {
  std::vector<double> samples = fields.numbers("samples_us");
  const auto wrong = std::ranges::find_if(samples, [](double one) { return !(one > 0); });
  if (wrong != samples.end()) {
    fields.problem("samples_us", fmt::format("{}", *wrong), "expected numbers above 0");
  }
  return samples;
}

std::vector<double> spreads_in(core::JsonFields& fields, std::size_t samples) {
  std::vector<double> spreads = fields.numbers("spread_us");
  const auto wrong = std::ranges::find_if(spreads, [](double one) { return !(one >= 0); });
  if (wrong != spreads.end()) {
    fields.problem("spread_us", fmt::format("{}", *wrong), "expected numbers from 0 on");
  }
  if (!spreads.empty() && spreads.size() != samples) {
    fields.problem("spread_us", std::to_string(spreads.size()) + " numbers",
                   "expected one for each sample");
  }
  return spreads;
}

std::optional<std::uint64_t> wrong_in(core::JsonFields& fields) {
  if (!fields.number_if_any("wrong")) return {};
  const std::int64_t wrong = fields.long_integer("wrong");
  if (wrong < 0) fields.problem("wrong", std::to_string(wrong), "expected 0 or more");
  return wrong < 0 ? 0 : static_cast<std::uint64_t>(wrong);
}

std::map<std::string, std::string> environment_in(core::JsonFields& fields) {
  std::map<std::string, std::string> all;
  for (auto& [name, text] : fields.texts_by_name("environment")) {
    all.emplace(std::move(name), std::move(text));
  }
  return all;
}

}  // namespace treering::tuner::measure
