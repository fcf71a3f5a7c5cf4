#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/conduct.h"
#include "app/setup/names.h"
#include "core/text/reading.h"
#include "core/units.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Configuration;
using tuner::measure::Sweep;

constexpr std::string_view kOwnChoice = "default";
constexpr std::string_view kAll = "all";

/// Unless the request says otherwise, sizes that CPUs move in a second.
constexpr std::uint64_t kLeastBytes = 8;
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 20U;

bool has_sizes(const setup::SizesRequest& sizes) {
  return sizes.minbytes || sizes.maxbytes || sizes.stepbytes || sizes.stepfactor;
}

core::Result<std::vector<std::uint64_t>> sizes_of(const MeasureRequest& request) {
  setup::CallsRequest calls;
  calls.sizes = request.sizes;
  if (!calls.sizes.minbytes) calls.sizes.minbytes = kLeastBytes;
  if (!calls.sizes.maxbytes) calls.sizes.maxbytes = std::max(*calls.sizes.minbytes, kMostBytes);
  auto checked = setup::calls_of(calls);
  if (!checked) return core::fail(checked.error());
  return std::move(checked->sizes);
}

/// Each value once, in the order of the recording.
template <class Value, class Projection>
std::vector<Value> distinct(const std::vector<Configuration>& recorded, Projection projection) {
  std::vector<Value> values;
  std::set<Value> known;
  for (const Configuration& one : recorded) {
    Value value = projection(one);
    if (known.insert(value).second) values.push_back(std::move(value));
  }
  return values;
}

std::string or_own_choice(const std::string& name) {
  return name.empty() ? std::string(kOwnChoice) : name;
}

/// What was left open is what the recording has, or the usual.
MeasureRequest filled(MeasureRequest request, const std::vector<Configuration>& recorded) {
  const auto fill = [&](auto& list, auto usual, auto projection) {
    using Value = typename std::remove_reference_t<decltype(list)>::value_type;
    if (!list.empty()) return;
    list = recorded.empty() ? std::vector<Value>{usual} : distinct<Value>(recorded, projection);
  };
  fill(request.collectives, core::Collective::AllReduce,
       [](const Configuration& one) { return one.call.collective; });
  fill(request.algorithms, std::string(kOwnChoice),
       [](const Configuration& one) { return or_own_choice(one.way.algorithm); });
  fill(request.protocols, std::string(kOwnChoice),
       [](const Configuration& one) { return or_own_choice(one.way.protocol); });
  fill(request.channels, 0, [](const Configuration& one) { return one.way.channels; });
  const bool has_pairs_alone =
      !recorded.empty() &&
      std::ranges::all_of(recorded, [](const auto& one) { return one.pair.has_value(); });
  request.is_by_pairs = request.is_by_pairs || has_pairs_alone;
  return request;
}

/// Whether each call is asked for by name: then one that the recording lacks is an error of its
/// row.
bool names_all(const MeasureRequest& request) {
  return !request.collectives.empty() && has_sizes(request.sizes) && !request.algorithms.empty();
}

bool asks_for_all(const MeasureRequest& request) {
  return std::ranges::find(request.algorithms, kAll) != request.algorithms.end();
}

std::vector<std::string> algorithms_of(const MeasureRequest& request, const Known& known,
                                       core::Collective collective) {
  if (!asks_for_all(request)) return request.algorithms;
  const auto all = known.algorithms.find(std::string(name_of(collective)));
  std::vector<std::string> names;
  if (all != known.algorithms.end()) names = all->second;
  names.emplace_back(kOwnChoice);
  return names;
}

/// Adds `one` with each protocol and number of channels that is asked for.
void add_choices(const MeasureRequest& request, Configuration one,
                 std::vector<Configuration>& all) {
  for (const std::string& protocol : request.protocols) {
    one.way.protocol = protocol == kOwnChoice ? "" : core::lower_case(protocol);
    for (const int channels : request.channels) {
      one.way.channels = channels;
      all.push_back(one);
    }
  }
}

/// One for each way in which a collective is to run, without its size.
std::vector<Configuration> ways_of(const MeasureRequest& request, const Known& known,
                                   core::Collective collective) {
  Configuration one;
  one.call.collective = collective;
  one.call.type = request.type;
  one.call.op = request.op;
  one.is_in_place = request.is_in_place;
  one.cache = request.is_cold ? tuner::measure::Cache::Cold : tuner::measure::Cache::Warm;
  std::vector<Configuration> ways;
  if (request.is_by_pairs && collective == core::Collective::SendRecv) {
    for (int from = 0; from < known.ranks; ++from) {
      for (int to = 0; to < known.ranks; ++to) {
        if (to == from) continue;
        one.pair = tuner::measure::Pair{from, to};
        ways.push_back(one);
      }
    }
    return ways;
  }
  for (const std::string& algorithm : algorithms_of(request, known, collective)) {
    one.way.algorithm = algorithm == kOwnChoice ? "" : core::lower_case(algorithm);
    add_choices(request, one, ways);
  }
  return ways;
}

