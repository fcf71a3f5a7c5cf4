// The communicators of a job whose ranks are divided in several ways at once, as training does it:
// tensor parallel groups, data parallel groups and so on.
//
// Dimensions are named in the order in which ranks vary fastest, as Megatron-LM numbers them
// (megatron/core/parallel_state.py, RankGenerator): with tp=8,dp=16 ranks 0 to 7 are the first tp
// group, and ranks 0, 8, 16, ... the first dp group.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace treering::sim::groups {

struct Dimension {
  std::string name;
  int size = 1;
  bool operator==(const Dimension&) const = default;
};

/// One communicator: ranks first, first + stride, ...
struct Group {
  int dimension = 0;
  int first = 0;
  int stride = 1;
  int size = 1;

  int rank(int own) const { return first + own * stride; }
  bool operator==(const Group&) const = default;
};

/// The product of the sizes; nothing beyond `most`.
std::optional<int> ranks_of(const std::vector<Dimension>& dimensions, int most);

/// Those of one dimension, in the order of their first ranks. \pre ranks_of() is known
std::vector<Group> groups_of(const std::vector<Dimension>& dimensions, int dimension);

/// Where a group's ranks are.
struct Seats {
  std::vector<int> nodes;    // ascending
  std::vector<int> devices;  // local ranks on each of them
  bool operator==(const Seats&) const = default;
};

/// Nothing where the group has other local ranks on some of its nodes than on others.
std::optional<Seats> seats_of(const Group& group, int ranks_per_node);

}  // namespace treering::sim::groups
