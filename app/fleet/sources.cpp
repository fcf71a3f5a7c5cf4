#include "app/fleet/sources.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/fabric/analysis/hosts.h"
#include "hw/formats/format.h"
#include "hw/io/files.h"
#include "hw/load_cluster.h"
#include "tuner/measure/journal.h"

namespace treering::app::fleet {
namespace {

namespace fs = std::filesystem;
using hw::formats::LoadedCluster;
using tuner::fleet::Host;

/// A text that stands in no file: several of one host, one behind the other.
class OneText final : public hw::io::Files {
 public:
  explicit OneText(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] bool exists(const std::string& path) const override { return path == kName; }
  [[nodiscard]] core::Result<std::string> read(const std::string& path,
                                               std::size_t most) const override {
    if (path == kName && text_.size() <= most) return text_;
    return core::bad_input(path, "more than one text may have");
  }

  static constexpr const char* kName = "texts";

 private:
  std::string text_;
};

/// What a recording has (hw/world/recording/recording.h).
bool is_recording(const fs::path& folder) {
  constexpr std::array<const char*, 4> kParts{"sys", "proc", "nvml.json", "hwloc.xml"};
  return std::ranges::any_of(kParts, [&](const char* part) {
    std::error_code ignored;
    return fs::exists(folder / part, ignored);
  });
}

/// The file of a recorded fabric (discover --fabric --record); empty for none.
std::string recorded_fabric(const fs::path& folder) {
  const fs::path file = folder / "processes" / "ibnetdiscover";
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) ? file.string() : "";
}

core::Result<std::vector<fs::path>> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (!name.starts_with('.')) names.push_back(std::move(name));
  }
  if (error) {
    return core::bad_input(core::printable(folder.string()), hw::io::system_message(error.value()),
                           "expected a folder", "it has one file or one folder of each host");
  }
  std::vector<fs::path> entries;
  for (const std::string& name : hw::fabric::analysis::hosts_in_order(std::move(names))) {
    entries.push_back(folder / name);
  }
  return entries;
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool is_results(std::string_view text) {
  const hw::formats::Format* const format = hw::formats::recognise(text);
  return format != nullptr && format->name == "measurement-lines";
}

/// Of a text that is read alone: XML, JSON and YAML are no part of another text.
bool stands_alone(std::string_view text) {
  constexpr std::array<std::string_view, 4> kAlone{"json", "nccl-xml", "hwloc-xml", "yaml"};
  const hw::formats::Format* const format = hw::formats::recognise(text);
  return format != nullptr && std::ranges::find(kAlone, format->name) != kAlone.end();
}

bool is_taken(const std::string& name, const std::vector<Host>& hosts) {
  return std::ranges::find(hosts, name, &Host::name) != hosts.end();
}

/// The host's name where the file has it, else its number.
std::string name_of_node(const std::string& file, const LoadedCluster& loaded, int node,
                         const std::vector<Host>& hosts) {
  const auto at = static_cast<std::size_t>(node);
  if (at >= loaded.node_names.size()) return fmt::format("{} node {}", file, node);
  std::string name = core::printable(loaded.node_names[at]);
  return is_taken(name, hosts) ? fmt::format("{} of {}", name, file) : name;
}

/// The state of one host of the file: the networks are its own.
core::HostState state_of_node(const LoadedCluster& loaded, int node) {
  core::HostState state = loaded.host;
  const auto at = static_cast<std::size_t>(node);
  if (at >= loaded.node_names.size()) return state;
  std::erase_if(state.networks,
                [&](const core::NetworkUse& use) { return use.host != loaded.node_names[at]; });
  std::erase_if(state.interfaces,
                [&](const core::InterfaceUse& use) { return use.host != loaded.node_names[at]; });
  return state;
}

/// A node of a file of several is a host of its own.
void add_nodes(const std::string& name, LoadedCluster loaded, std::vector<Host>& hosts) {
  const core::Cluster& cluster = loaded.cluster;
  constexpr int kMostNodes = 4096;
  if (cluster.node_count == 1) {
    hosts.push_back({name, {core::part_of(cluster, {0}), std::move(loaded.host)}});
    return;
  }
  for (int node = 0; node < std::min(cluster.node_count, kMostNodes); ++node) {
    std::string host = name_of_node(name, loaded, node, hosts);
    hosts.push_back(
        {std::move(host), {core::part_of(cluster, {node}), state_of_node(loaded, node)}});
  }
}

