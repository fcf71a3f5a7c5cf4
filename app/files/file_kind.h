// The kind of a file that somebody hands over, and the question that an answer of ours belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "core/call.h"
#include "core/result.h"
#include "sim/way.h"

namespace treering::app::files {

// The question that an answer of treering belongs to, as far as its JSON says it (docs/json.md).

struct Asked {
  std::string command;    // "predict"
  std::string machine;    // its name
  setup::JobRequest job;  // its topology is empty where no built-in machine has the name
  std::optional<core::Collective> collective;
  std::vector<std::uint64_t> sizes;  // of its calls, in bytes, rising
  sim::Way way;                      // of a simulation; an empty name as NCCL chooses
  std::vector<std::string> faults;
  std::string groups;                 // "tp=8,dp=16"
  std::vector<std::string> left_out;  // in words: what it was asked and is not here
};

/// Whether a schema is that of answers about a machine and a job on it.
bool is_answer(std::string_view schema);

/// \pre `text` is the content of the file `path`, of such a schema. Fails where it is broken.
core::Result<Asked> asked_in(const std::string& path, std::string_view text);

// The kind of a file that a user hands over: how it can be opened.

struct FileKind {
  bool has_machine = false;       // a machine, a cluster or a fabric
  bool has_measurements = false;  // a log of nccl-tests may show both
  bool is_profile = false;        // of the cost model
  std::optional<Asked> asked;     // an answer of treering: what it answers
};

/// By content. Fails with one sentence where a file is none of these or is broken.
core::Result<FileKind> kind_of_file(const std::string& path);

}  // namespace treering::app::files
