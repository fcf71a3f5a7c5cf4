// The reported state of each NVLink, compared with the NVLinks of the GPUs' boards.
#pragma once

#include <optional>
#include <vector>

#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

// A800 and H800 have 8 of the 12 and 18 NVLinks of A100 and H100: 400 GB/s both ways in NVIDIA's
// data sheets of them, 25 GB/s a link and way.
inline constexpr int kNvLinksForExport = 8;

inline constexpr const char* kMendNvLinks =
    "look at nvidia-smi nvlink --status and --errorcounters; with NVSwitches check that "
    "nvidia-fabricmanager runs; reset the GPU, else have the baseboard or bridge examined";

bool has_nvswitches(const Patient& patient);

/// NVLinks of each GPU by its model, where all models exist only on boards that join them; else 0,
/// also for a single GPU, which may be all that a guest has.
int board_nvlinks(const Patient& patient);

/// The cost of no GPU of a board having its `count` NVLinks.
std::optional<Comparison> cost_of_none(const Patient& patient, int count);

/// Symptoms of links that GPUs report as down.
std::vector<Symptom> nvlinks_down(const Patient& patient);

/// Symptoms of NVLinks that run slower than others.
std::vector<Symptom> slower_nvlinks(const Patient& patient);

}  // namespace treering::tuner::doctor
