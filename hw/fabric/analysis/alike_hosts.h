// Joins equal sentences about many hosts into one: a lost leaf switch gives each of its hosts the
// same.
#pragma once

#include <string>
#include <vector>

namespace treering::hw::fabric::analysis {

/// A sentence about one host, and the same about several.
struct HostRemark {
  std::string host;
  std::string of_one;   // "has 7 connected ports", behind "host X "
  std::string of_many;  // "have 7 connected ports each", behind "9 hosts (x[1-9]) "
};

/// Sentences in the order of their first host; equal ones about four or more hosts become one.
std::vector<std::string> folded(const std::vector<HostRemark>& remarks);

/// By name, numbers at its end by value.
std::vector<std::string> hosts_in_order(std::vector<std::string> hosts);

/// "node[032-063], x7 and 3 more": numbers in a row joined, as Slurm writes them.
std::string short_host_list(std::vector<std::string> hosts);

}  // namespace treering::hw::fabric::analysis
