// Loads what a user names: a machine or cluster of any kind, or a file with a fabric alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.h"
#include "core/topology/cluster.h"
#include "hw/fabric/readers/text.h"
#include "hw/formats/format.h"
#include "hw/io/files.h"

namespace treering::hw {

// Loads the machine that a user names: a built-in topology, this machine, a recorded one, or a file
// of any format that we read, recognised by content.

/// \param name_or_path a built-in name (these come first), else a file; "-" is standard input
core::Result<formats::LoadedCluster> load_cluster(const std::string& name_or_path,
                                                  const io::Files& files);
/// Stands for this machine; a file of that name is ./live.
inline constexpr std::string_view kLiveTopology = "live";

/// The same with the files of this machine. kLiveTopology is what hw/discover finds on this
/// machine, a folder what it finds in that recording (hw/world/recording/recording.h).
core::Result<formats::LoadedCluster> load_cluster(const std::string& name_or_path,
                                                  const io::RealFiles& files = io::RealFiles());

/// What load_cluster() reads, as it is now: the file or the folder, and the files that a cluster
/// file names. Empty for built-in names, this machine, and what can be read only once.
io::FileStamps source_stamps(const std::string& name_or_path);

using formats::ClusterOrRun;

/// The same, but a log or texts that show no machine give their run and the facts of the host.
core::Result<ClusterOrRun> load_cluster_or_run(const std::string& name_or_path,
                                               const io::RealFiles& files = io::RealFiles());

/// `cluster` in a format that is written: "nccl-xml" (its node only), "json" or "yaml" (a node that
/// is a built-in). Fails with Category::Usage on others.
/// \param nics the adapters that its jobs use, which YAML names; empty for all
core::Result<std::string> render_cluster(const core::Cluster& cluster, std::string_view format,
                                         std::string_view nics = "");

/// Whether this format names the adapters that jobs use beside a machine that has more.
bool names_adapters(std::string_view format);

// A file that holds a fabric instead of a machine.

/// The fabric in the file at `path`, in any such format of hw/formats/formats.def; nothing where
/// there is no file or another format. Fails where the fabric has no node.
core::Result<std::optional<fabric::readers::FabricText>> load_fabric(const std::string& path,
                                                                     const io::Files& files);

}  // namespace treering::hw
