// Lines about job and time model in the headings of several reports.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/guesses.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "report/display.h"

namespace treering::report {

/// "# job:      2 nodes x 8 GPUs"; further lines stand under the first.
std::string heading_line(std::string_view name, std::string_view text,
                         std::size_t width = kUsualWidth);

/// The text with a heading_line("note", ...) for each note: below its first lines, as far as they
/// start with '#' and none is empty, or above a text that starts with no such line.
std::string with_note_lines(std::string text, const std::vector<std::string>& notes,
                            std::size_t width = kUsualWidth);

/// core::order_text(), and where nobody knows the order, what the intervals hold.
std::string order_behind_intervals(const core::Cluster& cluster);

/// Two lines, "# fabric: ..." and "# order: ..."; without what is not known.
/// \param order of the nodes, in words
std::string fabric_lines(const core::Fabric& fabric, std::string_view order, std::size_t width);

/// The line of a heading "# settings: NCCL_ALGO=Ring"; empty where nothing is set.
std::string settings_line(const app::setup::Setup& setup, std::size_t width = kUsualWidth);

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
