// A folder of one test, gone with it.
#pragma once

#include <filesystem>
#include <string>

#include <stdlib.h>

namespace treering::support {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "treering-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }

  /// Without a slash at the end.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace treering::support
