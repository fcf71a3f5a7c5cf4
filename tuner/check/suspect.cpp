#include "tuner/check/suspect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/assert.h"
#include "tuner/check/run_model.h"

namespace treering::tuner::check {

namespace {

constexpr std::array kCauses{&missing_adapter, &pcie_detour,  &no_gpudirect,  &sockets,
                             &slower_pcie,     &other_choice, &fewer_channels};

}  // namespace

CheckedRun run_under(const Suspect& suspect, const CheckedRun& run, RunModel& model) {
  CheckedRun other{suspect.run.bench, suspect.run.profile, run.rows};
  if (!suspect.change) return other;
  for (Measurement& row : other.rows) {
    const Modelled* const usual = model.of(row);
    if (usual != nullptr) suspect.change(row, *usual, model);
  }
  return other;
}

Suspects all_suspects(const CheckedRun& run) {
  Suspects all;
  for (const auto cause : kCauses) {
    Suspects some = cause(run);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

namespace {

/// By how much a row is off, in deviations.
double off_by(const CheckedRow& row, core::Duration expected) {
  return std::abs(std::log(row.measured / expected)) / row.spread();
}

/// The calls of a run, each once, so that a cause is priced once for all rows of a call.
struct Calls {
  std::vector<Measurement> list;  // the first row of each
  std::vector<const Modelled*> usual;
  std::vector<std::size_t> of_rows;  // by row: which of these it is
};

Calls calls_of(const std::vector<CheckedRow>& rows, RunModel& usual) {
  Calls calls;
  std::unordered_map<const Modelled*, std::size_t> known;
  for (const CheckedRow& row : rows) {
    const Modelled* const modelled = usual.of(row.measurement);
    const auto [found, is_new] = known.try_emplace(modelled, known.size());
    if (is_new) {
      calls.list.push_back(row.measurement);
      calls.usual.push_back(modelled);
    }
    calls.of_rows.push_back(found->second);
  }
  return calls;
}

/// What the calls take under a suspected cause; each is asked for when it is needed.
class Suspicion {
 public:
  /// \param usual the model of the run without the cause
  Suspicion(const Suspect& suspect, const Calls& calls, RunModel& usual)
      : suspect_(suspect), calls_(calls), usual_(usual), known_(calls.list.size()) {
    if (!usual.is_for(suspect.run)) own_.emplace(suspect.run, RunModel::Says::TimeOnly);
  }

  const Expected& of_row(std::size_t row) {
    const std::size_t call = calls_.of_rows[row];
    if (!known_[call]) known_[call] = of_call(call);
    return *known_[call];
  }

 private:
  static Expected taken_from(const Modelled* modelled) {
    TREERING_ASSERT(modelled != nullptr, "NCCL can do under a cause what it could do before");
    return {modelled->estimate.time, *modelled->estimate.interval};
  }

  [[nodiscard]] Expected of_call(std::size_t call) const {
    if (own_) {
      const auto modelled = own_->once(calls_.list[call]);
      return taken_from(modelled ? &*modelled : nullptr);
    }
    const Modelled* const usual = calls_.usual[call];
    if (!suspect_.change) return taken_from(usual);
    Measurement changed = calls_.list[call];
    return taken_from(suspect_.change(changed, *usual, usual_) ? usual_.of(changed) : usual);
  }

  const Suspect& suspect_;
  const Calls& calls_;
  RunModel& usual_;
  std::optional<RunModel> own_;  // of another machine, or other parameters
  std::vector<std::optional<Expected>> known_;
};

/// Visits places from 0 to `count`, spread over all of them from the beginning.
template <class Visit>
bool visit_all_until(std::size_t count, Visit&& is_enough) {
  constexpr std::size_t kStride = 61;
  for (std::size_t first = 0; first < std::min(kStride, count); ++first) {
    for (std::size_t at = first; at < count; at += kStride) {
      if (is_enough(at)) return true;
    }
  }
  return false;
}

/// Whether the distance is beyond `most`. Rows only add to it.
bool is_beyond(double most, const std::vector<CheckedRow>& rows, Suspicion& suspicion) {
  constexpr double kOfSums = 1 + 1e-9;  // they round otherwise in another order
  double weights = 0;
  for (const CheckedRow& row : rows) weights += 1 / row.spread();
  const double limit = most * weights * kOfSums;
  double distance = 0;
  return visit_all_until(rows.size(), [&](std::size_t row) {
    distance += off_by(rows[row], suspicion.of_row(row).time);
    return distance > limit;
  });
}

/// What rows would take beyond their expectations if the cause were there.
std::vector<LossAt> losses_by(Suspicion& suspicion, const std::vector<CheckedRow>& rows) {
  std::vector<LossAt> losses;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    losses.push_back({rows[i].measurement.bytes, suspicion.of_row(i).time / rows[i].expected});
  }
  return losses;
}

/// Rows of which a cause leaves some as they are.
struct LeftAlone {
  std::size_t rows = 0;
  std::size_t slow = 0;   // by much
  std::size_t alone = 0;  // of these
};

/// Whether the cause cannot be that of the run: it costs nothing at half of the rows that are slow
/// by much, or at all of a collective that is, which may have no such protocol or algorithm. Of a
/// choice a quarter is enough: the rows that go by it anyway are the proof.
/// \param modelled by row
bool cannot_apply(const LikelyCause& cause, const std::vector<CheckedRow>& rows,
                  const std::vector<LossAt>& modelled) {
  constexpr double kSlowByMuch = 1.35;
  constexpr double kCostsNothing = 1.07;
  LeftAlone all;
  std::map<core::Collective, LeftAlone> by_collective;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_late = rows[i].is_slow() && rows[i].share() * kSlowByMuch < 1;
    const bool is_alone = is_late && modelled[i].factor < kCostsNothing;
    for (LeftAlone* const one : {&all, &by_collective[rows[i].measurement.collective]}) {
      one->rows += 1;
      one->slow += is_late ? 1 : 0;
      one->alone += is_alone ? 1 : 0;
    }
  }
  const auto is_left = [](const auto& of_one) {
    const LeftAlone& one = of_one.second;
    return one.alone > 0 && one.alone == one.slow && 2 * one.slow >= one.rows;
  };
  const std::size_t parts = cause.is_choice() ? 4 : 2;
  return (all.alone > 0 && parts * all.alone >= all.slow) ||
         std::ranges::any_of(by_collective, is_left);
}

}  // namespace

bool LikelyCause::is_choice() const {
  return cause.starts_with("algorithm-") || cause.starts_with("protocol-") ||
         cause == "half-channels";
}

void leave_out_level_choices(std::vector<LikelyCause>& causes) {
  std::erase_if(causes, [](const LikelyCause& one) {
    return one.is_choice() &&
           (one.shape == LossShape::Everywhere || one.shape == LossShape::OneSize);
  });
}

LikelyCause nearness(const std::vector<CheckedRow>& rows,
                     const std::function<Expected(std::size_t row)>& expected) {
  LikelyCause cause;
  double distance = 0;
  double weights = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const core::Duration measured = rows[i].measured;
    const Expected model = expected(i);
    distance += off_by(rows[i], model.time);
    weights += 1 / rows[i].spread();
    const bool is_inside = model.within.low <= measured && measured <= model.within.high;
    if (rows[i].is_slow() && is_inside) ++cause.explained;
  }
  cause.factor = std::exp(distance / weights);
  return cause;
}

