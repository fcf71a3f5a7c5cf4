// Whether a measured figure is normal, in words and tables: published runs on such machines, and
// where busbw is lost between the wires and the run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/check.h"
#include "app/normal.h"
#include "core/units.h"
#include "report/display.h"
#include "tuner/reference/published.h"

namespace treering::report::findings {

/// A step of busbw and what it is; the last is the measured one.
struct LossLine {
  core::Bandwidth busbw;
  std::string text;
};

std::vector<LossLine> loss_lines(const app::MeasuredLoss& loss);

/// Whether its steps say anything: of a call that is next to all latency rates explain nothing.
bool has_steps(const app::MeasuredLoss& loss);

/// Which step takes most of what the wires could carry, and how much of it; without steps, how its
/// time compares with what is expected. A sentence.
std::string loss_sentence(const app::MeasuredLoss& loss);

/// "Measured at 8 GiB: 27 of 50 GB/s a port; 8 GPUs use all 8 ports." Empty on one node, and of a
/// call that is next to all latency.
std::string port_sentence(const app::MeasuredLoss& loss);

/// "NVIDIA's reference", "aws-p5-2n (EFA)", "NVIDIA's reference, registered buffers (symmetric
/// kernels)".
std::string run_text(const tuner::reference::PublishedRun& run);

/// The rate that was measured here, with its size where that is another: "366 at 8 GiB"; "-" for
/// nothing.
std::string measured_beside(const app::PublishedBeside& beside);

/// "320..351": GB/s.
std::string band_text(const app::PublishedBeside& beside);

/// How the published figures of the same network lie beside the expectation, and the measured ones
/// beside both. A sentence; empty where there are none.
std::string published_sentence(const std::vector<app::PublishedBeside>& published);

/// Where there is none.
std::string nothing_published_sentence();

/// All of it, in lines that start with '#'.
std::string normal_text(const app::CheckReport& report, const Display& display);

}  // namespace treering::report::findings
