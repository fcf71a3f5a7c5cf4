// NCCL's plan for a job, or the reason why the job cannot run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "core/result.h"
#include "sim/nccl/plan.h"

namespace treering::app::setup {

core::Result<sim::nccl::Plan> make_plan(const Setup& setup);
/// Nothing where it can.
std::optional<core::Error> why_not(const Setup& setup);

/// Makes the machine what NCCL finds where `network` carries the traffic (sim/carrier.h; empty:
/// what the adapters and the fabric say), with a note where that changes it.
void carry_over(Setup& setup, std::string_view network = {});

/// The notes on the job; one where NCCL's search finds no rings or trees; and one where NCCL may
/// see fewer NETs than the topology has, because it may join ports to other nodes and no variable
/// decides that.
std::vector<std::string> notes_on(const Setup& setup, const sim::nccl::Plan& plan);

/// "4 nodes x 8 GPUs = 32 ranks"; where NCCL counts otherwise: "1 node x 3 GPUs = 3 ranks (2 nodes
/// to NCCL)".
std::string shape_text(const sim::nccl::Shape& shape, int machines);

}  // namespace treering::app::setup
