// The same job for two simulators: an all_reduce by rings over links from each rank to the next.
//
// In both a message is a flow with a max-min fair share of its link; nothing else limits it. A rank
// sends a chunk when the one before it came and its own last one is sent, and stores any number.
// One thing differs: SimGrid counts a link's latency before the first byte, and its sender waits
// for the last one to arrive; ours counts it after the last byte, while the sender goes on. So a
// link that is the bottleneck rests for its latency between SimGrid's messages.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace treering::bench::simgrid {

struct RingCase {
  int ranks = 8;
  int channels = 1;            // rings over the same links, each with data of its own
  bool has_slow_link = false;  // the first link has half the rate
};

inline constexpr std::uint64_t kChunkBytes = 1 << 20;  // a message
inline constexpr double kBytesPerUs = 12.5e3;          // of a link
inline constexpr double kLatencyUs = 0.5;

inline double rate_of(const RingCase& job, int rank) {
  return job.has_slow_link && rank == 0 ? kBytesPerUs / 2 : kBytesPerUs;
}

/// As arguments of a program, and back. \pre argc > 4
inline std::vector<std::string> words_of(const RingCase& job, const std::string& output) {
  return {std::to_string(job.ranks), std::to_string(job.channels),
          std::to_string(static_cast<int>(job.has_slow_link)), output};
}
inline RingCase case_of(char** argv) {
  return {std::stoi(argv[1]), std::stoi(argv[2]), std::stoi(argv[3]) != 0};
}

/// What a program finds, in the file that its last argument names.
struct Found {
  double time_us = 0;
  std::uint64_t messages = 0;
};
inline void write(const Found& found, const std::string& path) {
  std::ofstream(path) << std::hexfloat << found.time_us << ' ' << found.messages << '\n';
}
inline Found read(const std::string& path) {
  std::string time;
  Found found;
  std::ifstream(path) >> time >> found.messages;
  if (!time.empty()) found.time_us = std::stod(time);
  return found;
}

}  // namespace treering::bench::simgrid
