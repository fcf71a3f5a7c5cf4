// What a collective of MPI or Gloo takes on hosts, each behind a link of its own to a switch that
// never fills, or on one machine without links: the messages of its algorithm on the engine. What
// the processors do beside is in a latency for each message, a time for each at both ends, and the
// rates at which they copy and combine.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/units.h"
#include "sim/hosts/patterns.h"

namespace treering::sim::hosts {

/// The share of a full Ethernet frame that is data of TCP: 1448 of 1514 bytes. A frame of 1500 has
/// 20 of IPv4, 32 of TCP with timestamps (RFC 9293, RFC 7323), and 14 before it.
inline constexpr double kTcpPayload = 1448.0 / 1514.0;

inline constexpr std::size_t kOpenMpiEager = 65536;
/// An eager limit at which all messages wait for their receiver, those without data, too: Gloo's.
inline constexpr std::size_t kNoneIsEager = 1;

/// In place of a link's rate: messages stay on the machine.
inline constexpr double kNoLink = std::numeric_limits<double>::infinity();

/// The values of a profile (host_profile.h) for one job; rates are bytes/us.
struct Hosts {
  std::vector<double> gbit;  // of each rank's link, in each direction, as the wire has it; kNoLink
  double latency_us = 0;     // of a message, from the call that sends it to the one that has it
  double message_us = 0;     // of a processor for each message, at each end, one after another
  /// Larger messages wait until their receiver is there. Open MPI's over TCP (btl_tcp_eager_limit);
  /// Gloo's wait always.
  std::size_t eager_bytes = kOpenMpiEager;
  /// Nothing is sent while something is received.
  bool is_half_duplex = false;
  double efficiency = 1;       // share of the links' rate for payload that is reached
  double copy_rate = 10000;    // at which a rank's processor sends, and receives
  double reduce_rate = 10000;  // at which it combines what has arrived
  /// All ranks together, where they share a machine: the copies of its cores, and what goes through
  /// its memory, which is what does not fit into a cache.
  double cores_rate = kNoLink;
  double memory_rate = kNoLink;
  double cache_bytes = kNoLink;
};

struct HostCall {
  core::Collective collective = core::Collective::AllReduce;
  std::string_view algorithm;  // a name of Open MPI's or Gloo's
  std::size_t elements = 1;    // of the whole buffer
  std::size_t width = 1;       // bytes of an element
};

/// The messages of the call. Nothing where no pattern of the algorithm is known for so many ranks.
/// \pre two ranks or more
std::optional<Messages> messages_of(const HostCall& call, int ranks);

/// A call with its messages laid out: they are the same on all hosts of one number that wait for
/// receivers of messages of the same size.
class LaidOut {
 public:
  struct Parts;
  explicit LaidOut(Parts parts);

  /// \pre the hosts are as many, with the same `eager_bytes`, as those that it was laid out for
  [[nodiscard]] core::Duration time(const Hosts& hosts) const;

 private:
  std::shared_ptr<const Parts> parts_;
};

/// Nothing where no pattern of the algorithm is known for so many ranks. \pre two ranks or more
std::optional<LaidOut> lay_out(const HostCall& call, const Hosts& hosts);

/// Likewise for one message from one rank to another.
LaidOut lay_out_message(int from, int to, double bytes, const Hosts& hosts);

/// Nothing where no pattern of the algorithm is known for so many ranks. \pre two ranks or more
std::optional<core::Duration> host_time(const HostCall& call, const Hosts& hosts);

/// Likewise for one message from one rank to another.
core::Duration message_time(int from, int to, double bytes, const Hosts& hosts);

}  // namespace treering::sim::hosts
