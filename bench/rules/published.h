// The measured runs of docs/guides/ring-or-tree.csv.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace treering::bench {

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

}  // namespace treering::bench
