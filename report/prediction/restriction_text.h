// The choices that NCCL_ALGO and NCCL_PROTO leave NCCL, and their cost.
#pragma once

#include <string>

#include "app/predict.h"

namespace treering::report::prediction {

/// `choice` goes on after "NCCL's own".
std::string restriction_text(const app::Restriction& restriction, const std::string& choice);

}  // namespace treering::report::prediction
