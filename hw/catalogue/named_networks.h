// Networks between nodes as people name them in words: "2 x 100Gbps RoCE", "8x400G IB NDR",
// "single 25 GbE", "HDR200".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace treering::hw::catalogue {

struct NamedNetwork {
  enum class Kind : std::uint8_t {
    Unknown,
    InfiniBand,
    RoCE,
    Ethernet  // that NCCL may use with RoCE or with sockets
  };
  Kind kind = Kind::Unknown;
  int adapters = 0;    // of a node; 0: not said
  int gbit_per_s = 0;  // of an adapter, each way

  bool operator==(const NamedNetwork&) const = default;
};

/// "2 adapters of 100 Gbit/s, RoCE".
std::string text_of(const NamedNetwork& network);

/// The only one that a text names; nothing where it names none, or several rates or numbers. Plain
/// Ethernet beside RoCE or InfiniBand is the management's. Speeds that were measured ("we get only
/// 40 Gbps") are none, and "4x EDR" is the width of a port, no number of ports.
std::optional<NamedNetwork> network_named_in(std::string_view text);

/// The adapters or ports of a node, where the text says how many and of no rate: "4 IB ports",
/// "8 NICs". 0 where it does not, or says several.
int adapters_named_in(std::string_view text);

}  // namespace treering::hw::catalogue
