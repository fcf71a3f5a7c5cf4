// Shared by the exporters env and nccl.conf: the decision to write, the comments, and the values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tuner/advice/recommend.h"
#include "tuner/exporters/comment.h"

namespace treering::tuner::exporters {

struct Setting {
  std::string variable;  // "NCCL_ALGO"
  std::string value;     // "allreduce:nvls,ring;allgather:ring"
};

/// Settings that beat NCCL's own choices, or why there are none.
struct Settings {
  std::vector<Setting> settings;
  Comment comment;
  std::string why_not;  // a sentence; empty when there are settings
};

Settings settings_for(const advice::Recommendation& recommendation);

}  // namespace treering::tuner::exporters
