// The names of adapters below a matrix of `nvidia-smi topo -m`: "NIC0: mlx5_0".
#pragma once

#include <string_view>

#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// Names the NICs of the table as the legend in `text` does. A name that two NICs would share is
/// left aside, as is one that is cut.
void read_legend(std::string_view text, Table& table);

}  // namespace treering::hw::formats::nvidia_smi
