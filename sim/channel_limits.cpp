#include "sim/channel_limits.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>

namespace treering::sim {
namespace {

bool is_same_call(const Prediction& a, const Prediction& b) {
  return a.collective == b.collective && a.asked == b.asked;
}

/// Of one call under one limit. \pre there is one
template <class Row>
Row& row_that_counts(std::span<Row> rows, const Filter& filter) {
  const auto find = [&](bool Prediction::*mark) { return std::ranges::find(rows, true, mark); };
  auto found = filter.allows_all() ? find(&Prediction::is_nccl_default) : rows.end();
  if (found == rows.end()) found = find(&Prediction::is_best);
  if (found != rows.end()) return *found;
  return *std::ranges::min_element(rows, {}, [](const Prediction& row) {
    return row.time().value_or(core::Duration::from_us(std::numeric_limits<double>::infinity()));
  });
}

/// The row that counts under each limit, of the rows of one call.
template <class Row>
std::vector<Row*> rows_that_count_in(std::span<Row> rows, const Filter& filter) {
  std::vector<Row*> counting;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t end = first + 1;
    while (end < rows.size() && rows[end].channel_limit == rows[first].channel_limit) ++end;
    counting.push_back(&row_that_counts(rows.subspan(first, end - first), filter));
    first = end;
  }
  return counting;
}

void set_slowdowns(std::span<Prediction> call, const Prediction& unlimited) {
  if (!unlimited.time() || unlimited.time()->in_us() <= 0) return;
  const core::Duration usual = *unlimited.time();
  for (Prediction& row : call) {
    if (row.time()) row.slowdown = *row.time() / usual;
  }
}

void mark_enough(const std::vector<Prediction*>& counting) {
  const auto has_time = [](const Prediction* row) { return row->time() && row->way.channels > 0; };
  if (counting.empty() || !std::ranges::all_of(counting, has_time)) return;
  const auto time = [](const Prediction* row) { return row->time()->in_us(); };
  const double most = kEnough * time(*std::ranges::min_element(counting, {}, time));
  Prediction* enough = nullptr;
  for (Prediction* const row : counting) {
    if (time(row) > most) continue;
    const bool is_unlimited = !row->channel_limit;  // comes last: nothing has to be set for it
    if (enough == nullptr || row->way.channels < enough->way.channels ||
        (is_unlimited && row->way.channels == enough->way.channels)) {
      enough = row;
    }
  }
  enough->is_enough = true;
}

/// Other models do not know what channels cost.
void compare(std::span<Prediction> call, const PredictionRequest& request) {
  if (basis_of(request.model) != Basis::Profile) return;
  const auto counting = rows_that_count_in(call, request.filter);
  const auto unlimited = std::ranges::find_if(
      counting, [](const Prediction* row) { return !row->channel_limit.has_value(); });
  if (unlimited == counting.end()) return;
  set_slowdowns(call, **unlimited);
  mark_enough(counting);
}

}  // namespace

job::JobSpec with_channels(job::JobSpec job, int channels) {
  job::ChannelLimits& limits = job.settings.channels;
  limits.min_channels = channels;
  limits.max_channels = channels;
  limits.min_ctas = channels;
  limits.max_ctas = channels;
  return job;
}

std::vector<int> doubled_up_to(int most) {
  std::vector<int> counts;
  for (int count = 1; count <= most; count *= 2) counts.push_back(count);
  return counts;
}

std::vector<Prediction> joined(const std::vector<LimitedRows>& parts,
                               const PredictionRequest& request) {
  std::vector<Prediction> all;
  std::vector<std::size_t> next(parts.size(), 0);
  const auto take_call = [&](const Prediction& call) {
    const std::size_t first = all.size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::vector<Prediction>& rows = parts[i].rows;
      for (; next[i] < rows.size() && is_same_call(rows[next[i]], call); ++next[i]) {
        all.push_back(rows[next[i]]);
        all.back().channel_limit = parts[i].limit;
      }
    }
    compare(std::span(all).subspan(first), request);
  };
  Prediction call;
  for (const core::Collective collective : request.collectives) {
    for (const std::uint64_t size : request.sizes) {
      call.collective = collective;
      call.asked = core::Bytes::of(size);
      take_call(call);
    }
  }
  return all;
}

std::vector<const Prediction*> rows_that_count(const std::vector<Prediction>& rows,
                                               core::Collective collective, const Filter& filter) {
  std::vector<const Prediction*> counting;
  const std::span all(rows);
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first + 1;
    while (end < all.size() && is_same_call(all[end], all[first])) ++end;
    if (all[first].collective == collective) {
      const auto of_call = rows_that_count_in(all.subspan(first, end - first), filter);
      counting.insert(counting.end(), of_call.begin(), of_call.end());
    }
    first = end;
  }
  return counting;
}

std::vector<LimitCost> costs_of_limits(const std::vector<const Prediction*>& counting) {
  std::map<int, LimitCost> costs;
  for (const Prediction* const row : counting) {
    if (!row->channel_limit) continue;
    LimitCost& cost = costs[*row->channel_limit];
    cost.limit = *row->channel_limit;
    if (!row->slowdown || *row->slowdown <= cost.greatest.value_or(0)) continue;
    cost.greatest = row->slowdown;
    cost.greatest_at = row->bytes.count();
  }
  std::vector<LimitCost> list;
  for (const auto& [limit, cost] : costs) list.push_back(cost);
  return list;
}

}  // namespace treering::sim
