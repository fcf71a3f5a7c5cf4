#include "app/tuning/choices.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace treering::app::tuning {
namespace {

using tuner::tune::Belief;
using tuner::tune::Grid;
using tuner::tune::LogRatio;
using tuner::tune::Standing;
using tuner::tune::Table;

struct AtSize {
  std::size_t way = 0;
  Reason reason = Reason::Tie;
  std::optional<LogRatio> gain;
  double confidence = 0;
  double chance_fastest = 0;
  std::size_t measured = 0;
};

class Judge {
 public:
  Judge(const Table& table, const Belief& belief, const std::vector<Standing>& standings)
      : table_(table), belief_(belief), standings_(standings) {
    for (const auto& one : table.evidence.all()) measured_.insert(one.cell);
  }

  [[nodiscard]] AtSize at(std::size_t size) const {
    const Standing& standing = standings_[size];
    const Grid& grid = table_.grid;
    const double chance = 1 - standing.doubt;
    AtSize result{standing.way, Reason::Fastest, {}, chance, chance, 0};
    std::size_t possible = 0;
    for (std::size_t way = 0; way < grid.ways.size(); ++way) {
      if (table_.possible[grid.index_of({size, way})]) ++possible;
      result.measured += measured_.count(grid.index_of({size, way}));
    }
    const auto own = grid.default_way();
    if (grid.ways.size() == 1) {
      result.reason = Reason::NoChoice;
    } else if (possible == 0) {
      result.reason = Reason::AllFailed;
    } else if (own && table_.untimed.contains(grid.index_of({size, *own}))) {
      result.reason = Reason::Untimed;
    } else if (possible > 1 && own && table_.possible[grid.index_of({size, *own})]) {
      compare(size, *own, result);
    } else if (const auto way = fastest_that_ran(size)) {
      if (possible == 1) result.reason = Reason::OnlyWay;
      result.way = *way;
    } else {
      result.reason = Reason::Unmeasured;
    }
    return result;
  }

 private:
  /// A way that ran at no size may fail.
  [[nodiscard]] bool ran(std::size_t way) const {
    return std::ranges::any_of(
        measured_, [&](std::size_t cell) { return table_.grid.cell_at(cell).way == way; });
  }

  /// The choice where it ran, else the fastest that did.
  [[nodiscard]] std::optional<std::size_t> fastest_that_ran(std::size_t size) const {
    if (ran(standings_[size].way)) return standings_[size].way;
    std::optional<std::size_t> fastest;
    for (std::size_t way = 0; way < table_.grid.ways.size(); ++way) {
      const std::size_t cell = table_.grid.index_of({size, way});
      if (!table_.possible[cell] || !ran(way)) continue;
      if (fastest && belief_.mean[table_.grid.index_of({size, *fastest})] <= belief_.mean[cell]) {
        continue;
      }
      fastest = way;
    }
    return fastest;
  }

  void compare(std::size_t size, std::size_t own, AtSize& result) const {
    const Standing& standing = standings_[size];
    if (!standing.is_faster) {
      result.reason = standing.is_settled ? Reason::Tie : Reason::Undecided;
      return;
    }
    result.reason = Reason::Faster;
    result.gain = tuner::tune::log_ratio(belief_, table_.grid.index_of({size, own}),
                                         table_.grid.index_of({size, standing.way}));
    result.confidence = tuner::tune::chance_above_zero(result.gain->mean, result.gain->sd);
  }

