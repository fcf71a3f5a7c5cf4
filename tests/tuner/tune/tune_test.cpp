// Tuning over times that are known: what it measures, what it chooses, when it ends.
#include "tuner/tune/tune.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "tuner/tune/course.h"

namespace treering::tuner::tune {
namespace {

/// Latency and rate of each way, as alpha-beta has it.
struct Truth {
  std::vector<double> latency_us{20, 60, 35};
  std::vector<double> bytes_per_us{100, 1000, 300};

  [[nodiscard]] double us(const Grid& grid, std::size_t cell) const {
    const Cell at = grid.cell_at(cell);
    return latency_us[at.way] + static_cast<double>(grid.sizes[at.size]) / bytes_per_us[at.way];
  }
  [[nodiscard]] std::size_t fastest(const Grid& grid, std::size_t size) const {
    std::size_t best = 0;
    for (std::size_t way = 1; way < grid.ways.size(); ++way) {
      if (us(grid, grid.index_of({size, way})) < us(grid, grid.index_of({size, best}))) best = way;
    }
    return best;
  }
};

Table table_with(std::vector<sim::Way> ways) {
  SweptGrid swept;
  swept.grid.ways = std::move(ways);
  for (unsigned octave = 6; octave < 22; ++octave) {
    swept.grid.sizes.push_back(std::uint64_t{1} << octave);
  }
  swept.missing.assign(swept.grid.cells(), false);
  return table_of(swept);
}

Table three_ways() {
  return table_with({{"linear", "", 0}, {"ring", "", 0}, {"tree", "", 0}});
}

/// A launch differs from the next by up to 1 %, the same for each run.
double launch_effect(std::size_t cell, int launch) {
  return 1 + 0.01 * std::sin(static_cast<double>(7 * cell) + 3.0 * launch);
}

MeasureLaunch measuring(const Truth& truth, const Grid& grid) {
  return [&truth, &grid](const Launch& launch) -> core::Result<std::vector<Shown>> {
    std::vector<Shown> shown;
    for (const Place& place : launch.places) {
      const double us = truth.us(grid, place.cell) * launch_effect(place.cell, launch.number);
      shown.push_back({place, us});
    }
    return shown;
  };
}

TEST(Tune, FindsTheFastestWaysWithAPartOfTheMeasurements) {
  const Table table = three_ways();
  const Truth truth;
  Pace pace;
  pace.most_measurements = table.grid.cells() / 2;
  const auto tuning = tune({table}, pace, measuring(truth, table.grid));
  ASSERT_TRUE(tuning.has_value());
  EXPECT_LE(tuning->measurements, table.grid.cells() / 2);
  for (std::size_t size = 0; size < table.grid.sizes.size(); ++size) {
    const std::size_t chosen = tuning->standings[0][size].way;
    const double lost =
        truth.us(table.grid, table.grid.index_of({size, chosen})) /
        truth.us(table.grid, table.grid.index_of({size, truth.fastest(table.grid, size)}));
    EXPECT_LT(lost, 1.06) << table.grid.sizes[size];
  }
}

TEST(Tune, ItEndsWhenAllIsSettled) {
  const Table table = three_ways();
  const Truth truth;
  const auto tuning = tune({table}, {}, measuring(truth, table.grid));
  ASSERT_TRUE(tuning.has_value());
  EXPECT_EQ(tuning->ending, Ending::Settled);
  for (const Standing& one : tuning->standings[0]) EXPECT_TRUE(one.is_settled);
}

TEST(Tune, ASecondRunGoesOnFromTheFirst) {
  const Table table = three_ways();
  const Truth truth;
  const auto whole = tune({table}, {}, measuring(truth, table.grid));
  ASSERT_TRUE(whole.has_value());
  Pace half;
  half.most_measurements = whole->measurements / 2;
  const auto first = tune({table}, half, measuring(truth, table.grid));
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->ending, Ending::Spent);
  Pace rest;
  rest.first_launch = first->launches;
  const auto second = tune(first->tables, rest, measuring(truth, table.grid));
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->ending, Ending::Settled);
  EXPECT_LE(second->measurements, whole->measurements);
}

TEST(Tune, WhatFailsIsNotAskedForAgain) {
  const Table table = three_ways();
  const Truth truth;
  std::set<std::size_t> failed;
  const auto tuning =
      tune({table}, {}, [&](const Launch& launch) -> core::Result<std::vector<Shown>> {
        auto shown = *measuring(truth, table.grid)(launch);
        for (Shown& one : shown) {
          if (table.grid.cell_at(one.place.cell).way != 1) continue;
          EXPECT_TRUE(failed.insert(one.place.cell).second);
          one.us.reset();
        }
        return shown;
      });
  ASSERT_TRUE(tuning.has_value());
  EXPECT_FALSE(failed.empty());
  for (const std::size_t cell : failed) EXPECT_FALSE(tuning->tables[0].possible[cell]);
}

