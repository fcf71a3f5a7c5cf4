// How a machine was set, as an NCCL debug log reports it: versions, variables, plugins, transports,
// networks, uses of GPUDirect RDMA, GPUs that do not reach each other, warnings.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "hw/formats/nccl_log/complaints.h"
#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

class StateReader {
 public:
  explicit StateReader(std::string path) : path_(std::move(path)), complaints_(path_) {}

  /// A line that shows no connection.
  void take(const Line& line);
  void take_connection(const Line& line, const Connection& connection);

  struct Result {
    core::HostState state;
    std::map<std::uint64_t, core::GpuState> gpus;  // by packed bus id, without their numbers
    std::vector<core::Diagnostic> notes;           // NCCL's own warnings
    std::vector<core::AdapterPortState> adapters;  // named where GPUDirect RDMA is refused to them
  };
  Result finish() &&;

 private:
  core::Origin origin(const Line& line) const;
  void take_info(const Line& line);
  void take_variable(const Line& line);
  void take_network(const Line& line);
  void take_interface(const Line& line, std::string_view used);
  void take_plugin(const Line& line);
  void add_plugin(std::string_view kind, std::string_view name, const Line& line);
  void take_gpu_direct(const Line& line);
  void take_gpu_direct(const Line& line, const Connection& connection);
  void take_fabric(const Line& line);
  void take_refused_adapter(const Line& line);
  void take_disabled_peers(const Line& line);
  void take_warning(const Line& line);
  void watch_start(const Line& line);
  void take_command(const Line& line);
  void add_variable(std::string_view name, std::string_view value, const Line& line);

  struct Connections {
    int sent = 0;
    int received = 0;
    core::Origin origin;
  };

  std::string path_;
  ComplaintReader complaints_;
  core::HostState state_;
  std::map<std::string, Connections, std::less<>> transports_;
  // By host, GPU and whether it sent.
  std::map<std::tuple<std::string, std::string, bool>, core::GpuDirectUse> gpu_direct_uses_;
  std::map<std::pair<std::string, std::string>, core::NetworkUse> networks_;  // by host and network
  // By host and interface.
  std::map<std::pair<std::string, std::string>, core::InterfaceUse> interfaces_;
  std::map<std::uint64_t, core::GpuState> gpus_;
  std::vector<core::Diagnostic> warnings_;
  std::vector<core::AdapterPortState> adapters_;
  bool shows_trees_ = false;                       // which ranks print just before they connect
  bool is_started_ = false;                        // a rank at least
  std::optional<core::Figure<std::string>> last_;  // where the last line is NCCL's
};

/// "P2P/CUMEM", "SHM", "NET/IB/GDRDMA": of "P2P/CUMEM/read", "direct shared memory",
/// "NET/IB/0(1)/GDRDMA/Shared".
std::string transport_of(std::string_view via);

}  // namespace treering::hw::formats::nccl_log
