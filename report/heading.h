// Lines about job and time model in the headings of several reports.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/setup/guesses.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "report/display.h"

namespace treering::report {

/// "# job:      2 nodes x 8 GPUs"; further lines stand under the first.
std::string heading_line(std::string_view name, std::string_view text,
                         std::size_t width = kUsualWidth);

/// Lines of a heading: "# version:  the tables of 2.22.3, on ...", "# nics:     mlx5_0 (1 of 8 NIC
/// ports), given by hand" and "# settings: NCCL_ALGO=Ring"; empty where nothing is set.
std::string settings_lines(const app::setup::Setup& setup, std::size_t width = kUsualWidth);

/// "NVLinks of x are unknown: the file has no ... They are counted as none, so all times are a
/// guess; give the file that ..."
/// \param doubtful what rests on the guess: "all times"; "" where nothing does
std::string guess_text(const app::setup::Guess& guess, std::string_view doubtful);

/// Lines of a heading for what is only assumed of the machine, each with the remedy.
std::string guess_lines(const app::setup::Setup& setup, std::size_t width = kUsualWidth);

/// The same as a sentence on the NVLinks of a machine as it is shown; empty where they are known.
std::string nvlinks_doubt(const app::setup::Setup& setup);

/// The same on its GPUs, whose models are unknown.
std::string gpus_doubt(const app::setup::Setup& setup);

/// "cost, profile published (hopper, nvswitch, infiniband 400G)".
std::string model_text(const app::setup::TimeModelName& name);

}  // namespace treering::report
