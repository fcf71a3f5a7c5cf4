// The first lines of a prediction or an explanation: the source of its figures.
#pragma once

#include <cstddef>
#include <string>

#include "app/predict.h"
#include "app/setup/setup.h"
#include "sim/nccl/plan.h"

namespace treering::report::prediction {

/// Machine, job, fabric and settings; each line starts with '#'.
std::string job_heading(const app::setup::Setup& setup, const sim::nccl::Shape& shape,
                        std::size_t width);

/// The kind of figures, the job, and the model that gives them.
std::string predict_heading(const app::PredictReport& report, std::size_t width);

/// "all_reduce, float, sum"; without a reduction where there is none.
std::string call_title(const app::PredictReport& report, core::Collective collective);

}  // namespace treering::report::prediction
