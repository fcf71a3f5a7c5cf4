// The world of this machine, as the user who runs treering may see it.
#pragma once

#include "hw/world/posix_files.h"
#include "hw/world/world.h"

namespace treering::hw {

class RealWorld final : public World {
 public:
  [[nodiscard]] Seen<std::string> read(const std::string& path) const override {
    return read_ordinary_file(path);
  }
  [[nodiscard]] Seen<std::vector<std::string>> list(const std::string& path) const override {
    return list_folder(path);
  }
  [[nodiscard]] Seen<std::string> real_path(const std::string& path) const override {
    return path_without_links(path);
  }
};

}  // namespace treering::hw
