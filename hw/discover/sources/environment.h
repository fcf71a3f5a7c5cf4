// The source `environment`: NCCL's variables, from the process, from the user's .nccl.conf or
// NCCL_CONF_FILE, and from /etc/nccl.conf, in this order of precedence (NCCL 2.28.9,
// src/misc/param.cc, initEnvFunc). NCCL_CONF_FILE replaces ~/.nccl.conf even if that file does not
// exist.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

struct EnvironmentFacts {
  // What NCCL would go by, by name; and those that say which GPUs a process sees.
  std::vector<core::NcclVariable> variables;
  std::vector<std::string> library_folders;  // absolute ones of LD_LIBRARY_PATH
  std::vector<core::Diagnostic> notes;       // on lines that NCCL ignores
  std::vector<Unread> unread;

  /// Null when it is not set. NCCL treats an empty one as unset nearly everywhere.
  [[nodiscard]] const core::NcclVariable* find(const std::string& name) const;
};

EnvironmentFacts discover_environment(const world::World& world);

/// The absolute ones among folders that colons separate, without "." and "..".
std::vector<std::string> folders_in(const std::string& list);

}  // namespace treering::hw::discover::sources
