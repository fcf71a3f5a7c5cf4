// How long a collective of MPI or Gloo takes on hosts, by a profile, and how sure that is.
//
// Large messages go when their receiver says that it is there. Where it is sending itself, what it
// says waits behind its data, in socket and adapter, so that a link that could carry both ways at
// once carries one after the other: more or less, as ranks happen to arrive. On one machine it is
// the processor of a rank that copies out and in at once or one after the other. So there are two
// extremes, and the time lies between them, as far as the profile says (one_way). Two ranks that
// exchange with each other alone stay in step: of theirs the low one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "sim/estimates/estimate.h"
#include "sim/hosts/host_profile.h"
#include "sim/hosts/host_time.h"

namespace treering::sim::hosts {

/// The hosts of a job.
struct HostJob {
  Library library = Library::OpenMpi;  // on CPUs
  int ranks = 2;                       // at least 2
  std::vector<double> gbit;  // of each rank's link, each way; empty: all ranks on one machine
  /// Cores that all ranks share, as on one machine or in a shaped cluster; 0: as many as they need.
  int cores = 0;

  [[nodiscard]] Means means() const {
    return {library, gbit.empty() ? Transport::Local : Transport::Tcp};
  }
  bool operator==(const HostJob&) const = default;
};

/// The hosts as a profile has them, at the low extreme.
Hosts hosts_of(const HostJob& job, const core::Profile& profile);

struct HostEstimate {
  core::Duration low;            // both ways at once
  core::Duration high;           // one after the other
  double message_share = 0;      // of the low time: what would stay without bytes, 0 to 1
  estimates::Estimate estimate;  // in between, with its interval
};

/// Nothing where no pattern of the algorithm is known for so many ranks. \pre two ranks or more;
/// the profile has all parameters
std::optional<HostEstimate> estimate(const HostCall& call, const HostJob& job,
                                     const core::Profile& profile);

/// One message from one rank to another.
struct HostMessage {
  int from = 0;
  int to = 0;
  double bytes = 0;
};

HostEstimate estimate_message(const HostMessage& message, const HostJob& job,
                              const core::Profile& profile);

}  // namespace treering::sim::hosts
