#include "tuner/calibration/gather.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "tuner/calibration/systems.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::calibration {
namespace {

using BenchResult = core::Result<std::shared_ptr<const Bench>>;

class Gatherer {
 public:
  Gatherer(const std::vector<System>& systems, const BenchOf& bench_of,
           const core::Profile& profile)
      : systems_(systems), bench_of_(bench_of), profile_(profile) {}

  void add(const Measurement& row, std::size_t number) {
    const System* const system = find_system(systems_, row.id);
    if (system == nullptr) return skip(row.id, "the table of systems does not have this id");
    if (system->topology.empty()) return skip(row.id, why_unknown(*system));
    const std::string& version = system->nccl.empty() ? row.nccl_version : system->nccl;
    const BenchResult& bench = bench_for(*system, runs::nearest_version(version));
    if (!bench) return skip(row.id, bench.error().message());
    for (const auto why_other : {why_other_ranks, why_other_nodes}) {
      if (auto reason = why_other(**bench, row); !reason.empty()) {
        return skip(row.id, std::move(reason));
      }
    }
    auto seen = observe(**bench, row, profile_);
    if (!seen) return skip(row.id, "NCCL cannot carry it, or the job has one rank");
    seen->row = number;
    seen->system = system->cluster.empty() ? row.id : system->cluster;
    seen->stratum = system->stratum;
    result_.observations.push_back(*std::move(seen));
  }

  Gathered take() && { return std::move(result_); }

 private:
  static std::string why_unknown(const System& system) {
    return system.remarks.empty() ? "the table names no topology"
                                  : fmt::format("no topology: {}", system.remarks);
  }

  const BenchResult& bench_for(const System& system, const std::string& nccl_version) {
    const std::pair key{&system, nccl_version};
    auto known = benches_.find(key);
    if (known == benches_.end()) {
      known = benches_.emplace(key, bench_of_(system, nccl_version)).first;
    }
    return known->second;
  }

  void skip(const std::string& id, std::string reason) {
    auto& list = result_.skipped;
    auto place = std::ranges::find_if(
        list, [&](const Skipped& one) { return one.id == id && one.reason == reason; });
    if (place == list.end()) place = list.insert(list.end(), {id, std::move(reason), 0});
    ++place->rows;
  }

  const std::vector<System>& systems_;
  const BenchOf& bench_of_;
  const core::Profile& profile_;
  // Looked up only, never gone through.
  std::map<std::pair<const System*, std::string>, BenchResult> benches_;
  Gathered result_;
};

}  // namespace

Gathered gather(const std::vector<Measurement>& rows, const std::vector<System>& systems,
                const BenchOf& bench_of, const core::Profile& profile) {
  Gatherer gatherer(systems, bench_of, profile);
  for (std::size_t i = 0; i < rows.size(); ++i) gatherer.add(rows[i], i);
  return std::move(gatherer).take();
}

bool is_apart(const Observation& observation) {
  return std::ranges::find(kStrataApart, observation.stratum) != kStrataApart.end();
}

}  // namespace treering::tuner::calibration
