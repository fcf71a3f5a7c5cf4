// What GPUs say of their NVLinks one by one, and what their boards have.
#pragma once

#include <optional>
#include <vector>

#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

// A800 and H800 have 8 of the 12 and 18 NVLinks of A100 and H100: 400 GB/s both ways in NVIDIA's
// data sheets of them, 25 GB/s a link and way.
inline constexpr int kNvLinksForExport = 8;

inline constexpr const char* kMendNvLinks =
    "nvidia-smi nvlink --status and --errorcounters; on machines with NVSwitches see that "
    "nvidia-fabricmanager runs; reset the GPU, then have the baseboard or bridge looked at";

bool has_nvswitches(const Patient& patient);

/// NVLinks that each GPU has by its model, where all are only made for boards that join them; else
/// 0, as for one GPU, which may be all that a guest is given.
int board_nvlinks(const Patient& patient);

/// What it costs that no GPU of a board has its `count` NVLinks.
std::optional<Comparison> cost_of_none(const Patient& patient, int count);

/// Of links that GPUs say are down.
std::vector<Symptom> nvlinks_down(const Patient& patient);

/// NVLinks that came up at less than their equals.
std::vector<Symptom> slower_nvlinks(const Patient& patient);

}  // namespace treering::tuner::doctor
