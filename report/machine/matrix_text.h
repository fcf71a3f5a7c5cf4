// The path matrix as nvidia-smi topo -m prints it.
#pragma once

#include <cstddef>
#include <string>

#include "sim/smi_matrix.h"

namespace treering::report::machine {

/// In one piece, however wide: for programs.
std::string matrix_text(const sim::SmiMatrix& paths);

/// Within `width` columns: affinities in lines below where they do not fit, then the columns of the
/// matrix in blocks.
std::string matrix_text(const sim::SmiMatrix& paths, std::size_t width);

}  // namespace treering::report::machine
