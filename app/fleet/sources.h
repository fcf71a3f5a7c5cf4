// What a folder holds of the hosts of a cluster: recordings, logs, dumps and texts of each, the
// fabric between them, messages measured between pairs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "hw/fabric/readers/text.h"
#include "tuner/fleet/fleet.h"
#include "tuner/measure/record.h"

namespace treering::app::fleet {

struct LeftOut {
  std::string file;  // seen from the folder, fit to be shown
  std::string why;   // one sentence
};

/// A log that shows no machine.
struct LoggedHost {
  std::string name;
  core::HostState host;
  core::Error why_no_machine;
};

struct Sources {
  std::vector<tuner::fleet::Host> hosts;  // by name, numbers in it by value
  std::vector<LoggedHost> logs;
  std::string fabric_file;  // fit to be shown; empty: there is none
  std::optional<hw::fabric::readers::FabricText> fabric;
  std::vector<tuner::measure::Record> pairs;  // results of messages between pairs
  std::vector<std::string> pair_files;
  std::vector<LeftOut> left_out;
};

/// The hosts are named by their file or folder; a folder inside the folder is one host's: a
/// recording, or files of which each says something of it. Fails where the folder cannot be read,
/// or shows nothing of any host.
core::Result<Sources> sources_in(const std::string& folder);

}  // namespace treering::app::fleet
