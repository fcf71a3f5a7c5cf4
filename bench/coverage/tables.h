// The tables of bench_coverage, each from so many series of a kind.
#pragma once

#include <cstddef>

namespace treering::tuner::stats {

void print_intervals(std::size_t series);
void print_stopping(std::size_t series);
void print_short_series(std::size_t series);
void print_launches(std::size_t series);
void print_comparisons(std::size_t series);
void print_spreads(std::size_t series);
void print_modes(std::size_t series);
void print_false_modes(std::size_t series);
void print_modes_between(std::size_t series);
void print_drift(std::size_t series);
void print_trends(std::size_t series);

}  // namespace treering::tuner::stats
