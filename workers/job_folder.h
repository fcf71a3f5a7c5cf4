// Where the ranks of a job leave files for each other.
#pragma once

#include <string>

#include "core/result.h"

namespace treering::workers {

/// A folder of its own, which goes with this.
class JobFolder {
 public:
  /// Beside the socket of the conductor, so that it goes with the conductor's own even if we are
  /// killed; for a rank that has none, kMemberWord, where temporary files are.
  static core::Result<JobFolder> for_socket(const std::string& socket);
  JobFolder(JobFolder&& other) noexcept;
  JobFolder& operator=(JobFolder&& other) = delete;
  ~JobFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit JobFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace treering::workers
