// Finds which hosts of a cluster differ from most of their kind, in what, what that costs, and what
// the hosts that differ share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/profile/profile.h"
#include "hw/fabric/analysis/fabric.h"
#include "tuner/diff/compare.h"
#include "tuner/doctor/loss.h"

namespace treering::tuner::fleet {

struct Host {
  std::string name;
  diff::Compared machine;  // one node
};

// Kinds of hosts: machines that differ on purpose are compared only among themselves.
//
// Hosts are of one kind if their GPUs, their CPUs and their makers' names for them are the same, as
// far as both are known. Of these, two hosts or more that have half of the GPUs or adapters, or
// other adapters, and are alike in that, are a kind of their own: a fault takes one device away,
// and not half of them on several hosts alike.

struct Kind {
  std::string name;                // "8 x H100 SXM5, 8 adapters of 400 Gbit/s"
  std::vector<std::size_t> hosts;  // ascending
  /// The host that is laid beside each other one: it is like most in what devices it has.
  std::size_t usual = 0;
};

/// The kinds with most hosts first.
std::vector<Kind> kinds_of(const std::vector<Host>& hosts);

// What hosts of a kind have otherwise than most.
//
// Each host is laid beside the usual one (tuner/diff), so that every fact has a value for each host
// that reports it. The value of more than half of these, and of two at least, is the usual one, and
// hosts with another deviate: also the host that all others were laid beside. A fact without such a
// value is split: nobody can say who is wrong.

/// What names and numbers alone make different is left out, and so is what follows from another
/// difference of the same host: a GPU that is missing changes paths, too.
struct Deviation {
  std::string topic;  // as of tuner/diff: "driver"
  diff::Weight weight = diff::Weight::Possible;
  std::vector<std::string> devices;  // as the usual host names them; empty: the whole host
  std::string name;                  // of what differs; may be empty
  std::string value;                 // of these hosts
  std::string usual;
  std::size_t usual_hosts = 0;     // that have the usual value
  std::vector<std::size_t> hosts;  // that deviate alike
  double ratio = 0;                // their rate over the usual one; 0 where it is no rate
};

struct Split {
  std::string topic;
  diff::Weight weight = diff::Weight::Possible;
  std::vector<std::string> devices;
  std::string name;
  std::vector<std::pair<std::string, std::vector<std::size_t>>> values;  // and their hosts
};

struct Uneven {
  std::vector<Deviation> deviations;  // heavy ones first, then by host
  std::vector<Split> splits;
};

Uneven uneven_in(const std::vector<Host>& hosts, const Kind& kind);

/// The kind with a usual host that does not deviate, where there is one.
Kind with_sound_usual(const std::vector<Host>& hosts, Kind kind);

/// A device by the names that people know: "mlx5_3 (0000:5e:00.0)", "PCI 0000:16:00.0 (above GPU 0
/// and mlx5_0)".
std::string shown_device(const core::Topology& node, const std::string& device);

// What a deviation costs: the calls of a job on two hosts that are all like those that deviate,
// beside hosts that are like most. A job over all hosts goes at the pace of the slowest.

/// \param network what carries the traffic; empty: as the usual host says
class FleetLosses {
 public:
  FleetLosses(core::Profile profile, std::string network)
      : meter_(std::move(profile), std::move(network)) {}

  /// The greatest first; nothing where no model knows of an effect. \pre the deviation is of `kind`
  std::vector<doctor::Loss> of(const std::vector<Host>& hosts, const Kind& kind,
                               const Deviation& deviation);

 private:
  doctor::LossMeter meter_;
};

// What hosts that deviate share, by the cables of a fabric.

/// The end of a host's cable at a switch.
struct CableEnd {
  std::string device;       // "mlx5_3"
  std::string switch_name;  // "leaf2"
  int port = 0;             // of the switch
  std::string rate;         // "4x NDR (400 Gbit/s)"
  std::int64_t mbps = 0;    // 0 when unknown
};

/// The cables of a fabric by host. Hosts are found by name, "node01" as "node01.example.org", too.
class Cables {
 public:
  explicit Cables(const hw::fabric::FabricGraph& graph);

  /// Those of a host in the order of their adapters; empty where the fabric does not name it.
  [[nodiscard]] std::vector<CableEnd> of(const std::string& host) const;

 private:
  std::vector<std::pair<std::string, std::vector<CableEnd>>> hosts_;
};

/// Whether a deviation may come from a cable or a switch of the network.
bool is_of_network(const Deviation& deviation);

/// Cables that are slower than, or missing beside, the same of most hosts of a kind, as the fabric
/// shows them.
std::vector<Deviation> uneven_cables(const std::vector<Host>& hosts, const Kind& kind,
                                     const Cables& cables);

/// A cable that deviates; of one that the fabric does not show the switch at which it should end,
/// without a port.
struct OddCable {
  std::size_t host = 0;
  CableEnd end;
};

/// The cables of the adapters that a deviation names.
std::vector<OddCable> cables_behind(const std::vector<Host>& hosts, const Kind& kind,
                                    const Deviation& deviation, const Cables& cables);

/// A switch at which cables of several hosts deviate.
struct SharedSwitch {
  std::string name;
  std::vector<std::size_t> hosts;  // that deviate there
  std::size_t of = 0;              // hosts with a cable there
};

/// Nothing where all hosts are at one switch.
std::vector<SharedSwitch> shared_switches(const std::vector<Host>& hosts,
                                          const std::vector<OddCable>& odd, const Cables& cables);

}  // namespace treering::tuner::fleet
