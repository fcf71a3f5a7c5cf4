#include "workers/job_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "tuner/launch/worker_group.h"

namespace treering::workers {

namespace fs = std::filesystem;

core::Result<JobFolder> JobFolder::for_socket(const std::string& socket) {
  const bool has_socket = socket != tuner::launch::kMemberWord;
  const fs::path parent = has_socket ? fs::path(socket).parent_path() : fs::temp_directory_path();
  std::string path = (parent / "job-XXXXXX").string();
  if (mkdtemp(path.data()) != nullptr) return JobFolder(path);
  return core::environment_error(parent.string(), std::strerror(errno),
                                 "expected a folder of our own");
}

JobFolder::JobFolder(JobFolder&& other) noexcept : path_(std::exchange(other.path_, "")) {}

JobFolder::~JobFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace treering::workers
