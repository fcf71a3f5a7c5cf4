#include "tuner/runs/collective_of_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>

#include "core/data_type.h"
#include "tuner/runs/bandwidth_ranks.h"

namespace treering::tuner::runs {
namespace {

using core::Collective;
using Op = RowSigns::Op;

/// Size over count, in ranks: 1 where the count is that of the whole size; 0 where it is unknown.
int shares_of(const ParsedRow& row) {
  if (row.signs.count == 0 || !row.row.type) return 0;
  const std::uint64_t counted = row.signs.count * core::size_of(*row.row.type).count();
  constexpr std::uint64_t kMost = 1U << 20U;
  if (row.row.bytes % counted != 0 || row.row.bytes / counted > kMost) return 0;
  return static_cast<int>(row.row.bytes / counted);
}

bool counts_shares(Collective one) {
  switch (one) {
    case Collective::AllGather:
    case Collective::ReduceScatter:
    case Collective::AllToAll:
    case Collective::Gather:
    case Collective::Scatter:
      return true;
    default:
      return false;
  }
}

bool has_root(Collective one) {
  return one == Collective::Broadcast || one == Collective::Reduce || one == Collective::Gather ||
         one == Collective::Scatter;
}

/// sendrecv has no reduction but prints those of its runs.
bool fits_op(Collective one, const RowSigns& signs) {
  const bool reduces =
      one == Collective::AllReduce || one == Collective::ReduceScatter || one == Collective::Reduce;
  if (signs.op == Op::Reduction) return reduces || one == Collective::SendRecv;
  return !reduces;
}

bool fits_root(Collective one, const RowSigns& signs) {
  return has_root(one) == (signs.root.value_or(-1) >= 0);
}

/// Neither works in place.
bool is_out_of_place_only(Collective one) {
  return one == Collective::AllToAll || one == Collective::SendRecv;
}

bool fits_row(Collective one, const ParsedRow& row) {
  const int shares = shares_of(row);
  if (shares == 1 && counts_shares(one)) return false;
  if (shares > 1 && !counts_shares(one)) return false;
  return fits_op(one, row.signs) && fits_root(one, row.signs);
}

/// What all rows that are right out of place say of the other: whether it is never right, or not
/// counted, and whether it is always right.
struct InPlace {
  bool is_never_right = true;
  bool is_always_right = true;
};

std::optional<InPlace> in_place_of(const std::vector<ParsedRow>& rows) {
  std::optional<InPlace> all;
  for (const ParsedRow& row : rows) {
    if (!row.problem.empty() || !row.in_place.time_us) continue;
    if (!row.signs.is_right_out_of_place.value_or(false)) continue;
    if (!all) all.emplace();
    const bool is_right = row.signs.is_right_in_place.value_or(false);
    all->is_never_right = all->is_never_right && !is_right;
    all->is_always_right = all->is_always_right && is_right;
  }
  return all;
}

/// Whether busbw over algbw may be that of the collective with so many ranks, or any if 0.
bool fits_bandwidths(Collective one, const std::vector<ParsedRow>& rows, int ranks) {
  const FactorRange range = factor_range(rows);
  if (range.least > range.greatest) return true;  // figures that contradict each other say nothing
  const auto is_in = [&](double factor) {
    return factor >= range.least && factor <= range.greatest;
  };
  const bool is_old = std::ranges::any_of(rows, [](const ParsedRow& row) {
    return row.problem.empty() && !row.signs.root.has_value();
  });
  const bool was_one = one == Collective::AllGather || one == Collective::ReduceScatter;
  if (is_old && was_one && is_in(1)) return true;
  if (ranks > 0) return is_in(core::bus_factor(one, ranks));
  constexpr int kMost = 4096;
  for (int n = 1; n <= kMost; ++n) {
    if (is_in(core::bus_factor(one, n))) return true;
  }
  return false;
}

}  // namespace

int ranks_by_counts(const std::vector<ParsedRow>& rows) {
  int ranks = 0;
  for (const ParsedRow& row : rows) {
    if (!row.problem.empty() || row.row.bytes == 0) continue;
    const int shares = shares_of(row);
    if (shares < 2 || (ranks != 0 && ranks != shares)) return 0;
    ranks = shares;
  }
  return ranks;
}

std::vector<Collective> possible_collectives(const std::vector<ParsedRow>& rows, int ranks) {
  const bool has_rows =
      std::ranges::any_of(rows, [](const ParsedRow& row) { return row.problem.empty(); });
  if (!has_rows) return {};
  const auto in_place = in_place_of(rows);
  const int counted = ranks_by_counts(rows);
  const int known = counted > 0 ? counted : ranks;
  std::vector<Collective> possible;
  for (const Collective one : core::all_collectives()) {
    const bool fits_rows = std::ranges::all_of(rows, [&](const ParsedRow& row) {
      return !row.problem.empty() || row.row.bytes == 0 || fits_row(one, row);
    });
    if (!fits_rows) continue;
    if (in_place && in_place->is_never_right && !is_out_of_place_only(one)) continue;
    if (in_place && in_place->is_always_right && is_out_of_place_only(one)) continue;
    if (fits_bandwidths(one, rows, known)) possible.push_back(one);
  }
  // A list of devices that was put together by hand may be of another run.
  return possible.empty() && ranks > 0 ? possible_collectives(rows, 0) : possible;
}

namespace {

/// Letters alone, in lower case: "All-to-All" and "all_to_all" are the same. Other runs of
/// characters become one blank.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) {
      letters += static_cast<char>(std::tolower(byte));
    } else if (c != '_' && c != '-' && !letters.ends_with(' ')) {
      letters += ' ';
    }
  }
  return letters;
}

struct Spelling {
  std::string_view text;  // as letters_of() leaves it
  Collective collective;
};

constexpr std::array kSpellings{Spelling{"allreduce", Collective::AllReduce},
                                Spelling{"all reduce", Collective::AllReduce},
                                Spelling{"allgather", Collective::AllGather},
                                Spelling{"all gather", Collective::AllGather},
                                Spelling{"reducescatter", Collective::ReduceScatter},
                                Spelling{"reduce scatter", Collective::ReduceScatter},
                                Spelling{"alltoall", Collective::AllToAll},
                                Spelling{"all to all", Collective::AllToAll},
                                Spelling{"all2all", Collective::AllToAll},
                                Spelling{"sendrecv", Collective::SendRecv},
                                Spelling{"send recv", Collective::SendRecv},
                                Spelling{"broadcast", Collective::Broadcast},
                                Spelling{" reduceperf", Collective::Reduce},
                                Spelling{" gatherperf", Collective::Gather},
                                Spelling{" scatterperf", Collective::Scatter}};

}  // namespace

std::vector<Collective> collectives_named_in(std::string_view text) {
  const std::string letters = " " + letters_of(text);
  std::vector<Collective> named;
  for (const Spelling& spelling : kSpellings) {
    const bool is_there = letters.find(spelling.text) != std::string::npos;
    const bool is_new = std::ranges::find(named, spelling.collective) == named.end();
    if (is_there && is_new) named.push_back(spelling.collective);
  }
  return named;
}

}  // namespace treering::tuner::runs
