#include "sim/cost/parameters.h"

#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/suggest.h"
#include "core/units.h"
#include "sim/cost/machine.h"
#include "sim/cost/terms/quantity.h"

namespace treering::sim::cost {

namespace {

constexpr std::array<std::string_view, kSizeClasses> kScatterNames{
    "scatter.below_1MiB", "scatter.to_64MiB", "scatter.above"};

}  // namespace

std::size_t size_class_of(double bytes) {
  const auto mib = [](std::uint64_t n) {
    return static_cast<double>(core::Bytes::from_mib(n).count());
  };
  if (bytes < mib(1)) return 0;
  return bytes < mib(64) ? 1 : 2;
}

std::string_view scatter_name(std::size_t size_class) {
  return kScatterNames.at(size_class);
}

std::size_t error_class_of(const CallName& call) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < kErrorClasses.size(); ++i) {
    const ErrorClass& one = kErrorClasses.at(i);
    const auto least = static_cast<double>(core::Bytes::from_kib(one.kib).count());
    if (one.crosses_nodes == (call.nodes > 1) && one.is_pairs == call.is_pairs_between_nodes() &&
        call.bytes >= least) {
      found = i;
    }
  }
  return found;
}

std::array<EndName, 3> end_names(const ErrorClass& error_class) {
  const auto name = [&](std::string_view end) {
    return fmt::format("interval.{}.{}", error_class.name, end);
  };
  return {
      {{name("low"), &Ends::low}, {name("high"), &Ends::high}, {name("latest"), &Ends::latest}}};
}

std::string reach_name(std::string_view gpu, std::string_view network) {
  return fmt::format("reach.{}.{}", gpu, network);
}

namespace {

/// Nothing where the profile has no such parameter, which is none of the model's own.
std::optional<double> value_of(const core::Profile& profile, const std::string& name) {
  const auto found = profile.parameters.find(name);
  if (found == profile.parameters.end()) return std::nullopt;
  return found->second.value;
}

void read_certainty(const core::Profile& profile, const terms::MachineKind& kind,
                    Parameters& parameters) {
  for (std::size_t i = 0; i < kSizeClasses; ++i) {
    parameters.scatter[i] = value_of(profile, std::string(scatter_name(i))).value_or(0);
  }
  for (std::size_t i = 0; i < kErrorClasses.size(); ++i) {
    Ends& ends = parameters.ends.at(i);
    for (const EndName& one : end_names(kErrorClasses.at(i))) {
      ends.*one.end = value_of(profile, one.name).value_or(ends.*one.end);
    }
  }
  parameters.noise = value_of(profile, std::string(kIntervalNoise)).value_or(0);
  parameters.reach_nodes = value_of(profile, reach_name(kind.gpu, kind.network)).value_or(0);
  parameters.reach_spread = value_of(profile, std::string(kReachSpread)).value_or(0);
}

}  // namespace

core::Result<Parameters> parameters_of(const core::Profile& profile,
                                       const terms::MachineKind& kind) {
  Parameters parameters;
  for (const terms::QuantityEntry& entry : terms::kQuantities) {
    const std::string name = terms::name_for(entry.value, kind);
    const auto found = profile.parameters.find(name);
    if (found == profile.parameters.end()) {
      return core::bad_input(profile.name, fmt::format("parameter '{}' is missing", name), {},
                             "put it over the built-in profile, which lacks nothing");
    }
    parameters.values[entry.value] = found->second.value;
    parameters.spreads[entry.value] = found->second.spread;
  }
  read_certainty(profile, kind, parameters);
  parameters.corrections = profile.corrections;
  return parameters;
}

namespace {

/// The values that a parameter may have.
struct Rule {
  std::string_view unit;
  double most = 0;
  std::string_view meaning;
};
using Rules = std::map<std::string, Rule, std::less<>>;

constexpr double kMostScatter = 10;  // as of any spread (core/profile/profile.cpp)

void add_rules(const terms::MachineKind& kind, Rules& rules) {
  for (const terms::QuantityEntry& entry : terms::kQuantities) {
    rules.emplace(terms::name_for(entry.value, kind), Rule{entry.unit, entry.most, entry.meaning});
  }
}

void add_rules_of_certainty(Rules& rules) {
  constexpr double kMostNodes = 1e6;
  for (std::size_t i = 0; i < kSizeClasses; ++i) {
    rules.emplace(scatter_name(i), Rule{"", kMostScatter, "noise that no parameter explains"});
  }
  for (const ErrorClass& error_class : kErrorClasses) {
    for (const EndName& one : end_names(error_class)) {
      rules.emplace(one.name, Rule{"", kMostScatter, "end of an interval, in standard errors"});
    }
  }
  rules.emplace(kIntervalNoise, Rule{"", kMostScatter, "error of ln(time) of the terms"});
  for (const std::string_view gpu : generation_names()) {
    for (const std::string_view network : network_names()) {
      rules.emplace(reach_name(gpu, network), Rule{"", kMostNodes, "most nodes of any run"});
    }
  }
  rules.emplace(kReachSpread, Rule{"", kMostScatter, "error of ln(time) for twice as many nodes"});
}

Rules make_rules() {
  Rules rules;
  for (const std::string_view gpu : generation_names()) {
    for (const std::string_view link : link_names()) {
      add_rules({std::string(gpu), std::string(link), std::string(network_names().front()), ""},
                rules);
    }
  }
  // No name has the network or the CPUs and one of the others.
  const std::string gpu(generation_names().front());
  for (const std::string_view network : network_names()) {
    add_rules({gpu, std::string(link_names().front()), std::string(network), ""}, rules);
  }
  for (const std::string_view cpu : cpu_names()) {
    add_rules({gpu, std::string(link_names().front()), std::string(network_names().front()), "",
               std::string(cpu)},
              rules);
  }
  add_rules_of_certainty(rules);
  return rules;
}

const Rules& rules() {
  static const Rules kRules = make_rules();
  return kRules;
}

core::ParameterProblem unknown(std::string_view name) {
  std::vector<std::string_view> known;
  for (const auto& entry : rules()) known.push_back(entry.first);
  const auto closest = core::closest_name(name, known);
  return {"", fmt::format("no parameter {} is known", core::in_quotes(name)),
          "expected one of the cost model's",
          closest ? fmt::format("did you mean '{}'", *closest) : "docs/model.md has their names"};
}

}  // namespace

std::optional<core::ParameterProblem> problem_of(std::string_view name,
                                                 const core::Parameter& parameter) {
  const auto found = rules().find(name);
  if (found == rules().end()) return unknown(name);
  const Rule& rule = found->second;
  if (!parameter.unit.empty() && parameter.unit != rule.unit) {
    const std::string expected = rule.unit.empty() ? "expected none, since it is a factor"
                                                   : fmt::format("expected '{}'", rule.unit);
    return core::ParameterProblem{"unit", core::in_quotes(parameter.unit), expected, ""};
  }
  if (parameter.value > 0 && parameter.value <= rule.most) return {};
  return core::ParameterProblem{
      "value", fmt::format("{:g}", parameter.value),
      fmt::format("expected above 0 and at most {:g}{}{}", rule.most, rule.unit.empty() ? "" : " ",
                  rule.unit),
      rule.most > terms::kWhole ? "" : fmt::format("it is the {}", rule.meaning)};
}

core::Result<core::Profile> read_profile(std::string_view text, const std::string& where) {
  return core::profile_from_json(text, where, problem_of);
}

}  // namespace treering::sim::cost
