// What a file that a user hands over can be opened as.
#pragma once

#include <optional>
#include <string>

#include "app/files/asked.h"
#include "core/result.h"

namespace treering::app::files {

struct FileKind {
  bool has_machine = false;       // a machine, a cluster or a fabric
  bool has_measurements = false;  // a log of nccl-tests may show both
  bool is_profile = false;        // of the cost model
  std::optional<Asked> asked;     // an answer of treering: what it answers
};

/// By content. Fails with one sentence where a file is none of these or is broken.
core::Result<FileKind> kind_of_file(const std::string& path);

}  // namespace treering::app::files
