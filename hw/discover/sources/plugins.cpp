#include "hw/discover/sources/plugins.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::hw::discover::sources {
namespace {

using core::NcclPlugin;

struct Kind {
  std::string_view name;      // of NcclPlugin::kind, and in libnccl-NAME.so
  std::string_view variable;  // that names another
};
constexpr std::array kKinds{
    Kind{"net", "NCCL_NET_PLUGIN"},
    Kind{"tuner", "NCCL_TUNER_PLUGIN"},
    Kind{"profiler", "NCCL_PROFILER_PLUGIN"},
    Kind{"env", "NCCL_ENV_PLUGIN"},
};

struct Place {
  std::string_view sign;  // in a path
  std::string_view provider;
};
// Folders of the packages: aws-ofi-nccl, contrib/ (EFA installer); Google Cloud, "NCCL/gIB" and
// container-engine-accelerators, gpudirect-tcpxo; NVIDIA HPC-X, "NCCL-RDMA-SHARP Plugins".
constexpr std::array kPlaces{
    Place{"/opt/amazon/", "AWS"},
    Place{"aws-ofi-nccl", "AWS"},
    Place{"ofi-nccl", "AWS"},
    Place{"/usr/local/gib/", "Google Cloud"},
    Place{"/usr/local/tcpxo/", "Google Cloud"},
    Place{"/usr/local/tcpx/", "Google Cloud"},
    Place{"/usr/local/nvidia/lib64/", "Google Cloud"},
    Place{"hpcx", "HPC-X"},
    Place{"nccl-rdma-sharp-plugins", "HPC-X"},
    Place{"nccl_rdma_sharp_plugin", "HPC-X"},
};

struct Installed {
  std::string_view kind;
  std::string_view path;
};
// The same, and the folders of Google's daemons for GKE, which mount theirs beside the driver's.
constexpr std::array kInstalled{
    Installed{"net", "/opt/amazon/ofi-nccl/lib/libnccl-net-ofi.so"},
    Installed{"net", "/opt/amazon/ofi-nccl/lib/x86_64-linux-gnu/libnccl-net.so"},
    Installed{"net", "/opt/amazon/ofi-nccl/lib64/libnccl-net.so"},
    Installed{"net", "/opt/amazon/aws-ofi-nccl/lib/libnccl-net-ofi.so"},
    Installed{"net", "/opt/aws-ofi-nccl/lib/libnccl-net.so"},
    Installed{"net", "/usr/local/gib/lib64/libnccl-net.so"},
    Installed{"net", "/usr/local/nvidia/lib64/libnccl-net.so"},
    Installed{"net", "/opt/hpcx/nccl_rdma_sharp_plugin/lib/libnccl-net.so"},
    Installed{"net", "/opt/hpcx/ncclnet_plugin/lib/libnccl-net.so"},
    Installed{"tuner", "/opt/amazon/ofi-nccl/lib/libnccl-tuner-ofi.so"},
    Installed{"tuner", "/opt/amazon/ofi-nccl/lib/x86_64-linux-gnu/libnccl-ofi-tuner.so"},
    Installed{"tuner", "/opt/amazon/ofi-nccl/lib64/libnccl-ofi-tuner.so"},
    Installed{"tuner", "/usr/local/gib/lib64/libnccl-tuner.so"},
    Installed{"tuner", "/usr/local/nvidia/lib64/libnccl-tuner.so"},
};

// Where the loader looks last (ld.so(8)).
constexpr std::array<std::string_view, 4> kSystemFolders{"/lib64", "/usr/lib64", "/lib",
                                                         "/usr/lib"};

class PluginSource {
 public:
  PluginSource(const world::World& world, const EnvironmentFacts& environment)
      : reader_(world), environment_(environment), folders_(environment.library_folders) {
    add_configured_folders();
    folders_.insert(folders_.end(), kSystemFolders.begin(), kSystemFolders.end());
  }