  const Table& table_;
  const Belief& belief_;
  const std::vector<Standing>& standings_;
  std::set<std::size_t> measured_;
};

/// Of sizes that share a way: their gains are one number as far as they move together, so the
/// interval is the widest of any.
Choice::Gain gain_over(const std::vector<LogRatio>& sizes) {
  double mean = 0;
  double widest = 0;
  for (const LogRatio& one : sizes) {
    mean += one.mean / static_cast<double>(sizes.size());
    widest = std::max(widest, one.sd);
  }
  const double half = kHalfOf80Percent * widest;
  return {std::exp(mean), std::exp(mean - half), std::exp(mean + half)};
}

bool compares(Reason reason) {
  return reason == Reason::Faster || reason == Reason::Tie || reason == Reason::Undecided ||
         reason == Reason::Fastest;
}

Choice choice_over(const Grid& grid, std::size_t first, const std::vector<AtSize>& sizes) {
  Choice choice;
  choice.collective = grid.call.call.collective;
  choice.from_bytes = grid.sizes[first];
  choice.to_bytes = grid.sizes[first + sizes.size() - 1];
  choice.way = grid.ways[sizes.front().way];
  choice.reason = sizes.front().reason;
  if (compares(choice.reason)) choice.confidence = choice.chance_fastest = 1;
  std::vector<LogRatio> gains;
  for (const AtSize& one : sizes) {
    if (one.gain) gains.push_back(*one.gain);
    if (choice.confidence) choice.confidence = std::min(*choice.confidence, one.confidence);
    if (choice.chance_fastest) {
      choice.chance_fastest = std::min(*choice.chance_fastest, one.chance_fastest);
    }
    choice.measured += one.measured;
  }
  if (gains.size() == sizes.size()) choice.gain = gain_over(gains);
  return choice;
}

/// Sizes that follow each other, with the same guess.
struct GuessedLine {
  std::size_t first = 0;
  std::size_t way = 0;
  std::vector<LogRatio> gains;
};

std::vector<GuessedLine> guessed_lines(const Grid& grid, const Belief& belief,
                                       const std::vector<Standing>& standings) {
  std::vector<GuessedLine> lines;
  for (std::size_t size = 0; size < standings.size(); ++size) {
    const std::size_t chosen = standings[size].way;
    const std::size_t way = standings[size].guess;
    if (way == chosen) continue;
    const bool goes_on = !lines.empty() && lines.back().way == way &&
                         lines.back().first + lines.back().gains.size() == size;
    if (!goes_on) lines.push_back({size, way, {}});
    lines.back().gains.push_back(
        tuner::tune::log_ratio(belief, grid.index_of({size, chosen}), grid.index_of({size, way})));
  }
  return lines;
}

Guess guess_of(const Grid& grid, const GuessedLine& line) {
  Guess guess;
  guess.collective = grid.call.call.collective;
  guess.from_bytes = grid.sizes[line.first];
  guess.to_bytes = grid.sizes[line.first + line.gains.size() - 1];
  guess.way = grid.ways[line.way];
  guess.gain = gain_over(line.gains);
  guess.chance = 1;
  for (const LogRatio& one : line.gains) {
    guess.chance = std::min(guess.chance, tuner::tune::chance_above_zero(one.mean, one.sd));
  }
  return guess;
}

bool are_alike(const AtSize& one, const AtSize& other) {
  return one.way == other.way && one.reason == other.reason;
}

}  // namespace

std::string_view name_of(Reason reason) {
  switch (reason) {
    case Reason::Faster:
      return "faster";
    case Reason::Tie:
      return "tie";
    case Reason::Undecided:
      return "undecided";
    case Reason::Untimed:
      return "untimed";
    case Reason::Fastest:
      return "fastest";
    case Reason::OnlyWay:
      return "only way";
    case Reason::NoChoice:
      return "no choice";
    case Reason::Unmeasured:
      return "unmeasured";
    case Reason::AllFailed:
      return "all failed";
  }
  return "";
}

std::vector<Choice> choices_of(const tuner::tune::Tuning& tuning) {
  std::vector<Choice> choices;
  for (std::size_t table = 0; table < tuning.tables.size(); ++table) {
    const Grid& grid = tuning.tables[table].grid;
    const Judge judge(tuning.tables[table], tuning.beliefs[table], tuning.standings[table]);
    std::vector<AtSize> run;
    for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
      const AtSize next = judge.at(size);
      if (!run.empty() && !are_alike(run.back(), next)) {
        choices.push_back(choice_over(grid, size - run.size(), run));
        run.clear();
      }
      run.push_back(next);
    }
    if (!run.empty()) choices.push_back(choice_over(grid, grid.sizes.size() - run.size(), run));
  }
  return choices;
}

std::vector<Guess> guesses_of(const tuner::tune::Tuning& tuning) {
  std::vector<Guess> guesses;
  for (std::size_t table = 0; table < tuning.tables.size(); ++table) {
    const Grid& grid = tuning.tables[table].grid;
    for (const GuessedLine& line :
         guessed_lines(grid, tuning.beliefs[table], tuning.standings[table])) {
      guesses.push_back(guess_of(grid, line));
    }
  }
  return guesses;
}

}  // namespace treering::app::tuning
