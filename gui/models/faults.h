// Faults that a question tries: tried, switched off without being lost, and restored.
#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "gui/models/question.h"

namespace treering::gui::models {

/// The faults that are not switched off.
std::vector<std::string> tried_faults(const Question& question);

/// That an answer of the cost model, the `what`, is of the machines without the faults that are
/// tried: sentences. Empty where none is.
QString left_out_faults(const Question& question, const QString& what);

/// Why a fault is none of the job: the words of `treering simulate --fault`. Empty where it is one.
QString why_no_fault(const std::string& fault, const app::setup::Setup& job);

/// The question with the fault tried, in place of what it says of the same devices until now.
Question with_fault(Question question, const std::string& fault);
/// The fault stays in the list, and is tried or not.
Question with_fault_switched(Question question, const std::string& fault, bool is_on);
Question without_fault(Question question, const std::string& fault);

/// The job on the other nodes, which have the numbers from 0 on, with what is tried on them. \param
/// nodes of the job, all alike
Question without_node(const Question& question, int node, int nodes);

/// Faults of one thing of one node, by its name: "mlx5_0", or "GPU 0-NVSwitch" for the links
/// between two; empty: of the node as a whole. A link has also the faults of its ends' names the
/// other way round.
std::vector<std::string> faults_about(const Question& question, int node, std::string_view what);

}  // namespace treering::gui::models
