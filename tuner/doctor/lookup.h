// Look-ups in a machine and its variables for the checks, and names for devices.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/topology/topology.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

/// "GPU 0, GPU 3 and mlx5_1"; of more than eight the first two and how many more; "" for none.
std::string names_of(const core::Topology& node, const std::vector<core::DeviceId>& devices);
std::string in_words(const std::vector<std::string>& names);

/// kNoDevice where none has this bus id.
core::DeviceId device_at(const core::Topology& node, const std::string& bus_id);
core::DeviceId gpu_of_index(const core::Topology& node, int index);

/// "GPU 3 (0000:44:00.0)" by its number, or by its bus id where `gpu` is negative; the part that is
/// not known is left out.
std::string gpu_name(const Patient& patient, int gpu, const std::string& bus_id);

/// Whether an RDMA port works, by the host's report or, if it has none, by the topology.
bool has_rdma(const Patient& patient);

/// Whether these ports carry NCCL's own transport, which reads NCCL_IB_*, and not that of a plugin.
bool is_over_verbs(const Patient& patient);

/// GB/s of all links of `kind` from a device to others.
double rate_out(const core::Topology& node, core::DeviceId device, core::LinkKind kind);

struct Outliers {
  double usual = 0;                  // what more than half of all have
  std::vector<core::DeviceId> less;  // the others that have less, by id
};

/// Nothing where no figure is common to more than half, or none is lower. Figures within 1 % count
/// as equal.
std::optional<Outliers> low_outliers(const std::vector<core::DeviceId>& devices,
                                     const std::function<double(core::DeviceId)>& figure);

/// "NCCL_ALGO=Ring".
std::string text_of(const core::NcclVariable& variable);

/// Null where it is unset or empty.
const core::NcclVariable* find_variable(const core::HostState& host, std::string_view name);

/// Whether a run had ranks on several hosts, by the networks and interfaces that they name.
bool spans_hosts(const core::HostState& host);

/// Set to something other than 0.
bool is_on(const core::HostState& host, std::string_view name);

}  // namespace treering::tuner::doctor
