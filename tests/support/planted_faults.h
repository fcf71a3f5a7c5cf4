// Hosts of a cluster that are alike but for what names and numbers make different, and faults that
// are planted in them.
#pragma once

#include <string>
#include <vector>

#include "tests/support/recorded_machines.h"

namespace treering::support {

/// A DGX H100 as others of its cluster: with GUIDs, a memory and a uptime of its own, and the
/// firmware, kernel and driver of all.
RecordedMachine cluster_host(int number);

/// One fault in one host; see its name.
struct PlantedFault {
  std::string name;
  std::vector<std::string> topics;  // of tuner/diff, any of which names it
  std::string device;               // a part of what names it; empty: the whole host
  void (*plant)(RecordedMachine& machine);
};

/// Cable (down, slow), driver, NIC (gone, other model), GPU (gone, NVLinks down, MIG), PCIe (lanes
/// of a GPU, of an adapter, of a switch; speed of an adapter), firmware (of adapter, of GPU),
/// settings.
std::vector<PlantedFault> planted_faults();

/// Writes a host's recording into `folder`/`name`.
void write_host(RecordedMachine machine, const std::string& folder, const std::string& name);

/// "node07".
std::string host_name_of(int number);

}  // namespace treering::support
