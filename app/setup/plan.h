// NCCL's plan for a job: made, or why the job cannot run, and what is said where its channel search
// fails.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "core/call.h"
#include "core/result.h"
#include "sim/alternatives.h"
#include "sim/nccl/plan.h"
#include "sim/predict.h"

namespace treering::app::setup {

// NCCL's plan for a job, or the reason why the job cannot run.

core::Result<sim::nccl::Plan> make_plan(const Setup& setup);
/// Nothing where it can.
std::optional<core::Error> why_not(const Setup& setup);

/// Makes the machine what NCCL finds where `network` carries the traffic (sim/carrier.h; empty:
/// what the adapters and the fabric say), with a note where that changes it.
void carry_over(Setup& setup, std::string_view network = {});

/// The notes on the job; one where NCCL's search finds no rings or trees; and one where NCCL may
/// see fewer NETs than the topology has, because it may join ports to other nodes and no variable
/// decides that.
/// \param asked the collectives of the calls, for variables that they do not go by; none where
/// the answer has all that NCCL sets up
/// Where the job's fabric is known: NCCL's own model does not ask for it. Else empty.
std::string fabric_note_of_nccl(const Setup& setup);

/// What is to be said of the machine, its settings, and variables that these calls do not go by.
std::vector<std::string> call_notes(const Setup& setup, std::span<const core::Collective> asked);
/// These, and what is to be said of NCCL's plan.
std::vector<std::string> notes_on(const Setup& setup, const sim::nccl::Plan& plan,
                                  std::span<const core::Collective> asked = {});

/// "4 nodes x 8 GPUs = 32 ranks"; where NCCL counts otherwise: "1 node x 3 GPUs = 3 ranks (2 nodes
/// to NCCL)".
std::string shape_text(const sim::nccl::Shape& shape, int machines);

// Messages for where NCCL's channel search fails and puts the GPUs in "simple order".

/// "NCCL's search finds no ring and no tree on this machine and puts the GPUs in simple order
/// instead"; empty where it finds both.
std::string failed_search_text(const sim::nccl::Plan& plan);
/// Whose search that was, where it is not known of this version of NCCL: ", as 2.28.9 searches,
/// which 2.22.3 may not,". Empty for the default version.
std::string search_of_text(std::string_view version);

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
