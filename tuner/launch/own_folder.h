// A folder for files that processes of one run leave for each other.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::tuner::launch {

/// Made new, with a random name, for this user alone. It goes with this, and so do the files that
/// have one of our names; with others in it, it stays.
///
/// Whoever is killed cannot remove his folder. Each process holds a lock on its own, so the next
/// one that makes a folder in the same place removes those of this machine and user on which there
/// is no lock any more.
class OwnFolder {
 public:
  /// The names of all files that processes of ours make in such folders, but for logs.
  static constexpr std::array<std::string_view, 3> kFiles{"socket", "meeting", "draft"};
  /// What the log of a rank is called before its number.
  static constexpr std::string_view kLog = "log";

  /// "treering-...", in the folder that TMPDIR names.
  static core::Result<OwnFolder> temporary();
  /// \param prefix how its name begins, before a hyphen
  static core::Result<OwnFolder> in(const std::string& parent, std::string_view prefix);
  OwnFolder(OwnFolder&& other) noexcept;
  OwnFolder& operator=(OwnFolder&& other) = delete;
  ~OwnFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// A path in it.
  [[nodiscard]] std::string file(std::string_view name) const;
  /// The folder itself, opened: it stays ours whatever happens to its path.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  OwnFolder(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_ = -1;
};

/// Opens `path` if it is a folder of this user to which nobody else has access, and no link to one;
/// else -1, with errno as open() leaves it, or 0. The caller closes it.
int open_own_folder(const std::string& path);

}  // namespace treering::tuner::launch
