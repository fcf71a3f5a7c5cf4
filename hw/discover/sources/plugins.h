// The source `plugins`: libraries that NCCL 2.28.9 loads beside itself for the network, tuning,
// profiling and its environment (src/plugin/plugin_open.cc, net.cc, tuner.cc): those that
// NCCL_NET_PLUGIN and the like name, else libnccl-net.so and the like.
//
// They are looked for where Linux's loader looks: LD_LIBRARY_PATH, the folders of
// /etc/ld.so.conf.d, the system's own. A program's run path is unknown. Plugins of clouds are also
// looked for where clouds install them, because an installed plugin that NCCL does not find costs
// much.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "hw/discover/sources/environment.h"

namespace treering::hw::discover::sources {

struct PluginFacts {
  std::vector<core::NcclPlugin> plugins;
  std::vector<core::Diagnostic> notes;  // on plugins that are named but absent
  std::vector<Unread> unread;
};

PluginFacts discover_plugins(const world::World& world, const EnvironmentFacts& environment);

/// Whose library it is, by its folder; "" where the folder does not show it.
std::string_view provider_of(std::string_view path);

}  // namespace treering::hw::discover::sources