/// Fills what the host does not know from another source of the same host.
template <class T>
void complete(std::optional<T>& own, const std::optional<T>& other) {
  if (!own) own = other;
}
template <class T>
void complete(std::vector<T>& own, const std::vector<T>& other) {
  if (own.empty()) own = other;
}

/// All that hosts are compared by (tuner/diff); what logs complain of is kept apart.
void complete(core::HostState& own, const core::HostState& other) {
  complete(own.pcie_links, other.pcie_links);
  complete(own.acs, other.acs);
  complete(own.iommu, other.iommu);
  complete(own.gpus, other.gpus);
  complete(own.nvlinks, other.nvlinks);
  complete(own.peers, other.peers);
  complete(own.ports, other.ports);
  complete(own.network, other.network);
  complete(own.has_peermem, other.has_peermem);
  complete(own.has_dmabuf, other.has_dmabuf);
  complete(own.shm_bytes, other.shm_bytes);
  complete(own.memlock_bytes, other.memlock_bytes);
  complete(own.numa_balancing, other.numa_balancing);
  complete(own.machine, other.machine);
  complete(own.kernel, other.kernel);
  complete(own.hypervisor, other.hypervisor);
  complete(own.container, other.container);
  complete(own.driver_version, other.driver_version);
  complete(own.cuda_version, other.cuda_version);
  complete(own.nccl_version, other.nccl_version);
  complete(own.variables, other.variables);
  complete(own.plugins, other.plugins);
  complete(own.networks, other.networks);
  complete(own.interfaces, other.interfaces);
}

class Collector {
 public:
  explicit Collector(const std::string& folder) : folder_(folder) {}

  core::Result<Sources> collect() {
    const auto entries = entries_of(folder_);
    if (!entries) return core::fail(entries.error());
    for (const fs::path& entry : *entries) {
      if (is_folder(entry)) {
        add_folder(entry);
      } else {
        add_file(entry, entry.stem().string());
      }
    }
    add_unknown_machines();
    if (!sources_.hosts.empty() || !sources_.logs.empty()) return std::move(sources_);
    return core::fail(nothing_found());
  }

 private:
  core::Error nothing_found() const {
    core::Error error{core::Category::BadInput, core::printable(folder_.string()),
                      "no host in this folder", "expected one file or one folder of each host",
                      "⟨record⟩ of discover under srun or mpirun writes one"};
    if (!sources_.left_out.empty()) {
      const LeftOut& first = sources_.left_out.front();
      error.hint = fmt::format("{}: {}", first.file, first.why);
    }
    return error;
  }

  std::string shown(const fs::path& path) const {
    return core::printable(path.lexically_relative(folder_).string());
  }

  void leave_out(const fs::path& path, const core::Error& error) {
    // The file is named already.
    sources_.left_out.push_back({shown(path), error.complaint()});
  }

  void add_folder(const fs::path& folder) {
    if (const std::string file = recorded_fabric(folder); !file.empty()) add_fabric(file);
    const std::string name = core::printable(folder.filename().string());
    if (is_recording(folder)) return add_machine(folder, name);
    if (recorded_fabric(folder).empty()) add_texts(folder, name);
  }

  void add_machine(const fs::path& path, const std::string& name) {
    auto loaded = hw::load_cluster_or_run(path.string());
    if (!loaded) return leave_out(path, loaded.error());
    if (auto* const run = std::get_if<hw::formats::LoadedRun>(&*loaded)) {
      sources_.logs.push_back({name, std::move(run->host), std::move(run->why_no_machine)});
      return;
    }
    add_nodes(name, std::get<LoadedCluster>(*std::move(loaded)), sources_.hosts);
  }

  bool add_fabric(const std::string& path) {
    auto fabric = hw::load_fabric(path, hw::io::RealFiles());
    if (!fabric) {
      leave_out(path, fabric.error());
      return true;
    }
    if (!*fabric) return false;
    if (sources_.fabric) {
      sources_.left_out.push_back({shown(path), "a second fabric"});
    } else {
      sources_.fabric = **std::move(fabric);
      sources_.fabric_file = shown(path);
    }
    return true;
  }

