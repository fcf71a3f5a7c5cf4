// A shared library that is opened at run time.
#pragma once

#include <memory>
#include <string>

#include "hw/world/world.h"

namespace treering::hw::world {

struct CloseLibrary {
  void operator()(void* handle) const;
};

/// Closed with its handle, which dlsym() takes.
using SharedLibrary = std::unique_ptr<void, CloseLibrary>;

/// \param file "libnvidia-ml.so.1", found as the system finds libraries, or a path
/// Absent where there is none, Failed with the loader's words where it cannot be loaded.
Seen<SharedLibrary> open_library(const std::string& file);

}  // namespace treering::hw::world
