#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/check_job.h"
#include "app/measurements/texts_of_rows.h"
#include "app/normal.h"
#include "core/text/reading.h"
#include "core/units.h"

namespace treering::app {
namespace {

// A slow run beside published ones: whether other runs of such a machine were as slow.

using tuner::Measurement;

constexpr double kReached = 0.95;  // runs of one machine differ by as much

/// Whether another published run of the collective, size and network was faster.
bool is_beaten(const PublishedBeside& one, const std::vector<PublishedBeside>& all) {
  return std::ranges::any_of(all, [&](const PublishedBeside& other) {
    return other.figure.collective == one.figure.collective &&
           other.figure.bytes == one.figure.bytes && other.is_same_network == one.is_same_network &&
           (one.is_same_network || other.figure.run.network == one.figure.run.network) &&
           !other.figure.run.is_forced() && other.figure.busbw > one.figure.busbw;
  });
}

bool has_slow_row(const CheckReport& report, core::Collective collective) {
  return std::ranges::any_of(report.check.rows, [&](const tuner::check::CheckedRow& row) {
    return row.measurement.collective == collective && row.is_slow();
  });
}

/// Counts the best published figures beside the deciding range, by network; empty: that of the job.
std::vector<AsPublished> beside_published(const CheckReport& report) {
  const tuner::check::RangeCheck range = report.check.ranges().front();
  std::vector<AsPublished> all;
  for (const PublishedBeside& one : report.published) {
    const std::uint64_t at = one.measured_at.count();
    if (!one.measured || one.figure.run.is_forced() || at < range.least || at > range.most)
      continue;
    if (is_beaten(one, report.published) || !has_slow_row(report, one.figure.collective)) continue;
    const std::string network = one.is_same_network ? "" : one.figure.run.network;
    auto found = std::ranges::find(all, network, &AsPublished::network);
    if (found == all.end()) found = all.insert(found, {.network = network});
    ++found->beside;
    found->busbw = std::max(found->busbw, one.figure.busbw);
    if (*one.measured >= one.figure.busbw * kReached) ++found->reached;
  }
  return all;
}

bool is_reached(const AsPublished& published) {
  return published.beside > 0 && 3 * published.reached >= 2 * published.beside;
}

/// Whether the text or the request says which NCCL ran, and treering knows its rules.
bool is_version_known(const setup::JobRequest& asked, const Job& job,
                      const std::vector<Measurement>& rows) {
  if (asked.nccl) return true;
  return std::ranges::any_of(rows, [&](const Measurement& row) {
    const std::string& logged = row.nccl_version;
    const std::size_t end = logged.find('.', logged.find('.') + 1);
    return !logged.empty() && job.machine.job.nccl_version.starts_with(logged.substr(0, end));
  });
}

/// Whether another choice of NCCL's own would be no fault: one that costs more than that is one,
/// whoever made it.
bool may_be_own_choice(const tuner::check::Check& check) {
  constexpr double kMostCost = 1.5;
  return check.slow_factor() <= kMostCost;
}

/// "algorithm Ring"; empty where the choice was logged or explains nothing.
std::string unlogged_choice(const tuner::check::Check& check) {
  if (!check.is_slow() || check.causes.empty() || !may_be_own_choice(check)) return "";
  constexpr double kNearlyAll = 1.0 / 3;  // of the distance may stay
  if (std::log(check.causes.front().factor) > kNearlyAll * std::log(check.factor)) return "";
  const std::string& cause = check.causes.front().cause;
  for (const std::string_view kind : {"algorithm", "protocol"}) {
    if (!cause.starts_with(kind)) continue;
    return fmt::format("{} {}", kind, std::string_view(cause).substr(kind.size() + 1));
  }
  return "";
}

/// Whether rows that NCCL was left to choose for would be as expected with Ring at their largest
/// sizes, where another algorithm is expected. EFA's plugin has had a say in the choice since 2024,
/// and old versions of it none (github.com/aws/aws-ofi-nccl, releases).
bool may_be_ring(const Job& job, const tuner::check::Check& check) {
  constexpr std::size_t kFew = 3;
  if (!job.network().starts_with("efa")) return false;
  std::vector<Measurement> largest;
  for (const tuner::check::CheckedRow& row : check.rows) {
    const bool is_open = row.measurement.way.algorithm.empty() && row.way.algorithm != "Ring";
    if (is_open && row.range == tuner::check::SizeRange::Large) largest.push_back(row.measurement);
  }
  std::ranges::stable_sort(largest, std::greater(), &Measurement::bytes);
  if (largest.size() < kFew) return false;
  largest.resize(kFew);
  for (Measurement& row : largest) row.way.algorithm = "Ring";
  const auto placed = tuner::check::place_rows(run_on(job, largest));
  return placed && std::ranges::all_of(placed->rows, [](const tuner::check::CheckedRow& row) {
           return !row.is_slow() && row.share() >= kReached;
         });
}

/// Whether a word of the files is the network's name.
bool is_named_in(const AskedRows& asked, std::string_view network) {
  return core::has_word(measurements::whole_text(asked.request.files, asked.files), network);
}

/// Whether the network is taken for InfiniBand, and nobody says that it is.
bool is_network_assumed(const AskedRows& asked, const Job& job) {
  const bool is_taken_for = job.network() == "infiniband" && !asked.request.time_model.network;
  return is_taken_for && !is_named_in(asked, "NET/IB") && !is_named_in(asked, "InfiniBand");
}

/// Sockets are what is left where a network fails, so their times excuse none.
bool may_be_own_network(const AskedRows& asked, const Job& job, std::string_view network) {
  return network != "TCP" && is_network_assumed(asked, job);
}

/// Whether large calls are as expected and small ones later by what networks with RDMA differ in.
/// GCP's TCPXO takes five times as long for 8 B as InfiniBand; the rest is a prior.
bool may_be_latency_of_network(const tuner::check::Check& check) {
  constexpr double kMostTimes = 8;
  const auto ranges = check.ranges();
  if (ranges.empty() || ranges.front().is_slow || !check.shows_bandwidth()) return false;
  const auto small =
      std::ranges::find(ranges, tuner::check::SizeRange::Small, &tuner::check::RangeCheck::range);
  return small != ranges.end() && small->is_slow && small->factor <= kMostTimes;
}

/// The fastest network whose figures are reached: slower ones are reached with it.
std::vector<AsPublished>::const_iterator fastest_reached(const std::vector<AsPublished>& all) {
  auto best = all.end();
  for (auto one = all.begin(); one != all.end(); ++one) {
    if (is_reached(*one) && (best == all.end() || one->busbw > best->busbw)) best = one;
  }
  return best;
}

/// Whether a row has that figure: busbw is printed with two digits behind the point.
bool has_figure(const CheckReport& report, const tuner::reference::PublishedFigure& figure) {
  constexpr double kRounding = 0.003;
  constexpr double kLastDigit = 0.01;
  return std::ranges::any_of(report.check.rows, [&](const tuner::check::CheckedRow& row) {
    if (row.measurement.collective != figure.collective) return false;
    if (row.measurement.bytes != figure.bytes.count()) return false;
    const double busbw = (figure.bytes / row.measured).in_gb_per_s() *
                         core::bus_factor(figure.collective, report.shape.ranks());
    const double published = figure.busbw.in_gb_per_s();
    return std::abs(busbw - published) <= std::max(kRounding * published, kLastDigit);
  });
}

bool has_size(const CheckReport& report, const tuner::reference::PublishedFigure& figure) {
  return std::ranges::any_of(report.check.rows, [&](const tuner::check::CheckedRow& row) {
    return row.measurement.collective == figure.collective &&
           row.measurement.bytes == figure.bytes.count();
  });
}

/// Whether all figures of the published run that are of sizes of the rows are those of the rows.
bool is_itself(const CheckReport& report, const std::string& run) {
  constexpr std::size_t kFewest = 2;
  std::size_t sizes = 0;
  for (const PublishedBeside& one : report.published) {
    if (one.figure.run.name != run || !has_size(report, one.figure)) continue;
    if (!has_figure(report, one.figure)) return false;
    ++sizes;
  }
  return sizes >= kFewest;
}

}  // namespace

std::string leave_out_itself(CheckReport& report) {
  const auto own = std::ranges::find_if(report.published, [&](const PublishedBeside& one) {
    return is_itself(report, one.figure.run.name);
  });
  if (own == report.published.end()) return "";
  const tuner::reference::PublishedRun run = own->figure.run;
  std::erase_if(report.published,
                [&](const PublishedBeside& one) { return one.figure.run.name == run.name; });
  return fmt::format(
      "these rows are those that were published in {}, which therefore do not count "
      "as another run beside them",
      run.repository());
}

bool is_network_open(const AskedRows& asked, const Job& job, const tuner::check::Check& check) {
  const auto& adapters = asked.request.job.adapters;
  const bool is_other = adapters.nics || adapters.nic_rate;
  return is_other && check.is_slow() && may_be_latency_of_network(check) &&
         is_network_assumed(asked, job) && !is_named_in(asked, "IB");
}

void add_published(const AskedRows& asked, const Job& job, CheckReport& report) {
  const std::vector<AsPublished> all = beside_published(report);
  const auto same = std::ranges::find(all, std::string(), &AsPublished::network);
  const bool has_same = same != all.end();
  const auto reached = has_same ? (is_reached(*same) ? same : all.end()) : fastest_reached(all);
  const bool is_below = tuner::check::is_slow_below_large(report.check.rows);
  // Figures of the job's network clear it; those of another only raise a question.
  if (reached != all.end() && !(has_same && is_below)) {
    report.as_published = *reached;
    const std::string& network = reached->network;
    if (!network.empty()) {
      report.as_published->is_named = is_named_in(asked, network);
      report.as_published->may_be_own = may_be_own_network(asked, job, network);
    }
  }
  if (!has_same && !is_version_known(asked.request.job, job, asked.rows)) {
    report.unlogged_choice = unlogged_choice(report.check);
  }
  if (report.unlogged_choice.empty() && may_be_ring(job, report.check)) {
    report.unlogged_choice = "algorithm Ring";
  }
}

}  // namespace treering::app
