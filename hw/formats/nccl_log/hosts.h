// Picks the host of an NCCL debug log that stands for all, and counts the hosts.
#pragma once

#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "hw/formats/nccl_log/ranks.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {

struct Node {
  std::string host;
  const Tree* tree = nullptr;  // with GPUs; null where the log has none
  int gpus = 0;                // of each node, where the log shows fewer; 0 when it does not say
};

struct Nodes {
  Node node;
  int count = 1;
  std::vector<core::Diagnostic> notes;
};

/// The most common tree, among equals the first; without trees, the host with most GPUs. The result
/// refers to `trees`. `path` names the log in notes.
Nodes choose_node(const std::vector<Trees::HostTree>& trees, const Ranks& ranks,
                  const std::string& path);

}  // namespace treering::hw::formats::nccl_log
