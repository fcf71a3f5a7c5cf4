// What has been measured of a grid so far, as somebody with a table would read it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bench/tune_regret/cases.h"
#include "bench/tune_regret/strategies.h"

namespace treering::bench {

/// Of a cell in its n-th launch; beyond the last they come again.
double us_of(const Case& one, std::size_t cell, std::size_t launch);

class Sheet {
 public:
  /// `first`: the launch that is taken first of each cell.
  Sheet(const Case& one, std::size_t first) : case_(one), first_(first), seen_(one.us.size()) {}

  /// \pre the cell has a time
  void measure(std::size_t cell);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool is_measured(std::size_t cell) const { return !seen_[cell].empty(); }
  /// Infinite where it was not measured.
  [[nodiscard]] double mean(std::size_t cell) const;
  /// At each size the fastest of what was measured at the nearest size that has two ways measured.
  [[nodiscard]] Chosen chosen() const;

 private:
  [[nodiscard]] std::size_t measured_at(std::size_t size) const;
  [[nodiscard]] std::size_t best_near(std::size_t size) const;
  [[nodiscard]] std::size_t best_for(std::size_t from, std::size_t size) const;
  [[nodiscard]] std::size_t possible_at(std::size_t size, std::optional<std::size_t> way) const;

  const Case& case_;
  std::size_t first_;
  std::vector<std::vector<double>> seen_;
  std::size_t count_ = 0;
};

}  // namespace treering::bench
