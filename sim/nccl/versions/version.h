// One NCCL version: everything that differs between versions hangs off here.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/nccl/versions/constants.h"
#include "sim/nccl/versions/hardware_constants.h"
#include "sim/nccl/versions/search_constants.h"

namespace treering::sim::nccl::versions {

/// Where a group of numbers was read: file and symbol, from NCCL's src/.
struct ConstantSource {
  std::string_view what;
  std::string_view where;
};

/// What NCCL_ALGO means to the collectives that the named algorithms cannot carry.
enum class Unlisted {
  Fails,         // a call that has nothing left fails
  RingIfNone,    // Ring carries what has nothing left
  RingAlways,    // Ring stays allowed for all but all_reduce
  AllReduceOnly  // the list is about all_reduce alone
};

/// How NCCL_ALGO and NCCL_PROTO are read (src/graph/tuning.cc, ncclTopoTuneModel).
struct ListConstants {
  // A list may be for one collective ("allreduce:tree"), and what NCCL does not know is an error.
  // Without, unknown names count for nothing, and a list that leaves neither Ring nor Tree, as one
  // for CollNet does, allows both where there is no CollNet.
  bool by_collective = true;
  Unlisted unlisted = Unlisted::Fails;
  bool ring_obeys_protocols = true;  // where it carries what has nothing left
  bool nvls_keeps_list = true;       // a list with NVLS or NVLSTree that work is not widened
};

struct Version {
  std::string_view name;    // "2.28.9"; the first release with these numbers
  std::string_view until;   // the last
  std::string_view source;  // the tag that the numbers were read from
  std::span<const ConstantSource> sources;
  HardwareConstants hardware;
  PathConstants paths;
  SearchConstants search;
  TuningConstants tuning;
  ChannelConstants channels;
  ScheduleConstants schedule;
  ListConstants lists;
  int tuner_interface = 5;  // newest interface of tuner plugins (src/plugin/tuner); 0: none
};

/// The known versions, oldest first.
std::span<const Version> versions();

/// The one that is followed where nothing else is asked for.
const Version& default_version();

/// The known version nearest to a release of NCCL 2: "2.20.3" in full, or "2.20", which stands for
/// its last patch. That is the newest that is not newer; the oldest where all are. Empty and "2"
/// name the default. Null where the text is no such release.
const Version* find_version(std::string_view release);

/// \pre find_version(release)
const Version& version(std::string_view release);

/// What `version` is to a release for which it was found.
enum class VersionMatch {
  Itself,      // so named
  SameTables,  // the release has the same tables
  Nearest      // nothing nearer is known
};

/// \pre find_version(release) == &version
VersionMatch match_of(const Version& version, std::string_view release);

/// "NCCL 2.20.5 has the tables of 2.20.3", "NCCL 2.31.2 is not known; 2.30.3 is the nearest";
/// empty where the version is the release itself.
std::string nearest_version_remark(const Version& version, std::string_view release);

}  // namespace treering::sim::nccl::versions