/// The tree fails wherever it is tried; late: its ranks never start together.
int tries_of_failing_tree(bool is_late) {
  const Table table = three_ways();
  const Truth truth;
  const MeasureLaunch others = measuring(truth, table.grid);
  int tries = 0;
  const auto tuning = tune({table}, {}, [&](const Launch& launch) {
    auto shown = others(launch);
    for (Shown& one : *shown) {
      if (table.grid.cell_at(one.place.cell).way != 2) continue;
      ++tries;
      one.us.reset();
      one.was_late = is_late;
    }
    return shown;
  });
  EXPECT_TRUE(tuning.has_value());
  for (const Standing& one : tuning->standings[0]) EXPECT_NE(one.way, 2U);
  return tries;
}

TEST(Tune, AWayThatFailsAtThreeSizesIsGivenUp) {
  EXPECT_EQ(tries_of_failing_tree(false), 3);
}

// Each cell twice.
TEST(Tune, RanksThatDidNotStartTogetherAreTriedAgain) {
  EXPECT_EQ(tries_of_failing_tree(true) % 2, 0);
  EXPECT_GT(tries_of_failing_tree(true), 3);
}

// There is nothing to choose.
TEST(Tune, OneWayIsNotMeasured) {
  const auto tuning = tune({table_with({{"ring", "", 0}})}, {}, [](const Launch&) {
    return core::Result<std::vector<Shown>>(std::vector<Shown>());
  });
  ASSERT_TRUE(tuning.has_value());
  EXPECT_EQ(tuning->launches, 0);
  EXPECT_EQ(tuning->measurements, 0U);
}

// The other one is left, but may fail too.
TEST(Tune, WhatIsLeftOfSeveralIsMeasuredOnce) {
  Table table = table_with({{"ring", "", 0}, {"tree", "", 0}});
  for (std::size_t cell = 0; cell < table.grid.cells(); ++cell) {
    if (table.grid.cell_at(cell).way == 1) table.possible[cell] = false;
  }
  const auto tuning = tune({table}, {}, [&](const Launch& launch) {
    std::vector<Shown> shown;
    for (const Place& place : launch.places) shown.push_back({place, 100.0, launch.number, false});
    return core::Result<std::vector<Shown>>(shown);
  });
  ASSERT_TRUE(tuning.has_value());
  EXPECT_EQ(tuning->launches, 1);
  EXPECT_EQ(tuning->measurements, table.grid.sizes.size());
}

// Ranks that never start together say nothing about a way's speed: the library's own choice is
// kept, and undecided.
TEST(Tune, AnOwnChoiceThatCannotBeTimedIsKept) {
  const Table table = table_with({{"", "", 0}, {"ring", "", 0}, {"tree", "", 0}});
  const auto tuning = tune({table}, {}, [&](const Launch& launch) {
    std::vector<Shown> shown;
    for (const Place& place : launch.places) {
      const Cell cell = table.grid.cell_at(place.cell);
      Shown one{place, 100.0 + 50.0 * static_cast<double>(cell.way), launch.number, false};
      if (cell.way == 0) {
        one.us = {};
        one.was_late = true;
      }
      shown.push_back(one);
    }
    return core::Result<std::vector<Shown>>(shown);
  });
  ASSERT_TRUE(tuning.has_value());
  const std::set<std::size_t>& untimed = tuning->tables[0].untimed;
  ASSERT_FALSE(untimed.empty());
  for (const std::size_t cell : untimed) {
    const Standing& one = tuning->standings[0][table.grid.cell_at(cell).size];
    EXPECT_EQ(one.way, 0U);
    EXPECT_FALSE(one.is_faster);
  }
}

TEST(Tune, WhatIsNotAnsweredHasFailed) {
  const Table table = table_with({{"ring", "", 0}, {"tree", "", 0}});
  int launches = 0;
  const auto tuning = tune({table}, {}, [&](const Launch&) {
    ++launches;
    return core::Result<std::vector<Shown>>(std::vector<Shown>());
  });
  ASSERT_TRUE(tuning.has_value());
  EXPECT_LE(launches, static_cast<int>(table.grid.cells()));
  for (const bool is_possible : tuning->tables[0].possible) EXPECT_FALSE(is_possible);
}

TEST(Tune, MoreMeasurementsAreWorthMoreWhereTheChoiceIsOpen) {
  Table table = three_ways();
  const Truth truth;
  // Linear is known to be far slower at the largest size, the others are close.
  const std::size_t last = table.grid.sizes.size() - 1;
  for (int launch = 0; launch < 3; ++launch) {
    for (std::size_t way = 0; way < 3; ++way) {
      const std::size_t cell = table.grid.index_of({last, way});
      const double us = way == 0 ? 20000 : 2000 + 10.0 * static_cast<double>(way);
      table.evidence.chosen_from.push_back({cell, us * launch_effect(cell, launch)});
    }
  }
  const Belief belief = believe(table.grid, table.evidence.chosen_from);
  const auto values = value_of_measuring(table.grid, belief, table.possible);
  EXPECT_LT(values[table.grid.index_of({last, 0})], values[table.grid.index_of({last, 1})]);
}

}  // namespace
}  // namespace treering::tuner::tune
