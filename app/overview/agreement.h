// Whether measurements repeat: launches of one sweep, repeated rows of one log, and several files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/measuring/compared_side.h"
#include "tuner/measure/configuration.h"

namespace treering::app::overview {

enum class Repeats { Launches, Rows };

/// How far repeats of one configuration lie apart, in one file.
struct Spread {
  std::string file;
  Repeats repeats = Repeats::Launches;
  std::size_t configurations = 0;  // measured more than once
  double typical = 1;              // the median of their largest / smallest time
  double greatest = 1;
  tuner::measure::Configuration greatest_at;
};

/// The same configurations in two files.
struct FilePair {
  std::string first;
  std::string second;
  std::size_t common = 0;  // configurations; the rest is of these
  std::size_t faster = 0;  // in the second, by tuner/stats/verdict.h
  std::size_t slower = 0;
  std::size_t same = 0;
  std::size_t undecided = 0;
  double typical = 1;  // time in the second / in the first, the median
  double farthest = 1;
  tuner::measure::Configuration farthest_at;
};

struct Agreement {
  std::vector<Spread> spreads;  // by file; those without repeats are left out
  std::vector<FilePair> pairs;  // of up to so many files each with each, else with the first
  bool is_every_pair = true;
};

/// Up to so many files are compared each with each.
inline constexpr std::size_t kMostPairedFiles = 5;

Agreement agreement_of(const std::vector<measuring::ComparedSide>& sides);

}  // namespace treering::app::overview
