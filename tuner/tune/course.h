// The course of a tuning: its state, and the cells that are worth measuring next.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/tune/belief.h"
#include "tuner/tune/grid.h"
#include "tuner/tune/standing.h"
#include "tuner/tune/tune.h"

namespace treering::tuner::tune {

// The mean of the greatest of some straight lines in a standard normal variable.

/// at + slope Z
struct Line {
  double at = 0;
  double slope = 0;
};

/// E[max over the lines] - max over the lines of E. Frazier, Powell & Dayanik, "The
/// knowledge-gradient policy for correlated normal beliefs", INFORMS Journal on Computing 21
/// (2009), 599-613, section 3.1: only the lines of the upper envelope count. O(n log n). \pre not
/// empty
double gain_of_knowing(std::vector<Line> lines);

// What to measure next: where knowing more would change choices for the better.

/// What one more launch of each cell would save, as a share of the time of a call at the sizes
/// whose choice it would change, summed over the sizes: the knowledge gradient (above). A cell
/// tells of its neighbours, too, as far as the belief connects them.
std::vector<double> value_of_measuring(const Grid& grid, const Belief& belief,
                                       const std::vector<bool>& possible);

/// Which cells count, by cell.
struct Cells {
  std::vector<bool> possible;  // as choices
  std::vector<bool> open;      // to be measured
  std::size_t most = 0;        // that one launch measures
};

/// The cells that one launch should measure, each once, the most valuable first; empty when all
/// choices are settled, and when nothing that is open would change one. Each is chosen as if those
/// before it had shown what is expected of them, so that they do not all ask the same.
std::vector<std::size_t> next_cells(const Grid& grid, Belief belief, const Cells& cells,
                                    const Rule& rule = {});

// A tuning under way: what was measured, what follows from it, what comes next.

/// Choices are made from what was measured to choose. What is confirmed need not be confirmed
/// again, but other ways may still turn out to be faster.
class Course {
 public:
  /// \param pace outlives it
  Course(std::vector<Table> tables, const Pace& pace);

  /// What the next launch measures; no places where nothing is left to do.
  [[nodiscard]] Launch next(int number) const;
  void take(const std::vector<Shown>& shown);
  /// Whether choices or claims are open for want of measurements.
  [[nodiscard]] bool is_spent() const;
  [[nodiscard]] Tuning finished() const;
  [[nodiscard]] const std::vector<Table>& tables() const { return tables_; }

 private:
  /// A claim that stands, and whether more pairs may confirm it.
  struct Standpoint {
    std::size_t table = 0;
    Claim claim;
    std::size_t needed = 0;  // further pairs, usually
    bool is_open = false;
  };

  [[nodiscard]] std::size_t left() const;  // measurements
  [[nodiscard]] Cells cells(std::size_t table) const;
  [[nodiscard]] std::vector<std::size_t> repeats(std::size_t table, const Cells& cells) const;
  [[nodiscard]] std::vector<Place> places_to_choose() const;
  [[nodiscard]] std::vector<Standpoint> open_claims(std::size_t measurements) const;
  [[nodiscard]] std::size_t kept_to_confirm() const;
  [[nodiscard]] std::vector<Place> places_to_confirm() const;
  void judge();  // beliefs, choices, claims
  void judge_choices();
  void judge_claims();
  [[nodiscard]] std::vector<Claim> claims_on(std::size_t table) const;
  [[nodiscard]] std::size_t earlier_claims(std::size_t table) const;

  const Pace& pace_;
  std::vector<Table> tables_;
  std::vector<Belief> beliefs_;                   // of what choices are made from
  std::vector<std::vector<Standing>> standings_;  // likewise
  std::vector<Standpoint> claims_;
  std::size_t measurements_ = 0;
};

}  // namespace treering::tuner::tune
