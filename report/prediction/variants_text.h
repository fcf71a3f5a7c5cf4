// Answers that depend on what was assumed of a machine: with each plausible value, side by side.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "app/variants.h"
#include "core/call.h"

namespace treering::report::prediction {

/// The calls of a collective that are spoken of.
struct SpokenCalls {
  core::Collective collective = core::Collective::AllReduce;
  int ranks = 1;
};

/// "the CPU", "the rate of the PCIe slots".
std::string_view name_of(app::setup::OpenFact::What what);

/// Paragraphs in lines: for each fact, what NCCL's own choice takes with each value of it. Empty
/// without facts.
std::string deciding_lines(const std::vector<app::DecidingFact>& facts, const SpokenCalls& calls,
                           std::size_t width);

/// The same as one phrase for each fact, at the largest size: "busbw 28.1 GB/s at 1 GiB with AMD
/// EPYC (Genoa), 3.20 GB/s with Intel Xeon (Ice Lake)". Without full stop.
std::string deciding_headline(const std::vector<app::DecidingFact>& facts,
                              const SpokenCalls& calls);

/// What was guessed, and on what the answer depends, a sentence each: for where no heading says it.
std::vector<std::string> doubts_of(const app::setup::Setup& setup,
                                   const std::vector<app::DecidingFact>& facts,
                                   const SpokenCalls& calls);

}  // namespace treering::report::prediction
