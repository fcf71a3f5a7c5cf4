// From the text of an NCCL debug log to the cluster that wrote it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/formats/format.h"

namespace treering::hw::formats::nccl_log {

/// Whether NCCL speaks in a line of the text; other programs may come first.
bool looks_like_nccl_log(std::string_view text);

/// The node is the host whose system tree reports most, or without any tree the host with most
/// ranks; fails where the log names neither. `path` names the log in errors, notes and origins.
core::Result<LoadedCluster> read_nccl_log_text(std::string_view text, const std::string& path);

/// How a job was set and what NCCL complained of, where the log shows no machine, as that of a job
/// that failed or of NCCL_DEBUG=WARN; nothing where it shows one, or is none of NCCL.
std::optional<LoadedRun> read_nccl_run_text(std::string_view text, const std::string& path);

}  // namespace treering::hw::formats::nccl_log
