#include "app/groups/predict_groups.h"

#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/groups/stage.h"
#include "app/groups/words.h"
#include "app/setup/names.h"
#include "app/setup/plan.h"
#include "app/simulation/carried.h"
#include "app/simulation/recording.h"
#include "app/variants.h"
#include "sim/engine/simulate.h"
#include "sim/test_size.h"
#include "sim/way.h"

namespace treering::app {
namespace {

using sim::groups::Dimension;

/// What the groups of a dimension do; nothing for groups of one rank and those without a name.
struct Wanted {
  std::vector<core::Collective> collectives;
  bool has_barrier = false;
  std::vector<std::uint64_t> sizes;  // of the collectives

  bool runs() const { return has_barrier || !collectives.empty(); }
};

/// "all_reduce,all_gather", "barrier", "tuned".
core::Result<void> read_collectives(const std::string& text, Wanted& wanted) {
  std::vector<std::string> names;
  for (const std::string& name : setup::split_list(text)) {
    const auto aim = simulation::aim_of(name);
    if (aim && aim->is_barrier) {
      wanted.has_barrier = true;
    } else {
      names.push_back(name);
    }
  }
  if (names.empty() && wanted.has_barrier) return {};
  auto collectives = setup::parse_collectives(fmt::format("{}", fmt::join(names, ",")));
  if (!collectives) return core::fail(collectives.error());
  wanted.collectives = *std::move(collectives);
  return {};
}

/// A size for each dimension; empty: none.
struct SizeTexts {
  std::vector<std::string> least;
  std::vector<std::string> most;
  bool is_least_named = false;  // by group
  bool is_most_named = false;
};

bool names_groups(const std::string& text) {
  return text.find('=') != std::string::npos;
}

core::Result<SizeTexts> size_texts(const PredictGroupsRequest& request,
                                   const std::vector<Dimension>& dimensions) {
  SizeTexts texts;
  texts.least.resize(dimensions.size());
  texts.most.resize(dimensions.size());
  for (const auto& [text, name, values] :
       {std::tuple(&request.minbytes, "minbytes", &texts.least),
        std::tuple(&request.maxbytes, "maxbytes", &texts.most)}) {
    if (text->empty()) continue;
    auto given = groups::values_of(*text, name, dimensions);
    if (!given) return core::fail(given.error());
    *values = *std::move(given);
  }
  texts.is_least_named = names_groups(request.minbytes);
  texts.is_most_named = names_groups(request.maxbytes);
  return texts;
}

/// The sizes of one dimension.
core::Result<std::vector<std::uint64_t>> sizes_of(setup::SizesRequest sizes, const SizeTexts& texts,
                                                  std::size_t dimension) {
  const std::string& least = texts.least[dimension];
  const std::string& most = texts.most[dimension];
  if (!least.empty()) {
    const auto bytes = setup::parse_call_size(least, "minbytes");
    if (!bytes) return core::fail(bytes.error());
    sizes.minbytes = *bytes;
    if (texts.is_least_named && most.empty()) sizes.maxbytes = *bytes;
  }
  if (!most.empty()) {
    const auto bytes = setup::parse_call_size(most, "maxbytes");
    if (!bytes) return core::fail(bytes.error());
    sizes.maxbytes = *bytes;
  }
  const auto calls = setup::calls_of({.sizes = sizes});
  if (!calls) return core::fail(calls.error());
  return calls->sizes;
}

/// An error for sizes of what has none: of groups that do not run, or have a barrier alone.
core::Result<void> check_sizes(const SizeTexts& texts, const std::vector<Wanted>& wanted,
                               const std::vector<Dimension>& dimensions) {
  std::vector<bool> runs;
  for (const Wanted& one : wanted) runs.push_back(one.runs());
  for (const auto& [values, name, is_named] :
       {std::tuple(&texts.least, "minbytes", texts.is_least_named),
        std::tuple(&texts.most, "maxbytes", texts.is_most_named)}) {
    if (is_named) {
      auto checked = groups::check_run(*values, name, runs, dimensions);
      if (!checked) return checked;
    }
    bool has_sized = false;
    for (const Wanted& one : wanted) has_sized = has_sized || !one.collectives.empty();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const bool has_size = !(*values)[i].empty() && (is_named || !has_sized);
      if (has_size && wanted[i].has_barrier && wanted[i].collectives.empty()) {
        return simulation::has_no_size(name);
      }
    }
  }
  return {};
}

/// By dimension.
core::Result<std::vector<Wanted>> wanted_of(const PredictGroupsRequest& request,
                                            const std::vector<Dimension>& dimensions) {
  const auto values = groups::values_of(request.collective, "collective", dimensions);
  if (!values) return core::fail(values.error());
  const auto texts = size_texts(request, dimensions);
  if (!texts) return core::fail(texts.error());
  std::vector<Wanted> all(dimensions.size());
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i].size == 1 || (*values)[i].empty()) continue;
    if (auto read = read_collectives((*values)[i], all[i]); !read) return core::fail(read.error());
    auto sizes = sizes_of(request.sizes, *texts, i);
    if (!sizes) return core::fail(sizes.error());
    all[i].sizes = *std::move(sizes);
  }
  if (const auto checked = check_sizes(*texts, all, dimensions); !checked) {
    return core::fail(checked.error());
  }
  return all;
}

