// The protocols, in one table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/types.h"

namespace treering::sim::protocols {

/// Always empty: the protocol works on all paths.
std::string usable_everywhere(const nccl::communicator::CommunicatorView& comm,
                              const nccl::ChannelGraph& graph);

/// The rules of a protocol, which its own file defines.
struct Rules {
  nccl::Protocol protocol{};
  /// Bytes of data in `buffer_bytes` bytes of buffer.
  int (*payload_bytes)(int buffer_bytes) = nullptr;
  /// Why the protocol cannot be used over the paths of `graph`; empty when it can.
  std::string (*unusable)(const nccl::communicator::CommunicatorView& comm,
                          const nccl::ChannelGraph& graph) = usable_everywhere;
};

struct Entry {
  std::string_view id;     // "ll128", as on the command line
  std::string_view title;  // one line for lists
  const Rules& (*rules)() = nullptr;

  std::string_view name() const { return nccl::name_of(rules().protocol); }  // "LL128"
};

/// All of them, in NCCL's order.
std::span<const Entry> all();

const Entry& entry_of(nccl::Protocol protocol);

/// By id or NCCL's name in any case; null when there is none.
const Entry* find(std::string_view name);

// Each is defined in the file of its name.
#define PROTOCOL(id, title) const Rules& id##_rules();
#include "sim/protocols/protocols.def"
#undef PROTOCOL

}  // namespace treering::sim::protocols
