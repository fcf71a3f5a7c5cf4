// The settings that NCCL itself would find: its variables, its conf files, its plugins, its
// topology file.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

// A nccl.conf as NCCL 2.28.9 reads it (src/misc/param.cc, setEnvFile): NAME=value a line, '#' in
// the first column for a comment, nothing trimmed, 1023 characters of each at most. If a name
// occurs twice the first counts; a variable of the process counts before both.

struct NcclConfLine {
  std::string name;
  std::string value;
  std::size_t line = 0;  // from 1
  bool operator==(const NcclConfLine&) const = default;
};

struct NcclConf {
  std::vector<NcclConfLine> lines;  // that set a variable of NCCL's, in their order
  // Lines that look as if they did, but by their spelling do not: a blank in the name, "export".
  std::vector<NcclConfLine> ignored;
};

NcclConf read_nccl_conf(std::string_view text);

// The source `environment`: NCCL's variables, from the process, from the user's .nccl.conf or
// NCCL_CONF_FILE, and from /etc/nccl.conf, in this order of precedence (NCCL 2.28.9,
// src/misc/param.cc, initEnvFunc). NCCL_CONF_FILE replaces ~/.nccl.conf even if that file does not
// exist.

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

// The source `plugins`: libraries that NCCL 2.28.9 loads beside itself for the network, tuning,
// profiling and its environment (src/plugin/plugin_open.cc, net.cc, tuner.cc): those that
// NCCL_NET_PLUGIN and the like name, else libnccl-net.so and the like.
//
// They are looked for where Linux's loader looks: LD_LIBRARY_PATH, the folders of
// /etc/ld.so.conf.d, the system's own. A program's run path is unknown. Plugins of clouds are also
// looked for where clouds install them, because an installed plugin that NCCL does not find costs
// much.

struct PluginFacts {
  std::vector<core::NcclPlugin> plugins;
  std::vector<core::Diagnostic> notes;  // on plugins that are named but absent
  std::vector<Unread> unread;
};

PluginFacts discover_plugins(const world::World& world, const EnvironmentFacts& environment);

/// Whose library it is, by its folder; "" where the folder does not show it.
std::string_view provider_of(std::string_view path);

// The source `topology_file`: the file that NCCL reads before it looks at the hardware:
// NCCL_TOPO_FILE, else that of nvidia-topologyd, which clouds put into their guests (NCCL 2.28.9,
// src/graph/topo.cc, ncclTopoGetSystem).

inline constexpr const char* kGuestTopologyFile = "/var/run/nvidia-topologyd/virtualTopology.xml";

struct TopologyFileFacts {
  std::optional<Figure<std::string>> path;  // nothing: NCCL has none
  std::vector<Unread> unread;
};

TopologyFileFacts discover_topology_file(const world::World& world,
                                         const EnvironmentFacts& environment);

}  // namespace treering::hw::discover::sources
