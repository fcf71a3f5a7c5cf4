// Measures only what matters: launch after launch, each of the few cells whose times would change a
// choice, until all choices are settled. Then fresh launches confirm what seems faster than the
// library's own choice (confirm.h).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

#include "core/result.h"
#include "tuner/tune/belief.h"
#include "tuner/tune/confirm.h"
#include "tuner/tune/grid.h"
#include "tuner/tune/standing.h"

namespace treering::tuner::tune {

/// A grid, and what has been measured of it.
struct Table {
  Grid grid;
  std::vector<bool> possible;  // by cell: whether it can be chosen
  Evidence evidence;
  std::set<std::size_t> closed;     // cells that cannot be measured (again)
  std::map<std::size_t, int> late;  // by cell: launches whose ranks never started together
  std::set<std::size_t> untimed;    // closed for that, without a time: it may be fast nevertheless
  /// By way: sizes at which it failed otherwise.
  std::map<std::size_t, std::set<std::size_t>> failed;
  /// By size: the ways that fresh launches showed to be faster than the library's own choice.
  std::vector<std::set<std::size_t>> confirmed;
};

/// By cell: whether it may be the fastest, as far as is known. What no launch could time is no
/// choice, but nothing shows that it is slow.
std::vector<bool> may_be_fastest(const Table& table);

/// Nothing measured yet.
Table table_of(const SweptGrid& swept);

struct Pace {
  Rule rule;
  /// Cells of each table that a launch measures at most; 0: a twentieth of them, 2 to 16.
  std::size_t cells_per_launch = 0;
  /// Measurements, a cell in a launch each, after which it ends, settled or not.
  std::optional<std::size_t> most_measurements;
  /// Of a cell: what a sweep of everything would have.
  std::size_t most_launches = 6;
  int first_launch = 0;  // the number of the first
};

/// A cell of a table.
struct Place {
  std::size_t table = 0;
  std::size_t cell = 0;

  auto operator<=>(const Place&) const = default;
};

/// A launch, and what it measures.
struct Launch {
  int number = 0;
  std::vector<Place> places;
  bool confirms = false;  // choices that are made: no choice is made from it
};

struct Shown {
  Place place;
  std::optional<double> us;  // nothing: it failed
  int launch = 0;
  bool confirms = false;
  double sd = 0;          // of ln us, as samples show (Observation::sd)
  bool was_late = false;  // without a time, since ranks never started together
};

/// Measures the cells of one launch, in an order of its own.
using MeasureLaunch = std::function<core::Result<std::vector<Shown>>(const Launch&)>;

enum class Ending {
  Settled,  // every choice is settled and confirmed; or nothing more can be learnt
  Spent,    // as many measurements as allowed
  Stopped,  // by the token
};

struct Tuning {
  std::vector<Table> tables;
  std::vector<Belief> beliefs;  // by table; of all evidence
  /// By table and size. A way that is not confirmed to be faster gives way to the library's own
  /// choice; that is not settled then.
  std::vector<std::vector<Standing>> standings;
  std::size_t measurements = 0;  // of this run, confirmations with them
  int launches = 0;
  Ending ending = Ending::Settled;
};

/// The tables after launches that were measured before, in their order: as they were at the end of
/// the run that measured them.
std::vector<Table> resumed(std::vector<Table> tables, const std::vector<Shown>& earlier,
                           const Rule& rule);

/// Goes on from what the tables hold. A cell that fails is not asked for again; one that never had
/// a time is no choice. Fails as `measure` does.
core::Result<Tuning> tune(std::vector<Table> tables, const Pace& pace, const MeasureLaunch& measure,
                          const std::stop_token& stop = {});

}  // namespace treering::tuner::tune
