// What published runs reached: busbw of NVIDIA's own reference, and of logs that people published,
// each with its source. For people to lay beside their own figures; no model reads it.
//
// runs.csv has a line for each run, busbw.csv its figures: of NVIDIA's all that it publishes, of
// logs those of calls as NCCL chose to carry them, out of place, at 1 MiB, 32 MiB, 1 GiB and the
// largest size; of forced runs those at 1 MiB, 64 MiB and the largest. Names of GPUs are those of
// hw/catalogue/. `kernels`: legacy are those of every call, symmetric and ce (copy engines) those
// of registered buffers alone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/embedded_file.h"
#include "core/units.h"
#include "sim/way.h"

namespace treering::tuner::reference {

std::span<const core::EmbeddedFile> published_files();

struct PublishedRun {
  std::string name;
  std::string gpu;  // "H100 SXM5"
  int gpus_per_node = 0;
  int nodes = 0;
  /// "InfiniBand", "EFA"; "NVLink" of nodes in one domain, "NVLink bridge" between cards of one
  /// node; else empty on one node
  std::string network;
  std::string nccl_version;  // empty: unknown
  std::string kernels;
  sim::Way way;        // forced; unnamed: NCCL chose
  std::string source;  // an address without its "https://"
  bool operator==(const PublishedRun&) const = default;

  bool is_forced() const { return way.is_named(); }
  /// "github.com/NVIDIA/nccl": that of the source.
  std::string repository() const;
  bool is_nvidias() const { return name.starts_with("nvidia-"); }
};

struct PublishedFigure {
  PublishedRun run;
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
  core::Bandwidth busbw;
  bool operator==(const PublishedFigure&) const = default;
};

/// All of them, NVIDIA's first.
const std::vector<PublishedFigure>& published_figures();

/// Those of runs on as many nodes with as many of these GPUs. Runs on several nodes in one NVLink
/// domain are of one node that has all these GPUs.
std::vector<PublishedFigure> published_on(std::string_view gpu, int nodes, int gpus_per_node);

}  // namespace treering::tuner::reference
