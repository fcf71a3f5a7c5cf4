#pragma once

#include "gui/models/question.h"

namespace treering::gui {

/// DGX H100, with all else as it is by itself.
inline models::Question of_nodes(int nodes) {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = nodes;
  return question;
}

inline bool has_same_nodes(const models::Question& a, const models::Question& b) {
  return a.job.nodes == b.job.nodes;
}

}  // namespace treering::gui
