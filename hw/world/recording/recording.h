// The recorded answers of a world, as a value and as a folder.
//
// A recorded folder holds plain files under the paths that they had, links as links, and
// unreadable.tsv with what could not be read: "denied" or "failed", the path and the system's
// words, separated by tabs; nvml.json has NVML's answers (hw/world/nvml/json.h), hwloc.xml
// libhwloc's; environment.txt has the variables, NAME=value a line, with \n for a line break in a
// value and two backslashes for one. A copy of /sys that tar made is such a folder too.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "hw/world/world.h"

namespace treering::hw::world::recording {

struct Recording {
  std::map<std::string, std::string> texts;  // by path
  std::map<std::string, std::string> links;  // where each leads, absolute or seen from its folder
  std::set<std::string> folders;             // seen, whatever is known of their content
  std::map<std::string, Unseen> unreadable;  // Denied or Failed
  Seen<NvmlAnswers> nvml = tl::unexpected(Unseen{Unseen::Why::Absent, "not in this recording"});
  std::map<std::string, std::string> variables;  // of the process, by name
  bool operator==(const Recording&) const = default;
};

// Bounds on a whole recording: hwloc's recorded machines have up to 10,000 entries and 2 MB.
inline constexpr std::size_t kMaxRecordedEntries = 200'000;
inline constexpr std::size_t kMaxRecordedBytes = std::size_t{64} << 20U;

inline constexpr std::string_view kUnreadableFile = "unreadable.tsv";
inline constexpr std::string_view kNvmlFile = "nvml.json";
inline constexpr std::string_view kEnvironmentFile = "environment.txt";

/// libhwloc's XML, as the file at this path.
inline constexpr const char* kHwlocPath = "/hwloc.xml";

/// The folder with the output of programs: a file for each command line.
inline constexpr std::string_view kProcessFolder = "/processes";
std::string recorded_path(const std::vector<std::string>& command);

/// What an error says of a folder that is not empty.
inline constexpr std::string_view kThereAlready = "there already";

/// The number of its files without unreadable.tsv.
std::size_t file_count(const Recording& recording);

/// Writes into `folder`, which must be new or empty. Links keep their targets within the recording.
/// Fails with Category::Environment when it cannot be written, BadInput when the folder is not
/// empty or the recording is above its bounds. A failure leaves no new folder, and an empty one
/// empty.
core::Result<void> write_recording(const Recording& recording, const std::string& folder);

/// The error that a recording has more than `most` of "bytes" or "entries".
core::Failure recording_too_large(const std::string& folder, const char* what, std::size_t most);

/// Fails with Category::BadInput when `folder` is not a folder, has neither sys nor proc, is above
/// the bounds, or has a malformed file of ours.
core::Result<Recording> load_recording(const std::string& folder);

}  // namespace treering::hw::world::recording
