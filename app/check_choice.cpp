#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/check_job.h"
#include "app/setup/calls.h"
#include "app/setup/guesses.h"
#include "sim/alternatives.h"
#include "sim/nccl/versions/version.h"
#include "tuner/advice/recommend.h"
#include "tuner/check/better_choice.h"
#include "tuner/exporters/exporter.h"

namespace treering::app {
namespace {

// NCCL's own choices in a run that is as fast as expected: whether another would be faster, and
// what to set for it.

using tuner::check::BetterChoice;
using tuner::check::RangeCheck;

/// Whether the rows are what the model expects of NCCL's choices on a machine that is known.
bool is_as_expected(const CheckReport& report) {
  const tuner::check::Check& check = report.check;
  const bool is_doubtful = report.is_wire_assumed || report.is_network_open ||
                           !report.over_sockets.empty() || !report.unlogged_choice.empty();
  if (report.is_odd || is_doubtful || is_guess(report.job)) return false;
  return verdict_of(check) == "as fast as expected" &&
         std::ranges::none_of(check.ranges(), &RangeCheck::is_slow);
}

/// For calls of any size of the process: powers of two from 8 B to 8 GiB, and the given ones.
std::vector<std::uint64_t> sizes_with(const std::vector<std::uint64_t>& given) {
  std::set<std::uint64_t> sizes(given.begin(), given.end());
  for (unsigned power = 3; power <= 33; ++power) sizes.insert(std::uint64_t{1} << power);
  return {sizes.begin(), sizes.end()};
}

tuner::advice::Question question_on(const Job& job, const BetterChoice& better) {
  tuner::advice::Question question;
  question.lists = sim::nccl::versions::version(job.machine.job.nccl_version).lists;
  question.all = question.lists.by_collective ? std::vector{better.collective}
                                              : setup::parse_collectives("tuned").value();
  question.advised = {better.collective};
  question.sizes = sizes_with(better.at);
  return question;
}

/// "NCCL_ALGO=allreduce:tree,ring NCCL_PROTO=allreduce:simple"; empty where nothing is worth it.
std::string setting_of(const Job& job, const tuner::advice::Question& question,
                       std::vector<tuner::advice::CollectiveAdvice> advice) {
  tuner::advice::Recommendation recommendation;
  recommendation.nccl_version = job.machine.job.nccl_version;
  recommendation.sizes = question.sizes;
  recommendation.collectives = std::move(advice);
  std::vector<std::string> values;
  for (const auto& one : tuner::exporters::settings_for(recommendation).settings) {
    values.push_back(fmt::format("{}={}", one.variable, one.value));
  }
  return fmt::format("{}", fmt::join(values, " "));
}

/// Where one value of NCCL_ALGO and NCCL_PROTO makes NCCL choose better at that size, and no other
/// size loses more than two runs of a job differ by.
BadChoice with_setting(const Job& job, const sim::AlternativesOf& alternatives,
                       const BetterChoice& better) {
  constexpr double kNoLoss = 0.95;
  BadChoice bad{.better = better};
  bad.loads_plugin = tuner::exporters::loads_example_plugin(job.machine.job.nccl_version);
  const tuner::advice::Question question = question_on(job, better);
  auto advice = tuner::advice::advise(alternatives, question);
  const auto own =
      std::ranges::find(advice, better.collective, &tuner::advice::CollectiveAdvice::collective);
  if (own == advice.end() || !own->has_useful_setting()) return bad;
  const tuner::advice::SettingAdvice setting = *own->setting;
  const auto outcome = std::ranges::find(setting.outcomes, better.bytes.count(),
                                         &tuner::advice::SettingAdvice::Outcome::bytes);
  const bool is_gained =
      outcome != setting.outcomes.end() && outcome->gain >= tuner::advice::kLeastGain;
  if (!is_gained || setting.gain.least < kNoLoss) return bad;
  bad.setting = setting_of(job, question, std::move(advice));
  bad.is_for_all_collectives = !question.lists.by_collective;
  bad.gain = outcome->gain;
  bad.least = setting.gain.least;
  bad.least_at = core::Bytes::of(setting.gain.least_at);
  return bad;
}

}  // namespace

std::vector<BadChoice> bad_choices_in(const Job& job, const CheckReport& report) {
  if (!is_as_expected(report)) return {};
  const auto found = tuner::check::better_choices(
      report.check.rows,
      [&](core::DataType type, core::ReduceOp op) { return job.alternatives(type, op); });
  if (found.empty()) return {};
  const auto alternatives =
      sim::remembered(job.alternatives(core::DataType::Float, core::ReduceOp::Sum));
  std::vector<BadChoice> bad;
  for (const BetterChoice& one : found) bad.push_back(with_setting(job, alternatives, one));
  std::ranges::stable_sort(bad, std::ranges::greater(),
                           [](const BadChoice& one) { return one.better.low; });
  return bad;
}

}  // namespace treering::app