  PluginFacts read() {
    for (const Kind& kind : kKinds) find_wanted(kind);
    for (const Installed& one : kInstalled) add_if_installed(one);
    facts_.unread = reader_.take_unread();
    return std::move(facts_);
  }

 private:
  void add_configured_folders() {
    const std::string folder = "/etc/ld.so.conf.d";
    for (const std::string& name : reader_.names(folder)) {
      if (!name.ends_with(".conf")) continue;
      const std::string text = reader_.content(fmt::format("{}/{}", folder, name)).value_or("");
      for (core::LineReader lines(text); lines.next();) {
        const std::string_view line = lines.line();
        const auto found = folders_in(std::string(core::trimmed(line.substr(0, line.find('#')))));
        folders_.insert(folders_.end(), found.begin(), found.end());
      }
    }
  }

  void find_wanted(const Kind& kind) {
    const core::NcclVariable* variable = environment_.find(std::string(kind.variable));
    if (variable == nullptr || (variable->value.empty() && kind.name != "net")) {
      add_if_found(kind, fmt::format("libnccl-{}.so", kind.name));
      return;
    }
    // Several for the network, one for the others.
    std::istringstream stream(variable->value);
    const char separator = kind.name == "net" ? ',' : '\0';
    for (std::string name; std::getline(stream, name, separator);) {
      if (name.empty() || core::lower_case(name) == "none") continue;
      if (core::lower_case(name) == "static_plugin" || find_named(kind, name)) continue;
      facts_.notes.push_back(
          {core::Severity::Warning, std::string(kind.variable),
           fmt::format("{} is not where NCCL looks for it by the variables of this process",
                       core::in_quotes(name))});
    }
  }

  /// As it is; where it is no name of a library, also between "libnccl-KIND-" and ".so".
  bool find_named(const Kind& kind, const std::string& name) {
    if (add_if_found(kind, name)) return true;
    const bool is_library =
        name.find('/') != std::string::npos || name.starts_with("lib") || name.ends_with(".so");
    return !is_library && add_if_found(kind, fmt::format("libnccl-{}-{}.so", kind.name, name));
  }

  bool add_if_found(const Kind& kind, const std::string& name) {
    if (name.find('/') != std::string::npos) {
      const auto paths = folders_in(name);
      return paths.size() == 1 && add_if_there(kind.name, paths.front(), true);
    }
    return std::ranges::any_of(folders_, [&](const std::string& folder) {
      return add_if_there(kind.name, folder + "/" + name, true);
    });
  }

  bool add_if_there(std::string_view kind, const std::string& path, bool is_found) {
    const auto real = reader_.real_path(path);
    if (!real) return false;
    std::string_view provider = provider_of(path);
    if (provider.empty()) provider = provider_of(*real);
    facts_.plugins.push_back({std::string(kind), path.substr(path.rfind('/') + 1),
                              std::string(provider), discovered_in(path), is_found});
    return true;
  }

  /// Nothing new where NCCL finds one of the same kind by itself, or is set to take none.
  void add_if_installed(const Installed& one) {
    const auto* const kind = std::ranges::find(kKinds, one.kind, &Kind::name);
    if (environment_.find(std::string(kind->variable)) != nullptr) return;
    const bool has_one = std::ranges::any_of(
        facts_.plugins, [&](const NcclPlugin& plugin) { return plugin.kind == one.kind; });
    if (!has_one) add_if_there(one.kind, std::string(one.path), false);
  }

  FactReader reader_;
  const EnvironmentFacts& environment_;
  std::vector<std::string> folders_;
  PluginFacts facts_;
};

}  // namespace

std::string_view provider_of(std::string_view path) {
  const auto* const place = std::ranges::find_if(
      kPlaces, [&](const Place& one) { return path.find(one.sign) != path.npos; });
  return place == kPlaces.end() ? std::string_view() : place->provider;
}

PluginFacts discover_plugins(const world::World& world, const EnvironmentFacts& environment) {
  return PluginSource(world, environment).read();
}

}  // namespace treering::hw::discover::sources
