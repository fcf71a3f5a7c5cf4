// The network devices of the first host that an NCCL debug log names some of, with all that its
// lines say of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/formats/nccl_log/lines.h"

namespace treering::hw::formats::nccl_log {

struct Port {
  std::string name;  // "mlx5_0", "eth0"
  int port = 1;
  std::string link_layer;  // "IB" or "RoCE"; empty when unknown
  std::optional<std::int64_t> mbps;
  std::optional<std::uint64_t> bus_id;  // packed
  std::optional<bool> gpu_direct_rdma;  // as "GPU Direct RDMA Enabled for HCA" says
  std::size_t line = 0;
};

struct Adapters {
  std::string network;  // "IB", "Socket", "AWS Libfabric", ...; empty when unknown
  std::size_t network_line = 0;
  // Of libfabric, that the plugin aws-ofi-nccl uses: "efa", "cxi"; empty when unknown.
  std::string provider;
  std::vector<Port> ib;  // in the order of NCCL's numbers
  std::vector<Port> sockets;
  std::vector<Port> others;        // of another network, as far as connections use them
  std::vector<std::string> names;  // of all devices that the network offers, where it says so
  // By NCCL's number of a device with connections: whether some used GPU Direct RDMA.
  std::map<std::size_t, bool> used_gpu_direct;

  /// Those that the network uses.
  const std::vector<Port>& in_use() const;
  /// The network's name for its device `number`; empty when unknown.
  std::string name_of(std::size_t number) const;

  struct GpuDirect {
    bool is_used = true;
    bool is_assumed = true;
  };
  /// Whether device `number` can use GPU Direct RDMA: as NCCL says of `port`, which may be null,
  /// else as its connections show, else as those of other devices show. Not being used does not
  /// count as a no: the GPUs may be too far away.
  GpuDirect gpu_direct(std::size_t number, const Port* port) const;
};

class AdapterReader {
 public:
  /// A line that shows no connection.
  void take(const Line& line);
  void take_connection(const Line& line, const Connection& connection);
  Adapters finish() && { return std::move(adapters_); }

 private:
  void take_ib(const Line& line);
  void take_device(const Line& line);
  void take_gpu_direct(const Line& line);
  void take_provider(const Line& line);
  void take_filled(const Line& line);
  Port* port(std::string_view name);

  Adapters adapters_;
  std::string devices_from_;  // the thread whose lines are taken
  std::string names_from_;
};

}  // namespace treering::hw::formats::nccl_log
