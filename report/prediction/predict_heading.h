// The beginning of an answer: how its text is wanted, its heading, and its first paragraph where
// the search for channels found nothing.
#pragma once

#include <cstddef>
#include <string>

#include "app/predict.h"
#include "app/setup/setup.h"
#include "core/call.h"
#include "report/display.h"
#include "sim/nccl/plan.h"

namespace treering::report::prediction {

// How the text of an answer is wanted.

struct TextOptions {
  Display display;
  bool is_quiet = false;       // tables only, without headings and remarks
  bool has_columns = false;    // a row for each size, with a column for each candidate
  bool has_all_sizes = false;  // in the table, else a few where many were asked for
};

// The first lines of a prediction or an explanation: the source of its figures.

/// "nodes sorted by leaf switch; if each next node is under another, all_reduce of 1 GiB takes 23.2
/// ms in place of 6.4 ms": in which order nodes are under leaf switches, and what the times of the
/// answer lose in the worst. Empty where the job has no uplinks.
std::string order_text(const app::PredictReport& report);

/// Machine, job, fabric and settings; each line starts with '#'. \param order of nodes; empty: in
/// words, without times
std::string job_heading(const app::setup::Setup& setup, const sim::nccl::Shape& shape,
                        std::size_t width, std::string order = {});

/// The kind of figures, the job, and the model that gives them.
std::string predict_heading(const app::PredictReport& report, std::size_t width);

/// "all_reduce, float, sum"; without a reduction where there is none.
std::string call_title(const app::PredictReport& report, core::Collective collective);

// The first paragraph of an answer where NCCL's channel search finds nothing.

/// That the search found nothing, and what it means for the algorithms of this collective; empty
/// where it means nothing.
std::string failed_search_answer(const app::PredictReport& report, core::Collective collective);

/// The paragraph for `explain`, whose figures are NCCL's own.
std::string failed_search_remark(const std::string& failed_search);

}  // namespace treering::report::prediction
