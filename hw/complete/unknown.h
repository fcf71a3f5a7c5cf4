// Facts that the source of a machine does not show: models of GPUs, rates of ports, NVLinks. A file
// marks its NVLinks as unknown.
#pragma once

#include <optional>
#include <string>

#include "core/host_state/host_state.h"
#include "core/topology/cluster.h"
#include "core/topology/topology.h"

namespace treering::hw::complete {

// Devices of which a topology's source does not say what predictions depend on most.

/// Whether the compute capability of a GPU is assumed, and neither its PCI id nor its name shows
/// the model.
bool is_unknown_gpu(const core::Device& gpu);

/// Whether the rate of a port is assumed, and not that of its adapter by the PCI id.
bool has_unknown_rate(const core::Topology& node, const core::Device& port);

/// The first of these; null where there is none.
const core::Device* unknown_gpu(const core::Topology& node);
const core::Device* port_of_unknown_rate(const core::Topology& node);

// Whether a topology shows the NVLinks that the machine has.

enum class NvlinkDoubt {
  Unknown,  // the topology has none, but its source cannot show any: counted as none
  TooMany   // a GPU has more than its generation can have: counted as they stand
};

struct UnknownNvlinks {
  NvlinkDoubt doubt = NvlinkDoubt::Unknown;
  std::string why;  // in words
};

/// Why it is unknown which NVLinks the GPUs have; nothing where they are known. Unknown: the
/// topology has none, its source cannot show any (`host.nvlinks_unknown`), and at least two GPUs
/// may have some: by their model, or because that is a guess.
std::optional<UnknownNvlinks> unknown_nvlinks(const core::Topology& node,
                                              const core::HostState& host);

// Marks in the file of a topology that its NVLinks are unknown: the attribute "nvlinks_unknown" of
// the whole machine holds the reason. A loaded machine has it as host.nvlinks_unknown instead, so
// that its fingerprint does not depend on the file.

/// `cluster` to be written: with the mark where its source cannot show NVLinks.
core::Cluster with_nvlinks_mark(const core::Cluster& cluster, const core::HostState& host);

/// Moves the mark, if there is one, from `node` to `host`.
/// \param path of the file, for the origin
void take_nvlinks_mark(core::Topology& node, core::HostState& host, const std::string& path);

}  // namespace treering::hw::complete
