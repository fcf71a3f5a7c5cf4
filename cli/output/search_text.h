// What is said where NCCL's channel search finds nothing and GPUs stand in "simple order" instead:
// in the first paragraph of every answer.
#pragma once

#include <string>

#include "cli/predict/predict_report.h"
#include "core/collective.h"
#include "sim/alternatives.h"
#include "sim/nccl/plan.h"

namespace treering::cli {

/// "NCCL's search finds no ring and no tree on this machine and puts the GPUs in simple order
/// instead"; empty where it finds both.
std::string failed_search_text(const sim::nccl::Plan& plan);

/// That, and what it means for the algorithms of this collective; empty where it means nothing.
std::string failed_search_answer(const PredictReport& report, core::Collective collective);

/// The same for `explain`, whose figures are NCCL's own.
std::string failed_search_remark(const std::string& failed_search);

/// Whether the search failed for an algorithm that the filter allows and NCCL has for the calls.
bool stands_in_simple_order(const sim::nccl::Plan& plan, core::Collective collective,
                            const sim::Filter& filter);

/// Why there is nothing to export.
std::string failed_search_refusal(const std::string& failed_search);

/// For the head of a file that NCCL is to read; `model` is whose times decide.
std::string failed_search_comment(const sim::nccl::Plan& plan, sim::Model model);

}  // namespace treering::cli
