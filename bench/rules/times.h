// The times of docs/guides/ring-or-tree.md: measured, predicted, and drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/overview/curves.h"

namespace treering::bench {

// The measured runs of docs/guides/ring-or-tree.csv.

struct PublishedTime {
  std::string topology;  // empty: none of ours is that machine
  int nodes = 1;
  int gpus_per_node = 1;
  std::string algorithm;
  std::string collective;
  std::uint64_t bytes = 0;
  double us = 0;
  std::string run;
  std::string source;

  int gpus() const { return nodes * gpus_per_node; }
};

std::vector<PublishedTime> read_published(const std::string& file);

// Predicted times of a machine's algorithms, each with its fastest protocol.

struct Asked {
  std::string topology;
  int nodes = 1;
  int gpus_per_node = 0;  // 0: all
  std::uint64_t first = 8;
  std::uint64_t last = std::uint64_t{8} << 30U;
  int factor = 2;
  sim::Model model = sim::Model::Cost;
};

app::overview::Curves curves_for(const Asked& asked);

/// Of one algorithm at one size, in us; nothing where it cannot carry the call.
std::optional<double> time_at(const app::overview::Curves& curves, const std::string& algorithm,
                              std::uint64_t bytes);

/// At which sizes `one` is faster than `other`: "always", "never"; "from 8 MiB on" where it is from
/// there up to the largest; else all stretches, "only 512 KiB, 4 MiB to 16 MiB".
std::string faster_at(const app::overview::Curves& curves, const std::string& one,
                      const std::string& other);

// The pictures of docs/guides/ring-or-tree.md.

/// Writes them into the folder.
void draw_pictures(const std::vector<PublishedTime>& published, const std::string& folder);

}  // namespace treering::bench