  void add_results(const fs::path& path, std::string_view text) {
    auto records = tuner::measure::parse_journal(text, shown(path));
    if (!records) return leave_out(path, records.error());
    std::erase_if(*records,
                  [](const tuner::measure::Record& one) { return !one.trial.configuration.pair; });
    if (records->empty()) {
      sources_.left_out.push_back(
          {shown(path), "results without pairs of ranks; treering measure --pairs has them"});
      return;
    }
    std::ranges::move(*records, std::back_inserter(sources_.pairs));
    sources_.pair_files.push_back(shown(path));
  }

  void add_file(const fs::path& path, const std::string& name) {
    if (add_fabric(path.string())) return;
    const hw::io::RealFiles files;
    const auto text = files.read(path.string(), hw::io::kMaxFileBytes);
    if (text && is_results(*text)) return add_results(path, *text);
    add_machine(path, core::printable(name));
  }

  /// What the files of one host say.
  struct Parts {
    std::vector<Host> machines;
    std::vector<LoggedHost> logs;
  };

  void add_part(const fs::path& path, const std::string& name, Parts& parts) {
    auto loaded = hw::load_cluster_or_run(path.string());
    if (!loaded) return leave_out(path, loaded.error());
    if (auto* const run = std::get_if<hw::formats::LoadedRun>(&*loaded)) {
      parts.logs.push_back({name, std::move(run->host), std::move(run->why_no_machine)});
    } else {
      add_nodes(name, std::get<LoadedCluster>(*std::move(loaded)), parts.machines);
    }
  }

  /// Texts of one host are read as one paste, so that each may say what the others do not; XML,
  /// JSON and YAML by themselves.
  void add_texts(const fs::path& folder, const std::string& name) {
    const auto entries = entries_of(folder);
    if (!entries) return leave_out(folder, entries.error());
    const hw::io::RealFiles files;
    std::string together;
    std::vector<fs::path> texts;
    Parts parts;
    for (const fs::path& entry : *entries) {
      const auto text = files.read(entry.string(), hw::io::kMaxFileBytes);
      if (!text || stands_alone(*text)) {
        add_part(entry, name, parts);
      } else {
        texts.push_back(entry);
        together += *text + "\n";
      }
    }
    auto paste = texts.size() > 1 ? hw::load_cluster(OneText::kName, OneText(together))
                                  : core::Result<LoadedCluster>(tl::unexpected(core::Error()));
    if (paste) {
      // Two matrices in texts of one host are no two hosts.
      if (!paste->run && hw::formats::hosts_of(paste->format) == hw::formats::HostsOfText::Pasted) {
        paste->cluster.node_count = 1;
      }
      add_nodes(name, *std::move(paste), parts.machines);
    } else {
      for (const fs::path& text : texts) add_part(text, name, parts);
    }
    add_parts(std::move(parts));
  }

  /// The devices are those of the first file that shows a machine.
  void add_parts(Parts parts) {
    for (std::size_t i = 1; i < parts.machines.size(); ++i) {
      complete(parts.machines.front().machine.host, parts.machines[i].machine.host);
    }
    for (LoggedHost& log : parts.logs) {
      if (!parts.machines.empty()) complete(parts.machines.front().machine.host, log.host);
      sources_.logs.push_back(std::move(log));
    }
    if (!parts.machines.empty()) sources_.hosts.push_back(std::move(parts.machines.front()));
  }

  /// Of hosts whose machine nobody shows, what they report otherwise is compared: versions, ports.
  void add_unknown_machines() {
    std::map<std::string, core::HostState> unknown;
    for (const LoggedHost& log : sources_.logs) {
      if (std::ranges::find(sources_.hosts, log.name, &Host::name) == sources_.hosts.end()) {
        complete(unknown[log.name], log.host);
      }
    }
    if (unknown.size() < 2) return;
    for (auto& [name, host] : unknown) {
      sources_.hosts.push_back({name, {core::Cluster(), std::move(host)}});
    }
  }

  fs::path folder_;
  Sources sources_;
};

}  // namespace

core::Result<Sources> sources_in(const std::string& folder) {
  if (is_recording(folder)) {
    return core::bad_input(core::printable(folder), "a recording of one machine",
                           "expected a folder with one of each host",
                           "treering doctor looks at one machine");
  }
  return Collector(folder).collect();
}

}  // namespace treering::app::fleet
