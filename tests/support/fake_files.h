// Files that exist only in a test.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "hw/io/files.h"

namespace treering::support {

class FakeFiles final : public hw::io::Files {
 public:
  explicit FakeFiles(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}

  [[nodiscard]] bool exists(const std::string& path) const override {
    return texts_.count(path) != 0;
  }

  [[nodiscard]] core::Result<std::string> read(const std::string& path,
                                               std::size_t most) const override {
    const auto found = texts_.find(path);
    if (found == texts_.end()) return core::bad_input(path, "file not found");
    if (found->second.size() > most) return core::bad_input(path, "too large");
    return found->second;
  }

 private:
  std::map<std::string, std::string> texts_;
};

}  // namespace treering::support
