// The network between the nodes of measured rows, as words around them name it: "2 x 100Gbps RoCE".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/measurements/machine_of_rows.h"
#include "hw/catalogue/named_networks.h"
#include "hw/io/files.h"
#include "tuner/measurement.h"

namespace treering::app::measurements {

struct NetworkOfRows {
  hw::catalogue::NamedNetwork named;
  std::string network;  // as ⟨network⟩ has it; empty: that of the machine
  /// Whether nothing that times go by is left open: the adapters of a node, their rate, and whether
  /// NCCL went over them with RDMA or with sockets.
  bool is_whole = false;
};

/// Nothing on one node, and where words name none, or several.
std::optional<NetworkOfRows> network_of_words(const std::vector<tuner::Measurement>& rows,
                                              const std::vector<std::string>& files,
                                              const hw::io::RealFiles& source);

/// The machines with that network, as far as it is whole; those that cannot have it are left out
/// where others can. A machine that a file describes has its own, of which the words may say the
/// rate where the file does not.
void take_network(const NetworkOfRows& network, PossibleMachines& machines,
                  const hw::io::RealFiles& source);

/// Leaves the built-in machines with as many adapters as words count without a rate: "4 IB ports".
/// Unchanged where none has so many, or rows of one node need none.
void take_adapters(const std::vector<tuner::Measurement>& rows,
                   const std::vector<std::string>& files, const hw::io::RealFiles& source,
                   PossibleMachines& machines);

/// "deduced: each node has 2 adapters of 100 Gbit/s, RoCE, as the words of the text say; ...".
std::string network_note(const NetworkOfRows& network);

/// What of it is to be said, where that is not all: "the text names 25 Gbit/s, Ethernet: ...".
std::string network_hint(const NetworkOfRows& network);

}  // namespace treering::app::measurements