core::Result<void> check_pairs(const MeasureRequest& request) {
  const auto& asked = request.collectives;
  const bool has_sendrecv = std::ranges::find(asked, core::Collective::SendRecv) != asked.end();
  if (!request.is_by_pairs || has_sendrecv) return {};
  return core::usage_error("⟨pairs⟩", "given without sendrecv", "", "add sendrecv to ⟨collective⟩");
}

/// The size of a call that is asked for at so many bytes: at least an element, and nothing of a
/// barrier.
std::uint64_t bytes_of(core::Collective collective, std::uint64_t bytes, core::DataType type) {
  if (collective == core::Collective::Barrier) return 0;
  return std::max(bytes, core::size_of(type).count());
}

/// Each call once: sizes below an element are one of them. nccl-tests measures nothing there.
std::vector<Configuration> calls_of(const MeasureRequest& request, const Known& known,
                                    const std::vector<std::uint64_t>& sizes) {
  std::vector<Configuration> all;
  std::set<Configuration> added;
  for (const core::Collective collective : request.collectives) {
    for (Configuration way : ways_of(request, known, collective)) {
      for (const std::uint64_t bytes : sizes) {
        way.call.bytes = bytes_of(collective, bytes, way.call.type);
        if (added.insert(way).second) all.push_back(way);
      }
    }
  }
  return all;
}

std::string unrecorded_text(core::Collective collective, const std::vector<std::uint64_t>& sizes) {
  const std::string first = core::format_size(sizes.front());
  if (sizes.size() == 1) {
    return fmt::format("{}: {} is not in the recording", name_of(collective), first);
  }
  return fmt::format("{}: {} sizes from {} to {} are not in the recording", name_of(collective),
                     sizes.size(), first, core::format_size(sizes.back()));
}

core::Failure nothing_recorded(const std::string& file, const std::vector<Configuration>& all) {
  const auto collectives = distinct<std::string_view>(
      all, [](const Configuration& one) { return name_of(one.call.collective); });
  const auto types = distinct<std::string>(all, [](const Configuration& one) {
    return fmt::format("{} {}", name_of(one.call.type), name_of(one.call.op));
  });
  const auto sizes =
      std::ranges::minmax(all, {}, [](const Configuration& one) { return one.call.bytes; });
  return core::bad_input(
      file, "no result of these calls",
      fmt::format("expected some of {} ({}) from {} to {}", fmt::join(collectives, ", "),
                  fmt::join(types, ", "), core::format_size(sizes.min.call.bytes),
                  core::format_size(sizes.max.call.bytes)));
}

}  // namespace

bool asks_workers(const MeasureRequest& request) {
  return asks_for_all(request) || request.is_by_pairs || request.measurements.has_value();
}

Known known_of(const tuner::measure::Hello& hello) {
  return {hello.ranks, hello.algorithms, hello.recorded};
}

std::vector<std::string> unrecorded_notes(const MeasureRequest& request, const Known& known) {
  if (known.recorded.empty() || !has_sizes(request.sizes) || names_all(request)) return {};
  const MeasureRequest all = filled(request, known.recorded);
  const auto sizes = sizes_of(all);
  if (!sizes) return {};
  std::set<std::pair<core::Collective, std::uint64_t>> recorded;
  for (const Configuration& one : known.recorded)
    recorded.emplace(one.call.collective, one.call.bytes);
  std::vector<std::string> notes;
  for (const core::Collective collective : all.collectives) {
    std::vector<std::uint64_t> lacking;
    for (const std::uint64_t size : *sizes) {
      const std::uint64_t bytes = bytes_of(collective, size, all.type);
      if (!recorded.contains({collective, bytes})) lacking.push_back(bytes);
    }
    if (!lacking.empty()) notes.push_back(unrecorded_text(collective, lacking));
  }
  return notes;
}

core::Result<Sweep> sweep_of(const MeasureRequest& request, const Known& known) {
  if (request.measurements && known.recorded.empty()) {
    return core::bad_input(*request.measurements, "no result but turns of the sentinel",
                           "expected results of measure or tune");
  }
  const MeasureRequest all = filled(request, known.recorded);
  if (const auto checked = check_pairs(all); !checked) return core::fail(checked.error());
  auto sizes = sizes_of(all);
  if (!sizes) return core::fail(sizes.error());
  if (!known.recorded.empty() && !has_sizes(all.sizes)) {
    *sizes = distinct<std::uint64_t>(known.recorded,
                                     [](const Configuration& one) { return one.call.bytes; });
    std::ranges::sort(*sizes);
  }
  Sweep sweep;
  sweep.rules = all.rules;
  sweep.seed = all.seed;
  sweep.configurations = calls_of(all, known, *sizes);
  if (!known.recorded.empty() && !names_all(request)) {
    const std::set<Configuration> recorded(known.recorded.begin(), known.recorded.end());
    std::erase_if(sweep.configurations,
                  [&](const Configuration& one) { return !recorded.contains(one); });
    if (sweep.configurations.empty())
      return nothing_recorded(*request.measurements, known.recorded);
  }
  return sweep;
}

}  // namespace treering::app::measuring
