// Where a rank is: which one of how many, and at which address it talks to the others.
#pragma once

#include <string>

#include "core/result.h"

namespace treering::workers::gloo {

struct Place {
  int rank = 0;
  int ranks = 1;
  // One of them counts; both empty: the address of the host's name.
  std::string address;
  std::string interface;
};

/// Of a rank that we start ourselves: the loopback address. With TREERING_SHAPED=1 it enters the
/// network namespace /run/netns/r<rank> first and has the address 10.77.0.<rank + 1>.
/// \pre this process has one thread
core::Result<Place> place_of(int rank, int ranks);

/// By what mpirun and srun put into the environment. The loopback address where all ranks are on
/// this machine; else GLOO_SOCKET_IFNAME names the interface, as in PyTorch.
core::Result<Place> place_under_launcher();

}  // namespace treering::workers::gloo
