// Names of GPUs that nvidia-smi's own table cuts after some 18 characters, "NVIDIA GeForce ...":
// whole ones from other texts of the paste.
#pragma once

#include <string_view>

#include "hw/catalogue/gpu_names.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nvidia_smi {

using catalogue::is_cut_name;

/// Each cut name becomes whole where the text has it: in nvidia-smi -q, by bus id, or else in lists
/// of devices (nccl-tests, CUDA samples, nvbandwidth, gdscheck), where one name alone begins so.
void complete_names(std::string_view text, GpuList& list);

}  // namespace treering::hw::formats::nvidia_smi
