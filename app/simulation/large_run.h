// Runs with very many connections: whether they fit into memory, and how long they take, before
// they begin.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "app/work/memory.h"
#include "app/work/patience.h"
#include "core/result.h"

namespace treering::app::simulation {

/// A run, and the same on fewer nodes.
struct LargeRun {
  int nodes = 1;
  std::function<work::RunSize(int nodes)> size;  // about; nothing where there is no such run
  std::function<double(int nodes)> seconds;      // measured on this machine; 0 likewise
};

/// An error where the run takes more memory than is free, with the nodes that would fit. Says how
/// long one takes that fits and has very many connections, by how long it takes on fewer nodes.
/// \param free bytes; nothing: not known
core::Result<void> check_large(const LargeRun& run, std::optional<std::uint64_t> free,
                               const work::Announce& announce);

}  // namespace treering::app::simulation
