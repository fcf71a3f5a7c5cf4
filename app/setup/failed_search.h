// Messages for where NCCL's channel search fails and puts the GPUs in "simple order".
#pragma once

#include <string>
#include <string_view>

#include "core/collective.h"
#include "sim/alternatives.h"
#include "sim/nccl/plan.h"
#include "sim/predict.h"

namespace treering::app::setup {

/// "NCCL's search finds no ring and no tree on this machine and puts the GPUs in simple order
/// instead"; empty where it finds both.
std::string failed_search_text(const sim::nccl::Plan& plan);

/// The meaning of a model's times there, as a further sentence; empty for models without times.
std::string_view simple_order_times(sim::Model model);

/// Whether the search failed for an algorithm that the filter allows and NCCL has for the calls.
bool stands_in_simple_order(const sim::nccl::Plan& plan, core::Collective collective,
                            const sim::Filter& filter);

/// Why there is nothing to export.
std::string failed_search_refusal(const std::string& failed_search);

/// For the head of a file for NCCL; the times of `model` decide.
std::string failed_search_comment(const sim::nccl::Plan& plan, sim::Model model);

}  // namespace treering::app::setup
