// One NCCL version, with everything that differs between versions.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/nccl/versions/constants.h"
#include "sim/nccl/versions/graph_constants.h"

namespace treering::sim::nccl::versions {

/// The source of a group of numbers: file and symbol in NCCL's src/.
struct ConstantSource {
  std::string_view what;
  std::string_view where;
};

/// What NCCL_ALGO means for collectives that the named algorithms cannot carry.
enum class Unlisted {
  Fails,         // a call with no algorithm left fails
  RingIfNone,    // Ring carries a call with no algorithm left
  RingAlways,    // Ring stays allowed for all but all_reduce
  AllReduceOnly  // the list is for all_reduce only
};

/// How NCCL_ALGO and NCCL_PROTO are read (src/graph/tuning.cc, ncclTopoTuneModel).
struct ListConstants {
  // A list may be for one collective ("allreduce:tree"), and an unknown name is an error. If false,
  // unknown names are ignored, and a list with neither Ring nor Tree, such as one for CollNet,
  // allows both where there is no CollNet.
  bool by_collective = true;
  Unlisted unlisted = Unlisted::Fails;
  bool ring_obeys_protocols = true;  // where it carries a call with no algorithm left
  bool nvls_keeps_list = true;       // a list is not widened if NVLS or NVLSTree is in it and works
};

struct Version {
  std::string_view name;    // "2.28.9"; the first release with these numbers
  std::string_view until;   // the last
  std::string_view source;  // the tag from which the numbers were read
  std::span<const ConstantSource> sources;
  HardwareConstants hardware;
  PathConstants paths;
  SearchConstants search;
  TuningConstants tuning;
  ChannelConstants channels;
  ScheduleConstants schedule;
  ListConstants lists;
  int tuner_interface = 5;  // newest interface of tuner plugins (src/plugin/tuner); 0: none
  // The major number of the newest compute capability that its builds are for
  // (makefiles/common.mk).
  int newest_gpus = 12;
  bool joins_hosts_by_nvlink = true;  // MNNVL (src/init.cc)
};

/// The known versions, oldest first.
std::span<const Version> versions();

/// The version that is used unless another is requested.
const Version& default_version();

/// The known version nearest to a release of NCCL 2, given as "2.20.3" or as "2.20", which means
/// its last patch. It is the newest known version that is not newer than the release, or the oldest
/// if all are newer. Empty and "2" mean the default. Null if the text is no such release.
const Version* find_version(std::string_view release);

/// \pre find_version(release)
const Version& version(std::string_view release);

/// How a version that was found for a release relates to it.
enum class VersionMatch {
  Itself,      // it is the release
  SameTables,  // the release has the same tables
  Nearest      // nothing nearer is known
};

/// \pre find_version(release) == &version
VersionMatch match_of(const Version& version, std::string_view release);

/// "NCCL 2.20.5 has the tables of 2.20.3", "NCCL 2.31.2 is not known; the nearest is 2.30.3"; empty
/// if the version is the release itself.
std::string nearest_version_remark(const Version& version, std::string_view release);

}  // namespace treering::sim::nccl::versions
