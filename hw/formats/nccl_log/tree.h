// The system tree of an NCCL debug log, whole or cut off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/formats/nccl_log/lines.h"
#include "hw/formats/nccl_log/ranks.h"

namespace treering::hw::formats::nccl_log {

// The system tree of an NCCL debug log (NCCL_DEBUG_SUBSYS with GRAPH), from "=== System" to "====".
//
// A line is a node, "GPU/0-1b000 (3)", or a link from the node above it, "+ PCI[24.0] - GPU/...";
// its column shows which node that is (2.28 src/graph/topo.cc, ncclTopoPrintRec). Ids are
// hexadecimal, with the host's number in front since 2.21; bus ids are packed: 0000:1b:00.0 is
// 1b000.

enum class NodeType { Gpu, Pci, NvSwitch, Cpu, Nic, Net };

struct TreeNode {
  NodeType type = NodeType::Cpu;
  std::uint64_t host = 0;
  std::uint64_t id = 0;
  std::string details;  // what stands between the brackets
  std::size_t line = 0;
  std::size_t parent = 0;          // of others than CPUs
  double gb_per_s = 0;             // of the link to the parent
  bool is_assumed = false;         // the tree lacks its line
  std::string_view named_by = {};  // of an assumed one: "ranks name"
  bool is_id_assumed = false;      // nothing names its place on the bus
  bool operator==(const TreeNode&) const = default;
};

/// A link that is not part of the tree: NVLink, C2C, between sockets or switches.
struct TreeLink {
  std::string kind;  // "NVL", "C2C", "SYS", "LOC"
  std::size_t from = 0;
  NodeType to_type = NodeType::Gpu;
  std::uint64_t to_host = 0;
  std::uint64_t to_id = 0;
  double gb_per_s = 0;
  std::size_t line = 0;
  bool is_assumed = false;
  bool operator==(const TreeLink&) const = default;
};

struct Tree {
  std::size_t line = 0;  // of "=== System"
  std::vector<TreeNode> nodes;
  std::vector<TreeLink> links;
  bool has_start = true;  // else the text begins inside of it
  bool has_end = false;
  bool is_whole = false;  // its start and its end are there, and no GPU is missing
  std::size_t last_line = 0;

  std::size_t count(NodeType type) const;
};

/// The fullest tree of each host, in order of appearance.
class Trees {
 public:
  /// Takes a line if it is of a tree.
  void take(const Line& line);

  struct HostTree {
    std::string host;
    Tree tree;
  };
  std::vector<HostTree> finish() &&;

 private:
  struct Open {
    std::string host;
    Tree tree;
    std::vector<std::pair<std::size_t, std::size_t>> columns;  // where open nodes begin
  };
  static void add(Open& open, const Line& line);
  void close(std::map<std::string, Open, std::less<>>::iterator open);

  std::map<std::string, Open, std::less<>> open_;  // by thread
  std::vector<HostTree> best_;
};

/// The GPUs that lines of paths name, "GPU/0-1b000 :GPU/0-1b000 (0/5000.0/LOC) GPU/0-1c000 (2/...",
/// which NCCL prints below the tree.
class PathReader {
 public:
  void take(const Line& line);

  struct Gpu {
    std::uint64_t host = 0;
    std::uint64_t id = 0;
    auto operator<=>(const Gpu&) const = default;
  };
  using Gpus = std::map<std::string, std::map<Gpu, std::size_t>>;  // lines by GPU, by host name
  Gpus finish() && { return std::move(gpus_); }

 private:
  Gpus gpus_;
};

// System trees of an NCCL debug log that are cut off between their GPUs, or have lost lines.

/// The trees; each gets the GPUs that it lacks: those that its own NVLinks or lines of paths name,
/// and of a cut one those of ranks of its host. They are copies of its first GPU, below its last
/// CPU, marked as assumed. Trees without a GPU stay unchanged.
std::vector<Trees::HostTree> completed(std::vector<Trees::HostTree> trees, const Ranks& ranks,
                                       const PathReader::Gpus& paths);

/// The tree with so many GPUs at least: those that nothing names are like its first, with places on
/// the bus that are assumed. \pre `tree` has a GPU
Tree completed_to(Tree tree, int gpus);

/// Whether GPUs that were added have fewer NVLinks than the first, as no line shows theirs.
bool lacks_nvlinks(const Tree& tree);

/// What was added, in words: ", but for 2 GPUs ..."; empty for nothing.
std::string but_for_completed(const Tree& tree);

/// Whether a line without "NCCL INFO" may be one of the tree: people leave the words out.
bool is_bare_tree_line(const Line& line);

/// Whether a tree in `text` begins without these words.
bool has_bare_tree(std::string_view text);

}  // namespace treering::hw::formats::nccl_log
