// The table of formats: how each is recognised, read and written. One line in formats.def, one
// file with its functions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "hw/fabric/readers/text.h"
#include "hw/formats/logged_run.h"

namespace treering::hw::formats {

/// The content of a file. One machine is a cluster of one.
struct LoadedCluster {
  core::Cluster cluster;
  std::vector<core::Diagnostic> notes;
  std::string format;    // a Format's name, or "built-in"
  core::HostState host;  // what else is known of the machine, for doctor
  std::string nics{};    // the adapters that its jobs use, as in NCCL_IB_HCA, or a number; "": all
  // Of a log whose machine is assumed by the names of its GPUs: what may show which machine it is.
  std::optional<LoggedRun> run = {};
  std::vector<int> devices = {};  // the GPUs of the source's job; empty: all
  // The hosts of a log, one for each node; empty where it does not name all.
  std::vector<std::string> node_names = {};
  // "nvidia-smi topo -m", where its matrix shows how GPUs and adapters are joined.
  std::string matrix = {};
};

/// What texts say of a host and its run without showing its machine: logs, states of ports,
/// counters.
struct HostFacts {
  core::HostState host;
  std::vector<core::Diagnostic> notes;
  std::vector<std::string> read;  // of each text what was in it: "ibstat: 3 ports"
};

/// What a file says that shows no machine: of a run, of a host.
struct LoadedRun {
  core::HostState host;
  std::vector<core::Diagnostic> notes;
  core::Error why_no_machine;
  std::string format{};  // a Format's name
  LoggedRun logged = {};
  std::vector<std::string> read = {};  // as HostFacts::read
  bool shows_part = false;             // of the machine: too little to read it
};

using ClusterOrRun = std::variant<LoadedCluster, LoadedRun>;

/// A text and the name that stands for it in errors. A text of lines is as its program printed it:
/// core::unwrapped() (core/text/pasted.h).
struct Source {
  std::string path;
  std::string text;
};

/// Loads what a cluster file names, relative to that file. Empty where a file has to be one machine
/// itself.
struct NodeLoader {
  std::function<core::Result<LoadedCluster>(const std::string& name_or_path)> node;
  std::function<core::Result<fabric::readers::FabricText>(const std::string& path)> fabric;
};

/// The hosts that one text may be of.
enum class HostsOfText : std::uint8_t {
  AsWritten,  // a machine or a cluster, as the file says
  Pasted,     // what programs print of a host, once or for several hosts; adapters may be left out
  OfJob,      // those of a run; their adapters may be left out
};

struct Format {
  std::string_view name;
  std::string_view extension;  // empty when it is not read
  std::string_view description;
  std::string_view why_not;  // a hint where it is not read; empty when it is
  bool (*is_it)(std::string_view text);
  core::Result<LoadedCluster> (*read)(const Source& source, const NodeLoader& load_node);
  core::Result<std::string> (*write)(const core::Cluster& cluster);
  // For a fabric; null for all others.
  core::Result<fabric::readers::FabricText> (*read_fabric)(std::string_view text,
                                                           const std::string& path);
  // For logs, of which `read` gives the machine alone: the run where they show none, read once;
  // null for all others.
  core::Result<ClusterOrRun> (*read_log)(const Source& source);
  // For texts that say facts of a host beside or without a machine; null for all others.
  void (*add_facts)(const Source& source, HostFacts& facts);
  HostsOfText hosts = HostsOfText::AsWritten;
};

/// The machine; fails with `why_no_machine` of a run.
core::Result<LoadedCluster> cluster_in(core::Result<ClusterOrRun> read);

/// Whether it holds no machine but measured runs, which treering import and check read.
bool holds_measurements(const Format& format);

/// By the name of a format; AsWritten for others, such as "built-in".
HostsOfText hosts_of(std::string_view format);

/// In the order in which they are tried.
std::span<const Format> formats();

/// The first format that `text` looks like, by its first bytes; null for none.
const Format* recognise(std::string_view text);

/// The format that is read under this extension (".yml" counts as ".yaml"); null for none.
const Format* format_of_path(std::string_view path);

/// By name, among those that are written. Fails as unknown_name (core/named_values.h) does.
core::Result<const Format*> find_written_format(std::string_view name);

// The functions that each line of formats.def promises.
#define FORMAT(id, name, extension, description)                                            \
  bool is_##id(std::string_view text);                                                      \
  core::Result<LoadedCluster> read_##id(const Source& source, const NodeLoader& load_node); \
  core::Result<std::string> write_##id(const core::Cluster& cluster);
#define READ(id, name, hosts, description) \
  bool is_##id(std::string_view text);     \
  core::Result<LoadedCluster> read_##id(const Source& source, const NodeLoader& load_node);
#define LOG(id, name, hosts, description) \
  bool is_##id(std::string_view text);    \
  core::Result<ClusterOrRun> read_log_##id(const Source& source);
#define TEXT(id, name, description)    \
  bool is_##id(std::string_view text); \
  void add_##id(const Source& source, HostFacts& facts);
#define FABRIC(id, name, description) bool is_##id(std::string_view text);
#define KNOWN(id, name, description, why) bool is_##id(std::string_view text);
#include "hw/formats/formats.def"
#undef FORMAT
#undef READ
#undef LOG
#undef TEXT
#undef FABRIC
#undef KNOWN

}  // namespace treering::hw::formats

namespace treering::hw::fabric::readers {

#define FORMAT(id, name, extension, description)
#define READ(id, name, hosts, description)
#define LOG(id, name, hosts, description)
#define TEXT(id, name, description)
#define FABRIC(id, name, description) \
  core::Result<FabricText> read_##id(std::string_view text, const std::string& path);
#define KNOWN(id, name, description, why)
#include "hw/formats/formats.def"
#undef FORMAT
#undef READ
#undef LOG
#undef TEXT
#undef FABRIC
#undef KNOWN

}  // namespace treering::hw::fabric::readers
