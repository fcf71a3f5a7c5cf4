// Infers the NVLinks of a machine without a matrix, from the GPU model and the number of links that
// are up. The result is an assumption and marked as one.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// Fills the cells between GPUs of `table`, whose model is known. `active`: NVLinks that are up, by
/// row. Returns the way they are joined, in words for a note. The caller adds the place to an
/// error.
core::Result<std::string> infer_nvlinks(Table& table, const std::vector<int>& active);

/// Fills a table that has no matrix: all devices are NODE to each other, SYS where their affinities
/// differ.
void fill_distances(Table& table);

}  // namespace treering::hw::formats::nvidia_smi