std::vector<LikelyCause> weighed(const Weighing& question, const std::stop_token& stop) {
  const auto& [run, suspects, rows, most] = question;
  if (rows.empty()) return {};
  RunModel usual(run, RunModel::Says::TimeOnly);
  const Calls calls = calls_of(rows, usual);
  const std::vector<LossAt> measured = losses_of(rows);
  std::vector<LikelyCause> causes;
  for (const Suspect& suspect : suspects) {
    if (stop.stop_requested()) return {};
    Suspicion suspicion(suspect, calls, usual);
    if (is_beyond(most, rows, suspicion)) continue;
    const std::vector<LossAt> modelled = losses_by(suspicion, rows);
    if (contradict(measured, modelled)) continue;
    LikelyCause cause = nearness(rows, [&](std::size_t row) { return suspicion.of_row(row); });
    cause.cause = suspect.cause;
    if (cannot_apply(cause, rows, modelled)) continue;
    cause.what = suspect.what;
    cause.look_at = suspect.look_at;
    cause.shape = loss_shape(modelled);
    causes.push_back(std::move(cause));
  }
  std::ranges::stable_sort(causes, {}, &LikelyCause::factor);
  return causes;
}

std::vector<LikelyCause> weighed_causes(const CheckedRun& run, const std::vector<CheckedRow>& rows,
                                        double most, const std::stop_token& stop) {
  return weighed({run, all_suspects(run), rows, most}, stop);
}

}  // namespace treering::tuner::check
