// ibnetdiscover's text of a fat tree that was never built.
//
// The trees are XGFTs (S. Öhring et al., "On generalized fat trees", IPPS 1995): adapters are level
// 0; a node of level i has down[i-1] children, each reached by cables[i-1] cables, and a node of
// level i-1 has up[i-1] parents. With rails, that many leaves in a row take one adapter each of the
// same hosts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace treering::test {

struct FatTreePlan {
  std::vector<int> down{4};
  std::vector<int> up{1};  // the first is 1, as is that of cables: an adapter has one port
  std::vector<int> cables{1};
  int rails = 1;  // a divisor of the number of leaves
  std::string rate = "4xNDR";
};

std::size_t hosts_in(const FatTreePlan& plan);
/// Of level 1 (the leaves) to plan.down.size().
std::size_t switches_in(const FatTreePlan& plan, std::size_t level);

/// Hosts are "node0007 mlx5_2", switches "MF0;sw1-12:MQM9700/U1", named by level and number.
std::string subnet_text(const FatTreePlan& plan);

}  // namespace treering::test
