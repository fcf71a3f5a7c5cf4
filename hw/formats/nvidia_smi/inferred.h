// NVLinks of a machine whose matrix is not given: how GPUs of a known model are joined when so many
// links of each are up. What comes out is an assumption and said to be one.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// Fills the cells between GPUs of `table`, whose model is known. `active` has the NVLinks of each
/// that are up, by row. Returns how, in words for a note, or the reason why that cannot be known.
/// "found" and "expected" of the error are parts of a sentence; its place is left to the caller.
core::Result<std::string> infer_nvlinks(Table& table, const std::vector<int>& active);

/// A table of devices and no matrix: all are NODE to each other, SYS where their affinities differ.
void fill_distances(Table& table);

}  // namespace treering::hw::formats::nvidia_smi
