// What a world answered, as a value and as a folder.
//
// A recorded folder holds plain files under the paths that they had, links as links, and
// unreadable.tsv with what was there but not to be read: "denied" or "failed", the path and the
// system's words, with tabs between; nvml.json has NVML's answers (hw/world/nvml/json.h);
// environment.txt has the variables, NAME=value a line, with \n for a line break in a value and two
// backslashes for one. A copy of /sys that tar made is such a folder too.
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

/// Where a recording keeps what programs printed: a file for each command line.
inline constexpr std::string_view kProcessFolder = "/processes";
std::string recorded_path(const std::vector<std::string>& command);

/// How many files it is made of, but for unreadable.tsv.
std::size_t file_count(const Recording& recording);

/// Writes into `folder`, which is made, or is there and empty. Links lead to where they led within
/// the recording. Fails with Category::Environment when it cannot be written, BadInput when the
/// folder has something in it or the recording is above its bounds. A failure leaves no folder that
/// was not there before, and nothing in one that was empty.
core::Result<void> write_recording(const Recording& recording, const std::string& folder);

/// That a recording has more than `most` of "bytes" or "entries".
core::Failure recording_too_large(const std::string& folder, const char* what, std::size_t most);

/// Fails with Category::BadInput when `folder` is none, has neither sys nor proc in it, or is above
/// the bounds, or a file of ours in it is not as we write it.
core::Result<Recording> load_recording(const std::string& folder);

}  // namespace treering::hw::world::recording
