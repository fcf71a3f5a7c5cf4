// What a file that a user hands over can be opened as.
#pragma once

#include <string>

#include "core/result.h"

namespace treering::app {

struct FileKind {
  bool has_machine = false;       // a machine, a cluster or a fabric
  bool has_measurements = false;  // a log of nccl-tests may show both
  bool is_profile = false;        // of the cost model
};

/// By content. Fails with one sentence where a file is neither, such as an answer of treering, or
/// is broken.
core::Result<FileKind> kind_of_file(const std::string& path);

}  // namespace treering::app