/// The ports that a group's calls use. They follow from the ways, not from the sizes.
class KnownPorts {
 public:
  const std::vector<groups::PortUse>& of(const groups::Stage& stage, const groups::Scene& scene) {
    const groups::GroupCalls& calls = scene.calls.front();
    Key key{calls.dimension, calls.ways.front()->carried.call.collective, {}};
    for (const auto& one : calls.ways) {
      const sim::Way& way = one->carried.way;
      key.ways.push_back({way.algorithm, way.protocol, one->channels});
    }
    const auto [known, is_new] = known_.try_emplace(std::move(key));
    if (is_new) known->second = port_use(stage, 1, scene.members, use_of(scene.run));
    return known->second;
  }

 private:
  struct Key {
    int dimension = 0;
    core::Collective collective = core::Collective::AllReduce;
    std::vector<sim::Way> ways;  // by communicator
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, std::vector<groups::PortUse>> known_;
};

/// What rows share, and the rows.
struct Rows {
  const groups::Stage& stage;
  const sim::Way& wish;
  groups::Communicators communicators;
  KnownPorts ports = {};
  std::vector<setup::OpenFact> doubts = {};
  bool has_stand_in = false;  // for a barrier
  std::vector<groups::GroupReport> all = {};
};

core::Result<void> add_row(Rows& rows, const groups::AskedCall& asked) {
  auto calls = group_calls(rows.stage, rows.communicators, asked, rows.wish);
  if (!calls) return core::fail(calls.error());
  add_doubts(groups::deciding_facts_of(*calls), rows.doubts);
  rows.has_stand_in = rows.has_stand_in || calls->stands_in;
  std::vector<groups::GroupCalls> one;
  one.push_back(*std::move(calls));
  const groups::Scene scene = scene_of(rows.stage, std::move(one), {});
  const auto outcome = simulate(*scene.run.schedule, scene.run.wiring, sim::engine::Shortcuts{});
  if (auto ended = simulation::check_ended(outcome, *scene.run.schedule); !ended) {
    return core::fail(ended.error());
  }
  rows.all.push_back(
      reports_on(rows.stage, scene, {outcome, rows.ports.of(rows.stage, scene)}).front());
  return {};
}

/// The rows of one dimension.
core::Result<void> add_rows(const PredictGroupsRequest& request, int dimension,
                            const Wanted& wanted, Rows& rows) {
  if (wanted.has_barrier) {
    const core::Call call =
        simulation::stand_in({core::Collective::AllReduce, 0, request.type, request.op});
    if (auto added = add_row(rows, {dimension, call, 0, true}); !added) return added;
  }
  const int size = rows.stage.dimensions[static_cast<std::size_t>(dimension)].size;
  for (const core::Collective collective : wanted.collectives) {
    for (const std::uint64_t bytes : wanted.sizes) {
      if (sim::test_size(collective, bytes, request.type, size).bytes == 0) continue;
      const core::Call call{collective, bytes, request.type, request.op};
      if (auto added = add_row(rows, {dimension, call, 0}); !added) return added;
    }
  }
  return {};
}

/// Notes on what was asked.
std::vector<std::string> asked_notes(const Job& job, const std::vector<Wanted>& wanted) {
  std::vector<core::Collective> all;
  for (const Wanted& one : wanted) {
    all.insert(all.end(), one.collectives.begin(), one.collectives.end());
    if (one.has_barrier) all.push_back(core::Collective::AllReduce);
  }
  return setup::call_notes(job.machine, all);
}

}  // namespace

core::Result<PredictGroupsReport> answer(const PredictGroupsRequest& request) {
  const auto stage = groups::stage_of({request.job, request.time_model, request.groups, {}});
  if (!stage) return core::fail(stage.error());
  const auto wanted = wanted_of(request, (*stage)->dimensions);
  if (!wanted) return core::fail(wanted.error());
  const Job& job = *(*stage)->job;
  Rows rows{**stage, request.way, groups::Communicators(job)};
  for (std::size_t i = 0; i < wanted->size(); ++i) {
    const auto added = add_rows(request, static_cast<int>(i), (*wanted)[i], rows);
    if (!added) return core::fail(added.error());
  }
  PredictGroupsReport report;
  report.job = job.machine;
  report.job.notes = asked_notes(job, *wanted);
  if (rows.has_stand_in) report.job.notes.push_back(simulation::stand_in_note());
  report.job.doubts = std::move(rows.doubts);
  report.shape = job.plan.shape;
  report.time_model = job.time_model_name();
  report.groups = request.groups;
  report.rows = std::move(rows.all);
  return report;
}

}  // namespace treering::app
