#include "workers/shape/network.h"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "tuner/launch/shape.h"

namespace treering::workers::shape {
namespace {

// A timer that wakes the token bucket late loses what does not fit the bucket, and fast links lose
// most, as a second bucket and TCP then need the processor too: docs/measuring.md has what is
// reached. On slow links a bucket of two frames is enough, and lets small messages feel the rate.
constexpr double kSlowGbit = 0.1;
constexpr int kTwoFrames = 3200;
constexpr double kBurstSeconds = 1e-3;

// TCP's windows end before: nothing is ever dropped, as in networks with flow control.
constexpr const char* kQueueBytes = "1073741824";

// Segments that TCP sends at once, before it has heard of the other side: 1 MB. So a first message
// is not slower than those after it. Reno never slows down where nothing is lost; bbr, the default
// of some machines, pauses to look at the network.
constexpr const char* kFirstSegments = "700";

Words shaping(Words words, const std::string& device, double gbit) {
  const Words rest{"qdisc", "add",
                   "dev",   device,
                   "root",  "tbf",
                   "rate",  fmt::format("{}bit", std::llround(gbit * 1e9)),
                   "burst", std::to_string(burst_bytes(gbit)),
                   "limit", kQueueBytes};
  words.insert(words.end(), rest.begin(), rest.end());
  return words;
}

void add_rank(int rank, double gbit, std::vector<Words>& commands) {
  const std::string name = tuner::launch::shaped_host(rank);
  const std::string here = fmt::format("h{}", rank);
  const std::string address = tuner::launch::shaped_address(rank);
  commands.push_back({"ip", "netns", "add", name});
  commands.push_back(
      {"ip", "link", "add", here, "type", "veth", "peer", "name", "eth0", "netns", name});
  commands.push_back({"ip", "link", "set", here, "master", "br0", "up"});
  commands.push_back({"ip", "-n", name, "address", "add", address + "/24", "dev", "eth0"});
  commands.push_back({"ip", "-n", name, "link", "set", "lo", "up"});
  commands.push_back({"ip", "-n", name, "link", "set", "eth0", "up"});
  commands.push_back({"ip", "-n", name, "route", "replace", tuner::launch::kShapedNetwork, "dev",
                      "eth0", "proto", "kernel", "scope", "link", "src", address, "congctl", "reno",
                      "initcwnd", kFirstSegments});
  commands.push_back(shaping({"tc", "-n", name}, "eth0", gbit));
  commands.push_back(shaping({"tc"}, here, gbit));
}

}  // namespace

int burst_bytes(double gbit) {
  return gbit <= kSlowGbit ? kTwoFrames : static_cast<int>(gbit * 1e9 / 8 * kBurstSeconds);
}

std::vector<Words> network_commands(const std::vector<double>& gbit) {
  std::vector<Words> commands{{"ip", "link", "set", "lo", "up"},
                              {"ip", "link", "add", "br0", "type", "bridge"},
                              {"ip", "address", "add", "10.77.0.254/24", "dev", "br0"},
                              {"ip", "link", "set", "br0", "up"}};
  for (std::size_t rank = 0; rank < gbit.size(); ++rank) {
    add_rank(static_cast<int>(rank), gbit[rank], commands);
  }
  return commands;
}

}  // namespace treering::workers::shape
