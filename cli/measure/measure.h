// The parts of `treering measure` that other commands use, too: its request, Ctrl-C as a request to
// stop, and comparisons.
#pragma once

#include <array>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/measuring/compare.h"
#include "app/measuring/measure.h"
#include "cli/command.h"
#include "cli/options/options.h"
#include "core/result.h"

namespace treering::cli {

// The request of commands that measure.

core::Result<app::measuring::MeasureRequest> measure_request(const Arguments& arguments);

/// What means nothing for a recording: who ran, where, and how long is waited for them.
inline constexpr std::array<std::string_view, 5> kOfRanks{"ranks", "bind", "shaped", "warmups",
                                                          "timeout"};

/// Puts a note first for each of these options that is given although a recording answers.
void note_without_effect(const Arguments& arguments, std::span<const std::string_view> options,
                         std::vector<std::string>& notes);

// Ctrl-C as a request to stop: what is measured is kept. A second one ends the program at once.

/// Requests a stop of `source` when the process is interrupted or asked to end, as long as this
/// lives. One at a time.
class Interrupt {
 public:
  explicit Interrupt(std::stop_source source);
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

 private:
  std::jthread watch_;
};

// treering measure --compare BEFORE AFTER, and its rows for others.

nlohmann::ordered_json row_json(const app::measuring::ComparedRow& row);

/// Ends with ExitCode::CheckFailed where something became slower, for more than one launch a side.
core::Result<Answer> compare_answer(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
