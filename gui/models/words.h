// The words of the window for messages, times and simulated runs. Questions have theirs in
// question_words.h.
#pragma once

#include <QString>
#include <string>

#include "app/simulate.h"
#include "core/result.h"
#include "gui/models/inquiry.h"

namespace treering::gui::models {

// Messages of answers in the words of the window.

/// An error, with the fields of questions (core/text/field.h) as the labels of their inputs.
QString message_of(const core::Error& error);
QString with_labels(const std::string& text);

/// Why an answer is not there; empty where it is, or where a curtain says that it is awaited or was
/// cancelled (gui/window/curtain.h).
template <class Report>
QString why_not(const Answer<Report>& answer) {
  if (!answer || *answer || is_cancelled(answer)) return {};
  return message_of(answer->error());
}

/// "163.2 us", "1.25 ms".
QString duration_text(double us);

/// "12.35 us", "0.413 us", "2244.5 us": a moment or a length in a run, always in us.
QString us_text(double us);

/// "106.76": as tables of the report have times, in us.
QString us_figure(double us);

/// Its words are broken nowhere when it wraps: "17/8/24->16->0", "0.1 GB/s".
QString unbroken(const QString& text);

/// Of a time over another: "1.43 times as long"; "1.09 times as fast" where it is shorter; "as
/// long" where two digits show no difference.
QString ratio_text(double longer);

// What is said of simulated runs: their times by both models, and whether these agree.

/// "Ring/LL128", "ring_2d/Simple (not in NCCL)".
QString way_text(const app::SimulateReport& run);

/// "Ring/Simple: 474.60 us simulated; cost model 722.90 us (4 of 5 runs 569.00 to 919.00 us)".
QString times_text(const app::SimulateReport& run);

/// Of the simulated time: "8.20 us before the first message + 111.97 us".
QString parts_text(const app::SimulateReport& run);

/// Where the simulated time is not among those that the cost model expects; else empty.
QString outside_text(const app::SimulateReport& run);

/// Why all channels of a run follow the first of NCCL's two trees. \pre they do
QString one_tree_text(const app::SimulateReport& run);

/// That another protocol of the algorithm, which NCCL does not take by itself, is faster; else
/// empty.
QString faster_protocol_text(const app::SimulateReport& run);

/// Of a collective for which NCCL has one algorithm, where another is shown; else empty.
QString stand_in_text(const app::SimulateReport& run);

/// What each is, how many hops it makes, and of a tree and a ring what each is good for: "Tree:
/// double binary tree between nodes, chain inside a node; ... Ring: ring through all ranks, node by
/// node; 62 hops ..." Empty where both are the same. \param first_tree the share of the data that
/// the first of NCCL's two trees has
QString contrast(const app::SimulateReport& one, const app::SimulateReport& other,
                 double first_tree = 0.5);

/// Which is the faster by each model, where they differ in that; else empty.
QString disagreement(const app::SimulateReport& one, const app::SimulateReport& other);

}  // namespace treering::gui::models
