// Names of the parts of a machine for people: devices and their ports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/topology/topology.h"
#include "hw/formats/logged_run.h"

namespace treering::report {

// Names of devices for people: the model where it is known, else what is known of it.

/// "H100 SXM5", by its PCI id; else what the source calls it; else "Hopper (compute capability
/// 9.0)"; "unknown model (compute capability 9.0)" where that is assumed; "unknown model". \pre a
/// GPU
std::string gpu_name(const core::Device& gpu);

/// Whether gpu_name() is, or has in it, what the source does not say.
bool is_gpu_name_assumed(const core::Device& gpu);

/// Its PCI bus id; empty without one, and where its name has it: switches and adapters without a
/// name of their own are called by their address.
std::string own_address(const core::Device& device);

/// "50 GB/s", "12.5 GB/s": what a port carries each way.
std::string port_bandwidth(std::int64_t mbps);

/// "400 Gbit/s (50 GB/s)": as the port is sold, and in the unit of all other figures.
std::string port_rate(std::int64_t mbps);

/// What the ports of an adapter carry together, as port_rate() has it; empty where it has none.
std::string adapter_rate(const core::Topology& node, core::DeviceId adapter);

// What a node has, in a phrase.

/// "8 x H100 SXM5", by model.
std::string gpus_text(const core::Topology& node);

/// "8 adapters, 400 Gbit/s (50 GB/s) each", where all are alike; empty for none.
std::string adapters_text(const core::Topology& node);

// The job of a log as people write it.

/// "2 nodes x 2 GPUs = 4 ranks", "8 ranks on an unknown number of nodes; 6 of them are left out of
/// the paste"; empty where the log has none.
std::string job_text(const hw::formats::LoggedJob& job);

}  // namespace treering::report
