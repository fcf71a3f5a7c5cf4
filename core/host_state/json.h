// The JSON form of core::HostState: the fields of each part, the writer and the reader.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/host_state/host_state.h"
#include "core/json/fields.h"

namespace treering::core {

// The JSON fields of each part of core::HostState. The writer and the reader in
// core/host_state/json.cpp both use this description, so that they cannot differ.
//
// A visitor has field(name, value) for texts, numbers, booleans, lists and named enumerators,
// part(name, value) for an object, and list(name, values) and figure(name, value).

template <class Visitor>
void describe(Visitor& visitor, Origin& origin) {
  visitor.field("kind", origin.kind);
  visitor.field("source", origin.source);
}

template <class Visitor>
void describe(Visitor& visitor, PcieRate& rate) {
  visitor.field("speed", rate.speed);
  visitor.field("width", rate.width);
}

template <class Visitor>
void describe(Visitor& visitor, PcieLinkState& link) {
  visitor.field("bus_id", link.bus_id);
  visitor.part("device", link.device);
  visitor.part("port", link.port);
  visitor.part("now", link.now);
  visitor.part("origin", link.origin);
  visitor.field("kind", link.kind);
}

template <class Visitor>
void describe(Visitor& visitor, AcsState& acs) {
  visitor.field("bus_id", acs.bus_id);
  visitor.field("is_redirecting", acs.is_redirecting);
  visitor.part("origin", acs.origin);
}

template <class Visitor>
void describe(Visitor& visitor, CpuPackage& package) {
  visitor.field("number", package.number);
  visitor.field("numa_nodes", package.numa_nodes);
  visitor.part("origin", package.origin);
}

template <class Visitor>
void describe(Visitor& visitor, GpuState& gpu) {
  visitor.field("gpu", gpu.gpu);
  visitor.field("model", gpu.model);
  visitor.field("has_mig", gpu.has_mig);
  visitor.field("in_fabric", gpu.in_fabric);
  visitor.field("fabric_clique", gpu.fabric_clique);
  visitor.field("vbios", gpu.vbios);
  visitor.part("origin", gpu.origin);
  visitor.field("bus_id", gpu.bus_id);
  visitor.field("fabric_fault", gpu.fabric_fault);
}

template <class Visitor>
void describe(Visitor& visitor, GpuReading& reading) {
  visitor.field("gpu", reading.gpu);
  visitor.field("field", reading.field);
  visitor.field("value", reading.value);
  visitor.field("bus_id", reading.bus_id);
  visitor.part("origin", reading.origin);
}

template <class Visitor>
void describe(Visitor& visitor, NvLinkErrors& errors) {
  visitor.field("gpu", errors.gpu);
  visitor.field("link", errors.link);
  visitor.field("counter", errors.counter);
  visitor.field("count", errors.count);
  visitor.part("origin", errors.origin);
}

template <class Visitor>
void describe(Visitor& visitor, NvLinkState& link) {
  visitor.field("gpu", link.gpu);
  visitor.field("link", link.link);
  visitor.field("is_active", link.is_active);
  visitor.field("version", link.version);
  visitor.field("gb_per_s", link.gb_per_s);
  visitor.part("origin", link.origin);
}

template <class Visitor>
void describe(Visitor& visitor, PeerState& peer) {
  visitor.field("from", peer.from);
  visitor.field("to", peer.to);
  visitor.field("access", peer.access);
  visitor.part("origin", peer.origin);
}

template <class Visitor>
void describe(Visitor& visitor, PairRate& rate) {
  visitor.field("from", rate.from);
  visitor.field("to", rate.to);
  visitor.field("figure", rate.figure);
  visitor.field("value", rate.value);
  visitor.part("origin", rate.origin);
}

template <class Visitor>
void describe(Visitor& visitor, AdapterPortState& port) {
  visitor.field("device", port.device);
  visitor.field("port", port.port);
  visitor.field("state", port.state);
  visitor.field("physical_state", port.physical_state);
  visitor.field("link_layer", port.link_layer);
  visitor.field("rate_mbps", port.rate_mbps);
  visitor.field("model_rate_mbps", port.model_rate_mbps);
  visitor.field("is_virtual", port.is_virtual);
  visitor.field("firmware", port.firmware);
  visitor.field("bus_id", port.bus_id);
  visitor.field("card", port.card);
  visitor.part("origin", port.origin);
}

template <class Visitor>
void describe(Visitor& visitor, NcclVariable& variable) {
  visitor.field("name", variable.name);
  visitor.field("value", variable.value);
  visitor.part("origin", variable.origin);
}

template <class Visitor>
void describe(Visitor& visitor, NcclPlugin& plugin) {
  visitor.field("kind", plugin.kind);
  visitor.field("name", plugin.name);
  visitor.field("provider", plugin.provider);
  visitor.field("is_found", plugin.is_found);
  visitor.part("origin", plugin.origin);
}

template <class Visitor>
void describe(Visitor& visitor, TransportUse& use) {
  visitor.field("transport", use.transport);
  visitor.field("connections", use.connections);
  visitor.part("origin", use.origin);
}

template <class Visitor>
void describe(Visitor& visitor, GpuDirectUse& use) {
  visitor.field("host", use.host);
  visitor.field("gpu", use.gpu);
  visitor.field("is_send", use.is_send);
  visitor.field("is_used", use.is_used);
  visitor.part("origin", use.origin);
}

template <class Visitor>
void describe(Visitor& visitor, NetworkUse& use) {
  visitor.field("host", use.host);
  visitor.field("network", use.network);
  visitor.part("origin", use.origin);
}

template <class Visitor>
void describe(Visitor& visitor, InterfaceUse& use) {
  visitor.field("host", use.host);
  visitor.field("interface", use.interface);
  visitor.part("origin", use.origin);
}

template <class Visitor>
void describe(Visitor& visitor, RunWarning& warning) {
  visitor.field("text", warning.text);
  visitor.field("place", warning.place);
  visitor.field("host", warning.host);
  visitor.field("gpu", warning.gpu);
  visitor.field("rank", warning.rank);
  visitor.field("time", warning.time);
  visitor.field("group", warning.group);
  visitor.field("is_by_form", warning.is_by_form);
  visitor.field("is_told", warning.is_told);
  visitor.part("origin", warning.origin);
}

template <class Visitor>
void describe(Visitor& visitor, KernelEvent& event) {
  visitor.field("kind", event.kind);
  visitor.field("code", event.code);
  visitor.field("bus_id", event.bus_id);
  visitor.field("host", event.host);
  visitor.field("text", event.text);
  visitor.field("is_fatal", event.is_fatal);
  visitor.field("count", event.count);
  visitor.part("origin", event.origin);
}

template <class Visitor, class T>
void describe(Visitor& visitor, Figure<T>& figure) {
  visitor.field("value", figure.value);
  visitor.part("origin", figure.origin);
}

template <class Visitor>
void describe(Visitor& visitor, HostState& host) {
  visitor.figure("machine", host.machine);
  visitor.figure("hypervisor", host.hypervisor);
  visitor.figure("container", host.container);
  visitor.figure("kernel", host.kernel);
  visitor.figure("driver_version", host.driver_version);
  visitor.figure("cuda_version", host.cuda_version);
  visitor.figure("nccl_version", host.nccl_version);
  visitor.figure("network", host.network);
  visitor.figure("has_peermem", host.has_peermem);
  visitor.figure("has_dmabuf", host.has_dmabuf);
  visitor.figure("can_gpu_direct", host.can_gpu_direct);
  visitor.figure("too_far_for_gpu_direct", host.too_far_for_gpu_direct);
  visitor.figure("iommu", host.iommu);
  visitor.figure("shm_bytes", host.shm_bytes);
  visitor.figure("memlock_bytes", host.memlock_bytes);
  visitor.figure("numa_balancing", host.numa_balancing);
  visitor.figure("topology_file", host.topology_file);
  visitor.figure("nvlinks_unknown", host.nvlinks_unknown);
  visitor.figure("gpus_unknown", host.gpus_unknown);
  visitor.figure("ranks", host.ranks);
  visitor.figure("ends_in_start", host.ends_in_start);
  visitor.list("packages", host.packages);
  visitor.list("gpus", host.gpus);
  visitor.list("nvlinks", host.nvlinks);
  visitor.list("nvlink_errors", host.nvlink_errors);
  visitor.list("gpu_readings", host.gpu_readings);
  visitor.list("peers", host.peers);
  visitor.list("pair_rates", host.pair_rates);
  visitor.list("ports", host.ports);
  visitor.list("pcie_links", host.pcie_links);
  visitor.list("acs", host.acs);
  visitor.list("variables", host.variables);
  visitor.list("plugins", host.plugins);
  visitor.list("transports", host.transports);
  visitor.list("gpu_direct_uses", host.gpu_direct_uses);
  visitor.list("networks", host.networks);
  visitor.list("interfaces", host.interfaces);
  visitor.list("warnings", host.warnings);
  visitor.list("kernel_events", host.kernel_events);
}

// The JSON form of core::HostState: the field "host" of a treering.topology/1 (docs/json.md).
//
// Fields have the names of core/host_state/host_state.h and are left out at their default. A single
// figure is an object of "value" and "origin".

/// The object as it stands in a topology's JSON, with each list entry on its own line. Invalid
/// UTF-8 in texts becomes '?'.
std::string host_state_to_json(const HostState& host);

/// The host state in `value`, which is at `pointer` in the text that `problem` refers to.
HostState read_host_state(const nlohmann::ordered_json& value, const std::string& pointer,
                          FirstProblem& problem);

}  // namespace treering::core
