// The state of a file at a moment: an answer that was made of it is right for as long as the file
// has the same one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace treering::hw::io {

/// All zero but the path: nothing is there. Of a folder the bytes are those of all that is in it,
/// and the times those of the newest of it.
struct FileStamp {
  std::string path;
  std::uint64_t number = 0;  // of the inode: another file may take the name
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970
  std::int64_t changed_ns = 0;   // of the inode: a program that copies may set the other one back
  bool operator==(const FileStamp&) const = default;
};

/// The stamp of an ordinary file, of a folder, or of a path where nothing is. Nothing for what can
/// be read only once: standard input, pipes, devices.
std::optional<FileStamp> stamp_of(const std::string& path);

using FileStamps = std::vector<FileStamp>;
/// Of those that have one.
FileStamps stamps_of(const std::vector<std::string>& paths);

}  // namespace treering::hw::io
