// The source `environment`: NCCL's variables, of the process, of the user's .nccl.conf or
// NCCL_CONF_FILE, and of /etc/nccl.conf. The process counts before the user's file, and that before
// the system's (NCCL 2.28.9, src/misc/param.cc, initEnvFunc). NCCL_CONF_FILE stands in place of
// ~/.nccl.conf also where it is not there.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/host_state/host_state.h"
#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

struct EnvironmentFacts {
  // What NCCL would go by, by name; and those that say which GPUs a process sees.
  std::vector<core::NcclVariable> variables;
  std::vector<std::string> library_folders;  // absolute ones of LD_LIBRARY_PATH
  std::vector<core::Diagnostic> notes;       // on lines that NCCL would pass over
  std::vector<Unread> unread;

  /// Null when it is not set. NCCL takes an empty one for unset nearly everywhere.
  [[nodiscard]] const core::NcclVariable* find(const std::string& name) const;
};

EnvironmentFacts discover_environment(const world::World& world);

/// Absolute ones of folders between colons, without "." and ".." in them.
std::vector<std::string> folders_in(const std::string& list);

}  // namespace treering::hw::discover::sources
