// NCCL_IB_HCA: which ports of RDMA adapters NCCL uses.
//
// NCCL v2.28.9-1, src/misc/socket.cc, parseStringList, and src/transport/net_ib.cc, ncclIbInit: "^"
// for all but these, then "=" for whole names in place of beginnings, then names with or without
// ":port", separated by commas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treering::tuner {

struct HcaEntry {
  std::string device;
  std::string port;  // empty: any
  bool operator==(const HcaEntry&) const = default;
};

struct HcaList {
  bool is_exact = false;      // "="
  bool is_excluding = false;  // "^"
  std::vector<HcaEntry> entries;
  bool operator==(const HcaList&) const = default;
};

HcaList read_hca_list(std::string_view text);

/// \param device as "mlx5_0"
bool is_used(const HcaList& list, std::string_view device, int port);

}  // namespace treering::tuner
