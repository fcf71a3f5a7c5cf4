#include "sim/hosts/host_profile.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/assert.h"
#include "core/text/quote.h"
#include "core/text/suggest.h"

namespace treering::sim::hosts {
namespace {

using Names = std::map<std::string, const QuantityEntry*, std::less<>>;

std::vector<Means> all_means() {
  std::vector<Means> all;
  for (const Library library : libraries::on_cpus()) {
    for (const Transport transport : kTransports) all.push_back({library, transport});
  }
  return all;
}

Names make_names() {
  Names all;
  for (const Means& means : all_means()) {
    for (const QuantityEntry& entry : kQuantities) {
      all.emplace(name_for(entry.value, means), &entry);
    }
  }
  return all;
}

const Names& names() {
  static const Names kNames = make_names();
  return kNames;
}

struct Assumption {
  Quantity quantity;
  double value;
  double spread;  // of ln(value); 0: known, not fitted
  std::string_view why;
};

constexpr double kWide = 1;  // a factor of e either way
constexpr double kUnknown = 1.5;

/// Alike for all: what a present processor does.
constexpr std::array kOfAll{
    Assumption{Quantity::CopyRate, 8, 0.7, "a core copies 4 to 15 GB/s in its caches"},
    Assumption{Quantity::ReduceRate, 3, 0.7, "a core adds floats at 1 to 8 GB/s"},
    Assumption{Quantity::MemoryRate, 5, 0.7,
               "one core moves 5 to 15 GB/s, and a message takes two or three of its moves"},
    Assumption{Quantity::CacheSize, 1e6, 0.7, "of the caches between two cores"},
    Assumption{Quantity::OneWay, 0.5, 0.5, "between both ways at once and one after the other"},
    Assumption{Quantity::ScatterSmall, 0.8, 0, "a factor of 3 either way for most"},
    Assumption{Quantity::ScatterLarge, 0.35, 0, "a factor of 1.6 either way for most"},
};

constexpr std::array kOfTcp{
    Assumption{Quantity::Latency, 40, kWide, "TCP between two hosts takes 15 to 100 us"},
    Assumption{Quantity::Message, 3, kWide, "a call of the kernel and its interrupt"},
    Assumption{Quantity::Turn, 100, kUnknown,
               "a switch between ranks on a core, with what they do"},
    Assumption{Quantity::Efficiency, 0.98, 0.03, "of what is left beside headers"},
};
constexpr std::array kOfShared{
    Assumption{Quantity::Latency, 0.8, kWide, "two caches exchange a line or two"},
    Assumption{Quantity::Message, 0.3, kWide, "a few hundred instructions"},
    Assumption{Quantity::Turn, 50, kUnknown, "a switch between ranks on a core, with what they do"},
};
constexpr std::array kOfLoopback{
    Assumption{Quantity::Latency, 25, kWide, "two calls of the kernel, and the other rank wakes"},
    Assumption{Quantity::Message, 5, kWide, "a call of the kernel"},
    Assumption{Quantity::Turn, 50, kUnknown, "a switch between ranks on a core, with what they do"},
};

void assume(std::span<const Assumption> assumptions, const Means& means, core::Profile& profile) {
  for (const Assumption& one : assumptions) {
    const QuantityEntry& entry = kQuantities.at(static_cast<std::size_t>(one.quantity));
    profile.parameters[name_for(one.quantity, means)] = {
        one.value, std::string(entry.unit), one.spread, fmt::format("assumed: {}", one.why)};
  }
}

void assume_for(const Means& means, core::Profile& profile) {
  assume(kOfAll, means, profile);
  assume(kOfTcp, means, profile);  // which has all the others
  const libraries::Entry& library = libraries::entry_of(means.library);
  if (means.transport == Transport::Local) {
    assume(library.has_shared_memory ? std::span<const Assumption>(kOfShared) : kOfLoopback, means,
           profile);
  }
  const libraries::EagerLimit eager = library.eager_limit(means.transport);
  profile.parameters[name_for(Quantity::EagerLimit, means)] = {eager.bytes, "B", 0,
                                                               std::string(eager.source)};
}

core::Profile make_assumed() {
  core::Profile profile;
  profile.name = "assumed";
  profile.description = "Collectives on CPUs before any measurement.";
  for (const Means& means : all_means()) assume_for(means, profile);
  return profile;
}

}  // namespace

std::string_view name_of(Transport transport) {
  return transport == Transport::Tcp ? "tcp" : "local";
}

std::string name_for(Quantity quantity, const Means& means) {
  return fmt::format("{}.{}.{}", name_of(means.library), name_of(means.transport),
                     kQuantities.at(static_cast<std::size_t>(quantity)).name);
}

const core::Profile& assumed_profile() {
  static const core::Profile kAssumed = make_assumed();
  return kAssumed;
}

bool is_fitted(const core::Profile& profile, const Means& means) {
  return std::ranges::any_of(kQuantities, [&](const QuantityEntry& entry) {
    return parameter_of(profile, entry.value, means) !=
           parameter_of(assumed_profile(), entry.value, means);
  });
}

std::optional<core::ParameterProblem> problem_of(std::string_view name,
                                                 const core::Parameter& parameter) {
  const auto found = names().find(name);
  if (found == names().end()) {
    std::vector<std::string_view> known;
    for (const auto& entry : names()) known.push_back(entry.first);
    const auto closest = core::closest_name(name, known);
    return core::ParameterProblem{"",
                                  fmt::format("no parameter {} is known", core::in_quotes(name)),
                                  "expected one of the model of hosts",
                                  closest ? fmt::format("did you mean '{}'", *closest)
                                          : "treering calibrate hosts writes such profiles"};
  }
  const QuantityEntry& entry = *found->second;
  if (!parameter.unit.empty() && parameter.unit != entry.unit) {
    return core::ParameterProblem{"unit", core::in_quotes(parameter.unit),
                                  entry.unit.empty() ? "expected none, since it is a factor"
                                                     : fmt::format("expected '{}'", entry.unit),
                                  ""};
  }
  if (parameter.value > 0 && parameter.value <= entry.most) return {};
  return core::ParameterProblem{"value", fmt::format("{:g}", parameter.value),
                                fmt::format("expected above 0 and at most {:g}{}{}", entry.most,
                                            entry.unit.empty() ? "" : " ", entry.unit),
                                fmt::format("it is the {}", entry.meaning)};
}

core::Result<core::Profile> read_profile(std::string_view text, const std::string& where) {
  auto read = core::profile_from_json(text, where, problem_of);
  if (!read) return core::fail(read.error());
  return core::overlaid(assumed_profile(), *read);
}

const core::Parameter& parameter_of(const core::Profile& profile, Quantity quantity,
                                    const Means& means) {
  const auto found = profile.parameters.find(name_for(quantity, means));
  TREERING_ASSERT(found != profile.parameters.end(), "a host profile has all parameters");
  return found->second;
}

}  // namespace treering::sim::hosts
