// From the text of an NCCL debug log to the cluster that wrote it.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/formats/format.h"

namespace treering::hw::formats::nccl_log {

/// Whether a line of the text is NCCL's; other programs may print before it.
bool looks_like_nccl_log(std::string_view text);

/// The node is the host with the most complete system tree or, without trees, with most ranks. A
/// log that names neither, such as that of a failed job or of NCCL_DEBUG=WARN, gives its run: the
/// settings of the job and NCCL's complaints. `path` names the log in errors, notes and origins.
core::Result<ClusterOrRun> read_nccl_log_text(std::string_view text, const std::string& path);

}  // namespace treering::hw::formats::nccl_log
